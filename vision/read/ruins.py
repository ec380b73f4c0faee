"""What is drawn on ruins: one picture is printed in all of them, and can be divided out or compared.

The numbers of `weigh_ink` were chosen on photos used for development (card of terrain_v17).
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Square, Terrain
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.cells import PAPER as EVEN_PAPER
from vision.read.reading import CellReading

FEWEST = 3  # squares of ruins from which their picture is told from what is drawn on them
BEYOND = 4  # pixels of the neighbours that are taken along: ruins may overlap their square
ASIDE = 2  # pixels that the picture may lie aside in a square
ROUNDS = 2  # of finding how the squares lie, by what they have in common
BARE = 0.75  # quantile of the squares' brightness that is the print alone: a fourth of them is bare anywhere
PAPER = 0.9  # quantile of brightness that is the paper
BLACK, INK = 0.15, 0.55  # of the paper's brightness: print that hides a drawing, and print that hides nothing
INSIDE = 5  # pixels at the edge of what is cut out that stay as they are
EDGE = 7  # pixels at the edge of what is cut out where no ink is looked for: shapes are outlined there
WHITE = 255 * EVEN_PAPER  # grey level to which the paper of all squares is brought
INKED = 15  # darkest pixels of a square by which its ink is measured
UNDECIDED = 36.0  # grey levels of ink that speak neither for a bare square nor for a drawing
WEIGHT = 2.0  # power with which the odds of a bare square fall with its ink

Window = NDArray[np.float32]
"""RGB of a square and BEYOND pixels around it."""


def without_ruins(picture: Image, squares: Sequence[Square]) -> Image:
    """Return the sheet as if no ruins were printed on it.

    What the squares have in common is the print; each is divided by it. Where the print is as dark as pencil,
    nothing of a drawing is known, and paper takes its place.

    Args:
        picture: RGB from `rectify`.
        squares: where ruins are printed; of fewer than FEWEST the print cannot be told, and stays.
    """
    if len(squares) < FEWEST:
        return picture
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


def weigh_ink(
    cells: Sequence[CellReading], picture: Image, squares: Sequence[Square]
) -> tuple[CellReading, ...]:
    """Return the cells in the light of how much ink each square of ruins shows beyond its print.

    A network that does not know the print takes bare ruins for a drawing; but they look like other ruins, and
    a drawing is darker than they are.

    Args:
        cells: of the whole map.
        picture: RGB from `rectify`.
        squares: where ruins are printed and nothing hides them; fewer than FEWEST say nothing.
    """
    if len(squares) < FEWEST:
        return tuple(cells)
    odds = ((1.0 + ink_beyond_print(picture, squares)) / (1.0 + UNDECIDED)) ** -WEIGHT
    factors = dict(zip(squares, odds.tolist(), strict=True))
    return tuple(_with_bare_odds(cell, factors.get(cell.square, 1.0)) for cell in cells)


def ink_beyond_print(picture: Image, squares: Sequence[Square]) -> NDArray[np.float64]:
    """Return by how many grey levels each square of ruins is darker than most of the others, (k,).

    The print is the same in all, though it may lie a pixel aside, so each pixel is compared with the darkest
    about its place in another square. Of each pair the darkest pixels count, of all pairs the median.

    Args:
        picture: RGB from `rectify`.
        squares: where ruins are printed, at least two.
    """
    windows = [_window(picture, place) for place in _places(picture, squares)]
    levels = [_on_white(window[EDGE:-EDGE, EDGE:-EDGE]) for window in windows]
    darkest = [cv2.erode(level, np.ones((3, 3), np.uint8)) for level in levels]
    pairs = [
        [_strongest(other - level) for number, other in enumerate(darkest) if number != own]
        for own, level in enumerate(levels)
    ]
    return np.asarray(np.median(pairs, axis=1), np.float64)


def _on_white(window: Window) -> NDArray[np.float32]:
    """Return the darkest channel of a square, as if its paper were white."""
    paper = np.quantile(window.reshape(-1, 3), PAPER, axis=0)
    return np.asarray((window / np.maximum(paper, 1.0)).min(axis=2) * WHITE, np.float32)


def _strongest(darker: NDArray[np.float32]) -> float:
    """Return the mean of the INKED largest values, those below zero as zero."""
    return float(np.partition(darker.ravel(), -INKED)[-INKED:].clip(min=0.0).mean())


def _with_bare_odds(cell: CellReading, factor: float) -> CellReading:
    """Return the cell with the odds that it is empty multiplied; what it lacks of 1 stays as doubt."""
    shares = dict(cell.probabilities)
    whole = sum(shares.values())
    shares[Terrain.EMPTY] = shares.get(Terrain.EMPTY, 0.0) * factor
    scale = whole / max(sum(shares.values()), 1e-12)
    return replace(cell, probabilities={terrain: share * scale for terrain, share in shares.items()})


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
    """Return what is left of a window when the print is taken away, nowhere brighter than its own paper."""
    own = np.quantile(window.reshape(-1, 3), PAPER, axis=0)
    faded = np.minimum(window / np.maximum(print_ / paper, 0.05), own)
    darkest = cv2.erode(print_, np.ones((3, 3), np.uint8)) / paper
    known = ((darkest.min(axis=2, keepdims=True) - BLACK) / (INK - BLACK)).clip(0.0, 1.0)
    left = known * faded + (1.0 - known) * np.maximum(faded, paper)
    return np.asarray(left.clip(0, 255).astype(np.uint8))
