"""Evidence of thin dark printed lines, in a picture where the map's lines run upright and level."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image, shrink

Plane = NDArray[np.float32]
"""One channel, shape (height, width)."""

DARKEST_PAPER = 12  # grey levels: in the dark, no paper
BRIGHTEST = 1.2  # times the paper: lamps mirrored in it count no more
FAINT = 0.05  # a step in brightness, as a share of the paper's, that counts as a full line


@dataclass(frozen=True)
class Sight:
    """How closely lines are looked at."""

    square: int
    """Pixels a square."""
    soft: float
    """Pixels by which the grain is smoothed."""
    clear: float
    """A step in brightness, as a share of the paper's, beyond which a line is no clearer."""
    against: float
    """By which it counts against a line, likewise, that it is brighter than what lies beside it."""


FINE = Sight(square=48, soft=0.7, clear=0.08, against=0.02)
"""Dotted and faint lines count like bold ones, and bright places beside strokes against them."""
COARSE = Sight(square=32, soft=1.0, clear=0.15, against=0.0)
"""For blurred and shaken photos, whose lines are broad."""


def flatten(image: Image) -> Plane:
    """Return brightness as a share of the paper's round about: 1 is paper, less is ink, in any light.

    The darkest channel counts, so that gold or green lines show as well as black ones.
    """
    small = shrink(image, 0.25)
    paper = cv2.blur(cv2.dilate(small, np.ones((5, 5), np.uint8)), (15, 15))
    paper = cv2.resize(np.maximum(paper, DARKEST_PAPER), image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    darkest = np.full(image.shape[:2], BRIGHTEST, np.float32)
    for seen, bare in zip(cv2.split(image), cv2.split(paper), strict=True):
        cv2.min(darkest, cv2.divide(seen, bare, dtype=cv2.CV_32F), dst=darkest)
    return darkest


@dataclass(frozen=True)
class Lines:
    """How much darker each pixel is than what lies two pixels beside it, as a share of the paper's."""

    upright: Plane
    """Beside to the left and right."""
    level: Plane
    """Beside above and below."""

    def joined(self, run: int) -> "Lines":
        """Return line evidence averaged along `run` pixels, so that dashes join and scribbles thin out.

        1 is as a faint line shows.
        """
        upright, level = cv2.blur(self.upright, (1, run)), cv2.blur(self.level, (run, 1))
        return Lines(*(np.asarray(plane / FAINT, np.float32) for plane in (upright, level)))


def find_lines(flat: Plane, sight: Sight) -> Lines:
    """Return where the brightness from `flatten` is that of a thin dark line."""
    smooth = cv2.GaussianBlur(flat, (0, 0), sight.soft)
    kernel = np.array([[1, 0, -2, 0, 1]], np.float32)
    across, down = (cv2.filter2D(smooth, -1, way) for way in (kernel, kernel.T))
    clipped = (np.clip(way, -sight.against, sight.clear) for way in (across, down))
    return Lines(*(np.asarray(way, np.float32) for way in clipped))
