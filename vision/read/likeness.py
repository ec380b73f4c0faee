"""The likeness of a sheet's squares: one picture is printed in all its mountains, whatever it shows.

So a side is recognised on a print that nobody has met: its mountains repeat one another, its wastelands and
ruins do, and no drawing by hand repeats another as exactly.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image, shrink
from vision.read.cells import CELL_PIXELS, MARGIN

STEP = 2  # pixels of the straightened sheet for one that is compared
WINDOW = 10  # pixels compared each way, of the 16 of a square: without its printed lines
ASIDE = 1  # pixels that a picture may lie aside in another square
EVEN = 8.0  # pixels over which the light and the paper are taken as even
FAINT = 3.0  # grey levels of contrast below which a square shows hardly anything

Likeness = NDArray[np.float64]
"""Correlation of each two squares, -1 to 1, (n * n, n * n), row by row; nan for a square and itself."""


def likeness(picture: Image) -> Likeness:
    """Return how alike each two squares look, at the best small shift.

    Args:
        picture: RGB from `rectify`, of n squares a side.
    """
    small = shrink(picture, 1 / STEP).astype(np.float32)
    detail = small - cv2.GaussianBlur(small, (0, 0), EVEN)
    here = _squares(detail, 0, 0)
    shifts = [(down, right) for down in range(ASIDE + 1) for right in range(-ASIDE, ASIDE + 1)]
    alike = np.full((len(here), len(here)), -1.0, np.float32)
    for down, right in shifts:  # the others are seen from the other square
        there = here @ _squares(detail, down, right).T
        alike = np.maximum(alike, np.maximum(there, there.T))
    np.fill_diagonal(alike, np.nan)
    return np.asarray(alike, np.float64)


def rearranged(alike: Likeness, order: NDArray[np.int_]) -> Likeness:
    """Return the likeness of the same squares in another order, (n, n) of their numbers."""
    return np.asarray(alike[np.ix_(order.ravel(), order.ravel())])


def _squares(detail: NDArray[np.float32], down: int, right: int) -> NDArray[np.float32]:
    """Return the middle of each square, moved by some pixels, as rows of length 1, or less where faint."""
    side, margin = CELL_PIXELS // STEP, MARGIN // STEP
    squares = (detail.shape[0] - 2 * margin) // side
    edge = (side - WINDOW) // 2
    field = detail[margin + down :, margin + right :][: squares * side, : squares * side]
    field = np.pad(field, [(0, squares * side - size) for size in field.shape[:2]] + [(0, 0)])
    cut = field.reshape(squares, side, squares, side, 3)[:, edge : edge + WINDOW, :, edge : edge + WINDOW]
    pixels = cut.transpose(0, 2, 1, 3, 4).reshape(squares * squares, WINDOW * WINDOW, 3)
    bare = (pixels - pixels.mean(axis=1, keepdims=True)).reshape(squares * squares, -1)
    length = np.linalg.norm(bare, axis=1, keepdims=True)
    return np.asarray(bare / np.maximum(length, FAINT * np.sqrt(bare.shape[1])), np.float32)
