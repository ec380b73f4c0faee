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


PLAIN = Sight(square=32, soft=1.0, clear=0.15, against=0.0)
FINE = Sight(square=48, soft=0.7, clear=0.08, against=0.02)
"""For dotted and faint lines among drawings: these end anywhere, and beside their strokes it is brighter."""


def flatten(image: Image) -> Plane:
    """Return darkness relative to the paper round about: 1 is paper, less is ink, whatever the light.

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
    """How much each pixel looks like a part of a printed line: 0 not, 1 a faint one, 3 a clear one."""

    upright: Plane
    level: Plane


@dataclass(frozen=True)
class Edges:
    """How much darker each pixel is than what lies two pixels beside it, as a share of the paper's."""

    across: Plane
    """Beside to the left and right, as upright lines are."""
    down: Plane

    def joined(self, run: int, top: float) -> Lines:
        """Return line evidence up to `top`, averaged along `run` pixels."""
        upright, level = cv2.blur(self.across, (1, run)) / FAINT, cv2.blur(self.down, (run, 1)) / FAINT
        return Lines(*(np.asarray(np.minimum(plane, top), np.float32) for plane in (upright, level)))


def find_lines(flat: Plane, run: int, *, top: float = 1.0) -> Lines:
    """Return line evidence, averaged along `run` pixels so that dashes join and scribbles thin out.

    Args:
        flat: darkness relative to paper, from `flatten`.
        run: pixels along the line.
        top: evidence beyond which a line is no clearer; 1 treats faint lines like bold ones.
    """
    return find_edges(flat).joined(run, top)


def find_edges(flat: Plane, sight: Sight = PLAIN) -> Edges:
    """Return where darkness relative to paper is that of a thin line."""
    soft = cv2.GaussianBlur(flat, (0, 0), sight.soft)
    kernel = np.array([[1, 0, -2, 0, 1]], np.float32)
    across, down = (cv2.filter2D(soft, -1, way) for way in (kernel, kernel.T))
    clipped = [np.asarray(np.clip(way, -sight.against, sight.clear), np.float32) for way in (across, down)]
    return Edges(*clipped)
