"""Squares that lie outside the photo: nothing of them is read, and too many of them are no map."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine import SIZE, Terrain
from engine.sentence import Sentence, later
from vision.errors import GridNotFoundError, Reason
from vision.find.lattice import Lattice
from vision.read.consistency import Consistency, Squares
from vision.read.reading import CellReading, Marks, SheetReading

MOST_UNSEEN = 12  # squares outside the photo with which a map is still worth a person's time
UNSEEN = 0.5  # a square that shows less of itself counts as unseen
MANY_COVERED = 8  # squares that something covers, which may then be the cause of other troubles
TAKEN_FOR = frozenset(
    {
        "print_elsewhere",
        "seen_twice",
        "twin_rows",
        "shows_through",
        "patterned",
        "many_in_doubt",
        "rows_repeated",
    }
)
"""Reasons that lines and pictures on a card give too."""
GUESS = 0.2  # share of what is read that counts where drawings would not show
COVERED_EMPTY = 0.5  # the same of covered squares that look empty: of 288 on photos 66 % were
COVERED_DRAWN = 0.85  # and of those that show a drawing: of 82 on photos 89 % held it
FEWEST_BLEACHED = 4  # bright empty squares that are asked about: fewer are the glint of a good photo
LOOKS = 5  # points along each side of a square that are looked for in the photo


def seen_shares(lattice: Lattice, width: int, height: int) -> NDArray[np.float64]:
    """Return how much of each square lies in a photo of this size, 0 to 1, shape (121,), row by row."""
    along = (np.arange(SIZE * LOOKS) + 0.5) / LOOKS
    x, y = np.moveaxis(lattice.to_photo(np.stack(np.meshgrid(along, along), axis=-1)), -1, 0)
    inside = (x >= -0.5) & (x <= width - 0.5) & (y >= -0.5) & (y <= height - 0.5)
    return np.asarray(inside.reshape(SIZE, LOOKS, SIZE, LOOKS).mean(axis=(1, 3)).ravel(), np.float64)


def check_seen(shares: NDArray[np.float64]) -> None:
    """Refuse a sheet too much of which lies outside the photo.

    Raises:
        GridNotFoundError: reason `cut_off`.
    """
    unseen = int((shares < UNSEEN).sum())
    if unseen > MOST_UNSEEN:
        raise GridNotFoundError(cut_off(_in_words(unseen)))


def _in_words(unseen: int) -> str:
    if unseen == 1:
        return later("1 square lies outside the photo.")
    return Sentence("%(squares)s squares lie outside the photo.", squares=unseen)


def cut_off(message: str) -> Reason:
    """Return the reason of a photo that the map runs out of."""
    return Reason("cut_off", message, "Step back, and take the whole sheet into the picture.")


def spread_unseen(reading: SheetReading, shares: NDArray[np.float64]) -> SheetReading:
    """Return the reading with the certainty of each square reduced to what of it lies in the photo.

    What is printed on the side is known without being seen.
    """
    if shares.min() >= 1.0:
        return reading
    unseen = int((shares < UNSEEN).sum())
    trusted = np.where(shares < UNSEEN, 0.0, shares).tolist()
    cells = tuple(
        cell if share >= 1.0 or _is_given(cell, reading) else _spread(cell, share, reading)
        for cell, share in zip(reading.cells, trusted, strict=True)
    )
    spread = replace(reading, cells=cells)
    return spread.noticing(cut_off(_in_words(unseen)), weightiest=True) if unseen else spread


SOMETHING_COVERS = Reason(
    "covered",
    "Some squares show none of their printed lines: something may lie on them.",
    "Take away what lies on the sheet, or check these squares.",
)
TOO_BRIGHT = Reason(
    "bleached",
    "Some squares are so bright that drawings in them may not be seen.",
    "Take the photo again without flash and out of the sun, or check these squares.",
)


ROWS_REPEAT = Reason(
    "rows_repeated",
    "Rows of the photo are repeated, as where its file is damaged.",
    "Send the photo again, or check these squares.",
)


def spread_hidden(reading: SheetReading) -> SheetReading:
    """Return the reading with less trust in squares that something covers, most of all in empty ones.

    Where these are many, that comes before what is easily taken for it.
    """
    hidden = reading.geometry.hidden
    is_cause = (
        hidden.sum() >= MANY_COVERED and reading.reason is not None and reading.reason.code in TAKEN_FOR
    )
    return _spread_all(reading, hidden, SOMETHING_COVERS, weightiest=is_cause)


@dataclass(frozen=True)
class Lost:
    """Squares that look empty where drawings would not show, each of shape (11, 11)."""

    unlined: Squares
    bleached: Squares

    @classmethod
    def among(cls, cells: Sequence[CellReading], agreement: Consistency) -> "Lost":
        """Return which of the squares are lost."""
        empty = np.array([cell.terrain is Terrain.EMPTY for cell in cells]).reshape(SIZE, SIZE)
        bleached = agreement.bleached & empty
        return cls(agreement.unlined & empty, bleached & (bleached.sum() >= FEWEST_BLEACHED))


def spread_lost(reading: SheetReading, agreement: Consistency) -> SheetReading:
    """Return the reading with a mere guess at squares in which drawings would not show as they are."""
    lost = Lost.among(reading.cells, agreement)
    spread = _spread_all(reading, agreement.torn, ROWS_REPEAT)
    return _spread_all(_spread_all(spread, lost.unlined, SOMETHING_COVERS), lost.bleached, TOO_BRIGHT)


def _spread_all(
    reading: SheetReading, lost: NDArray[np.bool_], reason: Reason, *, weightiest: bool = False
) -> SheetReading:
    if not lost.any():
        return reading
    cells = tuple(
        replace(_spread(cell, _kept(cell, reason), reading), marks=Marks())
        if gone and not _is_given(cell, reading)
        else cell
        for cell, gone in zip(reading.cells, lost.ravel(), strict=True)
    )
    if reason in reading.reasons and not weightiest:
        return replace(reading, cells=cells)
    others = tuple(other for other in reading.reasons if other != reason)
    return replace(reading, cells=cells, reason=None, noticed=others).noticing(reason, weightiest=weightiest)


def _kept(cell: CellReading, reason: Reason) -> float:
    """Return how much of what was read counts where something is lost for this reason."""
    if reason != SOMETHING_COVERS:
        return GUESS
    return COVERED_EMPTY if cell.terrain is Terrain.EMPTY else COVERED_DRAWN


def _is_given(cell: CellReading, reading: SheetReading) -> bool:
    return reading.knows_its_print and cell.terrain.is_printed


def _spread(cell: CellReading, kept: float, reading: SheetReading) -> CellReading:
    """Keep a share of what was read, and mix it with even odds for all that can stand there."""
    possible = [terrain for terrain in Terrain if not reading.knows_its_print or not terrain.is_printed]
    whole = sum(cell.probabilities.values())
    even = (1.0 - kept) * whole / len(possible)
    mixed = {terrain: kept * cell.probabilities.get(terrain, 0.0) + even for terrain in possible}
    return replace(cell, probabilities=mixed, marks=cell.marks if kept >= UNSEEN else Marks())
