"""Drawings on ruins: one picture is printed in all ruins, and can be divided out or compared."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import mul

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Square, Terrain
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN, PAPER
from vision.read.reading import CellReading

FEWEST = 3  # squares of ruins from which their picture is told from what is drawn on them
BEYOND = 4  # pixels of the neighbours that are taken along: ruins may overlap their square
ASIDE = 2  # pixels that the picture may lie aside in a square
ROUNDS = 2  # of finding how the squares lie, by what they have in common
BARE = 0.75  # quantile of the squares' brightness that is the print alone: a fourth of them is bare anywhere
PAPER_END = 0.9  # quantile of brightness that is the paper
BLACK, INK = 0.15, 0.55  # of the paper's brightness: print that hides a drawing, and print that hides nothing
INSIDE = 5  # pixels at the edge of what is cut out that stay as they are
EDGE = 7  # pixels at the edge of what is cut out where no ink is looked for: shapes are outlined there
TINY = 1e-6  # probability that stands for none, as its logarithm is taken
WHITE = 255 * PAPER  # grey level to which the paper of all squares is brought
INKED = 30  # darkest pixels of a square by which its ink is measured
NOISE, FAINT = 1.5, 3.5  # logarithm of ink up to which nothing shows, and from which it is no faint ink
SURELY_SEEN = 4.0  # log odds from which a square is seen to be bare whatever its ink

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
    paper = np.maximum(np.quantile(print_.reshape(-1, 3), PAPER_END, axis=0), 1.0).astype(np.float32)
    bare = picture.copy()
    inside = slice(INSIDE, -INSIDE)
    for (top, left), window in zip(places, windows, strict=True):
        cleaned = _divided(window, print_, paper)[inside, inside]
        height, width = cleaned.shape[:2]
        bare[top + INSIDE :, left + INSIDE :][:height, :width] = cleaned
    return Image(bare)


@dataclass(frozen=True, slots=True)
class BareOdds:
    """How surely a square of ruins is bare: the weights of a logistic regression, see `weigh_ink`."""

    always: float
    seen: float
    """For the log odds of what is seen, times the logarithm of ink above NOISE."""
    marked: float
    """For an attack mark, which is ink beside a bare square's print."""
    faint: float
    """For what the logarithm of ink lacks to FAINT."""
    surely: float
    """For what the log odds of what is seen exceed SURELY_SEEN."""

    def weigh(self, bare: float, ink: float, marked: float) -> float:
        """Return how likely a square is bare that seems so with probability `bare`."""
        weights = (self.always, self.seen, self.marked, self.faint, self.surely)
        logit = sum(map(mul, weights, bare_signs(bare, ink, marked)))
        return 1.0 / (1.0 + math.exp(-logit))


def bare_signs(bare: float, ink: float, marked: float) -> tuple[float, ...]:
    """Return what the weights of BareOdds stand for, in their order.

    Args:
        bare: how likely the square is bare by what is seen.
        ink: what `ink_beyond_print` measures.
        marked: how likely an attack mark stands there.
    """
    size, seen = math.log1p(ink), math.log((bare + TINY) / (1.0 - bare + TINY))
    above = max(size - NOISE, 0.0)
    return 1.0, seen * above, marked, max(FAINT - size, 0.0), max(seen - SURELY_SEEN, 0.0)


def weigh_ink(
    cells: Sequence[CellReading], picture: Image, squares: Sequence[Square], odds: BareOdds | None
) -> tuple[CellReading, ...]:
    """Return the cells in the light of how much ink each square of ruins shows beyond its print.

    A network that does not know the print takes bare ruins for a drawing; but they look like other ruins, and
    a drawing is darker than they are. The more ink there is, the more counts what the network sees.

    Args:
        cells: of the whole map.
        picture: RGB from `rectify`.
        squares: where ruins are printed and nothing hides them; fewer than FEWEST say nothing.
        odds: a setting of the model; None leaves the cells as they are.
    """
    if odds is None or len(squares) < FEWEST:
        return tuple(cells)
    inks = dict(zip(squares, ink_beyond_print(picture, squares).tolist(), strict=True))
    return tuple(_weighed(cell, inks[cell.square], odds) if cell.square in inks else cell for cell in cells)


def _weighed(cell: CellReading, ink: float, odds: BareOdds) -> CellReading:
    """Return the cell as likely bare as its ink makes it; what it lacks of 1 stays as doubt."""
    shares = cell.probabilities
    whole = sum(shares.values())
    seen = shares.get(Terrain.EMPTY, 0.0) / whole
    bare = odds.weigh(seen, ink, cell.marks.attack)
    others = (1.0 - bare) / max(1.0 - seen, TINY)
    weighed = {terrain: share * others for terrain, share in shares.items()} | {Terrain.EMPTY: bare * whole}
    return replace(cell, probabilities=weighed)


def ink_beyond_print(picture: Image, squares: Sequence[Square]) -> NDArray[np.float64]:
    """Return by how many grey levels each square of ruins is darker than most of the others, (k,).

    The print is the same in all, though it may lie a pixel aside, so each pixel is compared with the darkest
    about its place in another square, in red, green and blue apart: purple on an orange print is darker in
    green alone. Of each pair the darkest pixels count, of all pairs the median.

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


def _on_white(window: Window) -> Window:
    """Return a square as if its paper were white."""
    paper = np.quantile(window.reshape(-1, 3), PAPER_END, axis=0)
    return np.asarray(window / np.maximum(paper, 1.0) * WHITE, np.float32)


def _strongest(darker: Window) -> float:
    """Return the mean of the INKED pixels that are darker by most in any colour, those below zero as zero."""
    most = darker.max(axis=2).ravel()
    return float(np.partition(most, -INKED)[-INKED:].clip(min=0.0).mean())


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
    own = np.quantile(window.reshape(-1, 3), PAPER_END, axis=0)
    faded = np.minimum(window / np.maximum(print_ / paper, 0.05), own)
    darkest = cv2.erode(print_, np.ones((3, 3), np.uint8)) / paper
    known = ((darkest.min(axis=2, keepdims=True) - BLACK) / (INK - BLACK)).clip(0.0, 1.0)
    left = known * faded + (1.0 - known) * np.maximum(faded, paper)
    return np.asarray(left.clip(0, 255).astype(np.uint8))
