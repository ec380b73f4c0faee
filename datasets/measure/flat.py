"""Read drawn sheets that are already straight, as the reader does with a sheet that it has found."""

from dataclasses import replace

from datasets.draw.flat.sheet import NO_LABEL, FlatSheet
from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from vision import Lattice, SheetClassifier, SheetGeometry, SheetReading
from vision.find.lattice import map_nodes
from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN
from vision.read.reader import cells_of, without_print

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
