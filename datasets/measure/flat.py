"""Read drawn sheets that are already straight, as the reader does with a sheet that it has found."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Self

from datasets.draw.flat.sheet import NO_LABEL, FlatSheet
from datasets.measure.figures import Better, Figure, Row, marked
from engine import ALL_SQUARES, LAYOUTS, MapSheet, Side, Square, Terrain
from vision import Lattice, SheetClassifier, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.reader import cells_of, without_print
from vision.read.reading import CellReading

LATTICE = map_nodes(11) * CELL_PIXELS + MARGIN - 0.5
"""The crossings of lines in the picture of a flat sheet, in pixels."""


def read_flat(sheet: FlatSheet, side: Side, classifier: SheetClassifier) -> SheetReading:
    """Read the squares of a sheet of a known side; printed mountains and wastelands are given."""
    seen = classifier.classify(Image(sheet.picture), sheet.ruins)
    layout = LAYOUTS[side]
    given = dict.fromkeys(layout.mountains, Terrain.MOUNTAIN)
    given |= dict.fromkeys(layout.wastelands, Terrain.WASTELAND)
    cells = tuple(
        replace(cell, probabilities={given[cell.square]: 1.0})
        if cell.square in given
        else without_print(cell)
        for cell in cells_of(seen, classifier.labels)
    )
    geometry = SheetGeometry(Lattice(LATTICE))
    return SheetReading(geometry, side, 1.0, cells, classifier.name, classifier.doubt_below, signs=seen.signs)


def hidden_squares(sheet: FlatSheet) -> frozenset[Square]:
    """Return the squares of which nobody can say what they hold: something lies on them."""
    return frozenset(square for square in ALL_SQUARES if sheet.terrain[square] == NO_LABEL)


@dataclass(frozen=True, slots=True)
class Tally:
    """The outcome for some squares of one sheet."""

    squares: int
    wrong: int
    silent: int
    """Wrong, and not asked about."""
    asked: int

    @classmethod
    def of(cls, cells: Collection[CellReading], truth: MapSheet, asked: Collection[Square]) -> Self:
        """Hold squares against what was drawn."""
        wrong = [cell for cell in cells if cell.terrain is not truth[cell.square]]
        silent = sum(cell.square not in asked for cell in wrong)
        return cls(len(cells), len(wrong), silent, sum(cell.square in asked for cell in cells))


def tally_figures(row: Row, tallies: Sequence[Tally]) -> list[Figure]:
    """Return how many squares are wrong or asked about, and how many sheets are right."""
    parts = {"squares wrong": "wrong", "silently wrong": "silent", "asked": "asked"}
    squares = [
        row.clustered(
            name,
            [marked(getattr(tally, part), tally.squares) for tally in tallies],
            "squares",
            better=Better.LESS,
        )
        for name, part in parts.items()
    ]
    right = sum(not tally.wrong for tally in tallies)
    return [*squares, row.counted("sheets right", right, len(tallies), "sheets")]
