"""Evidence of thin dark printed lines, in a picture where the map's lines run upright and level."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image, shrink

Plane = NDArray[np.float32]
"""One channel, shape (height, width)."""

FAINT = 0.05  # a step in brightness, as a share of the paper's, that counts as a full line


def flatten(image: Image) -> Plane:
    """Return darkness relative to the paper round about: 1 is paper, less is ink, whatever the light.

    The darkest channel counts, so that gold or green lines show as well as black ones.
    """
    small = shrink(image, 0.25)
    paper = cv2.blur(cv2.dilate(small, np.ones((5, 5), np.uint8)), (15, 15))
    paper = cv2.resize(paper, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    share = image.astype(np.float32) / np.maximum(paper.astype(np.float32), 12.0)
    return np.asarray(np.clip(share.min(axis=2), 0.0, 1.2), np.float32)


@dataclass(frozen=True)
class Lines:
    """How much each pixel looks like a part of a printed line, 0 to 1."""

    upright: Plane
    level: Plane


def find_lines(flat: Plane, run: int) -> Lines:
    """Return line evidence, averaged along `run` pixels so that dashes join and scribbles thin out."""
    soft = cv2.GaussianBlur(flat, (0, 0), 1.0)
    kernel = np.array([[1, 0, -2, 0, 1]], np.float32)
    across = np.minimum(np.maximum(cv2.filter2D(soft, -1, kernel), 0.0), 3 * FAINT)
    down = np.minimum(np.maximum(cv2.filter2D(soft, -1, kernel.T), 0.0), 3 * FAINT)
    upright = cv2.blur(across, (1, run)) / FAINT
    level = cv2.blur(down, (run, 1)) / FAINT
    return Lines(np.minimum(upright, 1.0).astype(np.float32), np.minimum(level, 1.0).astype(np.float32))
