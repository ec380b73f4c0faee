"""Ruins taken away from beneath drawings: one picture is printed in all of them, and can be divided out."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Square
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN

FEWEST = 3  # squares of ruins from which their picture is told from what is drawn on them
BEYOND = 4  # pixels of the neighbours that are taken along: ruins may overlap their square
ASIDE = 2  # pixels that the picture may lie aside in a square
ROUNDS = 2  # of finding how the squares lie, by what they have in common
BARE = 0.75  # quantile of the squares' brightness that is the print alone: a fourth of them is bare anywhere
PAPER = 0.9  # quantile of the print's brightness that is the paper
BLACK, INK = 0.15, 0.55  # of the paper's brightness: print that hides a drawing, and print that hides nothing
INSIDE = 5  # pixels at the edge of what is cut out that stay as they are

Window = NDArray[np.float32]
"""RGB of a square and BEYOND pixels around it."""


def without_ruins(picture: Image, squares: Sequence[Square]) -> Image:
    """Return the sheet as if no ruins were printed on it.

    What the squares have in common is the print; each is divided by it. Where the print is as dark as pencil,
    nothing of a drawing is known, and paper takes its place.

    Args:
        picture: RGB from `rectify`.
        squares: where ruins are printed, at least FEWEST.
    """
    places = _places(picture, squares)
    windows = [_window(picture, place) for place in places]
    print_ = np.quantile(windows, BARE, axis=0).astype(np.float32)
    paper = np.quantile(print_.reshape(-1, 3), PAPER, axis=0).astype(np.float32)
    bare = picture.copy()
    inside = slice(INSIDE, -INSIDE)
    for (top, left), window in zip(places, windows, strict=True):
        cleaned = _divided(window, print_, paper)[inside, inside]
        height, width = cleaned.shape[:2]
        bare[top + INSIDE :, left + INSIDE :][:height, :width] = cleaned
    return Image(bare)


def _places(picture: Image, squares: Sequence[Square]) -> list[tuple[int, int]]:
    """Return where the window of each square begins, (top, left), so that the prints lie on one another."""
    grey = np.asarray(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), (0, 0), 1.0), np.uint8)
    starts = [
        (MARGIN + CELL_PIXELS * row - BEYOND, MARGIN + CELL_PIXELS * column - BEYOND)
        for row, column in squares
    ]
    places = starts
    for _ in range(ROUNDS):
        common = np.quantile([_window(grey, place) for place in places], BARE, axis=0).astype(np.float32)
        places = [_best_place(grey, start, common) for start in starts]
    return places


def _best_place(
    grey: NDArray[np.uint8], start: tuple[int, int], common: NDArray[np.float32]
) -> tuple[int, int]:
    """Return where, at most ASIDE pixels from the start, a window is most like what all have in common."""
    heart = common[INSIDE:-INSIDE, INSIDE:-INSIDE].astype(np.uint8)
    top, left = start[0] + INSIDE - ASIDE, start[1] + INSIDE - ASIDE
    height, width = heart.shape[0] + 2 * ASIDE, heart.shape[1] + 2 * ASIDE
    likeness = cv2.matchTemplate(grey[top : top + height, left : left + width], heart, cv2.TM_CCOEFF_NORMED)
    down, right = np.unravel_index(int(likeness.argmax()), likeness.shape)
    return int(start[0] + down - ASIDE), int(start[1] + right - ASIDE)


def _window(picture: NDArray[np.uint8], place: tuple[int, int]) -> Window:
    size = CELL_PIXELS + 2 * BEYOND
    return picture[place[0] :, place[1] :][:size, :size].astype(np.float32)


def _divided(window: Window, print_: Window, paper: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return what is left of a window when the print is taken away."""
    faded = window / np.maximum(print_ / paper, 0.05)
    darkest = cv2.erode(print_, np.ones((3, 3), np.uint8)) / paper
    known = ((darkest.min(axis=2, keepdims=True) - BLACK) / (INK - BLACK)).clip(0.0, 1.0)
    left = known * faded + (1.0 - known) * np.maximum(faded, paper)
    return np.asarray(left.clip(0, 255).astype(np.uint8))
