"""Squares that do not show as they are: outside the photo, covered, too bright. Less is believed of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine import SIZE, Terrain
from vision.find.lattice import Lattice
from vision.read.consistency import Consistency, Squares
from vision.read.reading import CellReading, Marks, SheetReading

UNSEEN = 0.5  # a square that shows less of itself counts as unseen
GUESS = 0.2  # share of what is read that counts where drawings would not show
COVERED_EMPTY = 0.5  # the same of covered squares that look empty: of 288 on photos 66 % were
COVERED_DRAWN = 0.85  # and of those that show a drawing: of 82 on photos 89 % held it
LOOKS = 5  # points along each side of a square that are looked for in the photo


def seen_shares(lattice: Lattice, width: int, height: int) -> NDArray[np.float64]:
    """Return how much of each square lies in a photo of this size, 0 to 1, (11, 11)."""
    along = (np.arange(SIZE * LOOKS) + 0.5) / LOOKS
    x, y = np.moveaxis(lattice.to_photo(np.stack(np.meshgrid(along, along), axis=-1)), -1, 0)
    inside = (x >= -0.5) & (x <= width - 0.5) & (y >= -0.5) & (y <= height - 0.5)
    return np.asarray(inside.reshape(SIZE, LOOKS, SIZE, LOOKS).mean(axis=(1, 3)), np.float64)


@dataclass(frozen=True)
class Lost:
    """Squares that do not show as they are, each of shape (11, 11)."""

    torn: Squares
    """Across which rows of the photo are repeated."""
    unlined: Squares
    """That look empty, and show none of their printed lines."""
    bleached: Squares
    """That look empty, and are as bright as can be."""
    covered: Squares
    """On which something lies, where the side has no print that is known all the same."""
    shares: NDArray[np.float64]
    """How much of each square lies in the photo, 0 to 1."""

    @classmethod
    def among(
        cls,
        cells: Sequence[CellReading],
        agreement: Consistency,
        covered: Squares,
        shares: NDArray[np.float64],
    ) -> "Lost":
        """Return what is lost of the squares of a sheet."""
        empty = np.array([cell.terrain is Terrain.EMPTY for cell in cells]).reshape(SIZE, SIZE)
        return cls(agreement.torn, agreement.unlined & empty, agreement.bleached & empty, covered, shares)

    @property
    def hidden(self) -> int:
        """How many squares something covers, or may cover, of those that lie in the photo."""
        return int(((self.covered | self.unlined) & (self.shares >= UNSEEN)).sum())

    @property
    def outside(self) -> int:
        """How many squares lie outside the photo."""
        return int((self.shares < UNSEEN).sum())


def spread_lost(reading: SheetReading, lost: Lost) -> SheetReading:
    """Return the reading with less trust in squares that do not show as they are.

    Of torn and bleached ones a mere guess is left, of covered ones more where a drawing is seen, of those
    that lie in the photo in part as much as that. What is printed on the side is known without being seen.
    """
    shares = np.where(lost.shares < UNSEEN, 0.0, lost.shares).ravel().tolist()
    guessed = (lost.torn.astype(int) + lost.bleached).ravel().tolist()
    beneath = (lost.unlined.astype(int) + lost.covered).ravel().tolist()
    cells = tuple(
        cell if _is_given(cell, reading) else _spread_cell(cell, reading, *seen)
        for cell, *seen in zip(reading.cells, guessed, beneath, shares, strict=True)
    )
    return replace(reading, cells=cells)


def _spread_cell(
    cell: CellReading, reading: SheetReading, guessed: int, beneath: int, share: float
) -> CellReading:
    """Return a cell less trusted: for so many reasons a guess, so often beneath something, seen in part."""
    for _ in range(guessed):
        cell = replace(_spread(cell, GUESS, reading), marks=Marks())
    for _ in range(beneath):
        kept = COVERED_EMPTY if cell.terrain is Terrain.EMPTY else COVERED_DRAWN
        cell = replace(_spread(cell, kept, reading), marks=Marks())
    return cell if share >= 1.0 else _spread(cell, share, reading)


def _is_given(cell: CellReading, reading: SheetReading) -> bool:
    return reading.knows_its_print and cell.terrain.is_printed


def _spread(cell: CellReading, kept: float, reading: SheetReading) -> CellReading:
    """Keep a share of what was read, and mix it with even odds for all that can stand there."""
    possible = [terrain for terrain in Terrain if not reading.knows_its_print or not terrain.is_printed]
    whole = sum(cell.probabilities.values())
    even = (1.0 - kept) * whole / len(possible)
    mixed = {terrain: kept * cell.probabilities.get(terrain, 0.0) + even for terrain in possible}
    return replace(cell, probabilities=mixed, marks=cell.marks if kept >= UNSEEN else Marks())
