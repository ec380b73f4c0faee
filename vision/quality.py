"""How dark and how blurred a picture is: simple measures that say why something could not be read."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image

BRIGHT_END = 0.95  # share of the pixels that are darker than what counts as the picture's paper
MEASURED_SIDE = 400  # pixels of the long side that are enough for a brightness
REACH = 12  # pixels on both sides of a place within which an edge is looked for
LEAST_STEP = 20.0  # levels of grey that an edge must rise by
FEWEST_EDGES = 0.002  # share of the pixels that must lie at edges of a direction for it to be judged
SHARPEST = 0.1  # share of the edges in a direction that are taken for its sharpest
NOISE = 0.8  # pixels of smoothing, so that a camera's noise is not taken for sharpness
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps (down, right) across upright, level and slanting edges."""

Grey = NDArray[np.float32]
"""One channel, shape (height, width)."""


def paper_level(image: Image) -> float:
    """Return the brightness of the bright end of a picture, which paper has if there is any: 0 to 255."""
    step = max(1, max(image.shape) // MEASURED_SIDE)
    return float(np.quantile(_grey(Image(image[::step, ::step])), BRIGHT_END))


def edge_width(image: Image) -> float:
    """Return over how many pixels the sharpest edges rise, in the direction in which they rise slowest.

    A step blurred by a Gaussian of s pixels rises over 2.5 s. A shaken photo is sharp along the shake and
    blurred across, so that the worst of four directions counts; thin lines that a shake has doubled look
    sharp, though. 0 where nothing has edges.
    """
    grey = cv2.GaussianBlur(_grey(image), (0, 0), NOISE).astype(np.float32)
    return max(_width_across(grey, down, right) for down, right in DIRECTIONS)


def _width_across(grey: Grey, down: int, right: int) -> float:
    """Return the width of the sharpest edges across one direction; 0 where there are too few."""
    line = _line(down, right)
    rise = cv2.dilate(grey, line) - cv2.erode(grey, line)
    steepest = cv2.dilate(_slope(grey, down, right), line)
    at_edges = rise > LEAST_STEP
    if at_edges.mean() < FEWEST_EDGES:
        return 0.0
    return float(np.quantile(rise[at_edges] / np.maximum(steepest[at_edges], 1e-3), SHARPEST))


def _line(down: int, right: int) -> NDArray[np.uint8]:
    """Return the kernel that looks along one direction, both ways."""
    side = 2 * REACH + 1
    if not down or not right:
        return np.ones((1, side) if right else (side, 1), np.uint8)
    diagonal = np.eye(side, dtype=np.uint8)
    return diagonal if right > 0 else np.ascontiguousarray(diagonal[:, ::-1])


def _slope(grey: Grey, down: int, right: int) -> Grey:
    """Return the absolute change of grey a pixel along a direction."""
    kernel = np.zeros((3, 3), np.float32)
    kernel[1 + down, 1 + right], kernel[1 - down, 1 - right] = 1.0, -1.0
    return np.asarray(np.abs(cv2.filter2D(grey, -1, kernel)) / (2.0 * np.hypot(down, right)), np.float32)


def _grey(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.uint8)
