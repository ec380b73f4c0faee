"""What a document says that squares may hold."""

from dataclasses import replace

import pytest

from engine import ALL_SQUARES, Terrain
from service.documents import Sheet
from tests.service.stubs import stub_reading
from vision import CellReading
from vision.read.reading import Marks
from vision.read.rules import SURE_IN_POOR

AT = ALL_SQUARES[60]


@pytest.mark.parametrize("doubt_below", [0.99, SURE_IN_POOR], ids=["good picture", "poor picture"])
def test_what_lies_on_a_square_may_hide_anything_however_sure_it_looks(doubt_below: float) -> None:
    covered = CellReading(AT, {Terrain.EMPTY: 0.9995, Terrain.FARM: 0.0005}, Marks(foreign=1.0))

    may_be = possible_of(covered, doubt_below)

    assert may_be[Terrain.EMPTY] == pytest.approx(0.56, abs=0.01)
    assert set(may_be) == set(Terrain) - {Terrain.MOUNTAIN, Terrain.WASTELAND}


def test_of_what_lies_on_a_square_and_looks_like_no_drawing_as_little_is_believed() -> None:
    token = CellReading(AT, {Terrain.EMPTY: 0.001, Terrain.FARM: 0.199}, Marks(foreign=0.99))

    may_be = possible_of(token)

    assert may_be[Terrain.FARM] == pytest.approx(0.3, abs=0.01)
    assert may_be[Terrain.HERO] == pytest.approx(0.1, abs=0.01)


def possible_of(cell: CellReading, doubt_below: float = 0.99) -> dict[Terrain, float]:
    """Return what a square of a sheet may hold by its document, if it was read so."""
    reading = stub_reading(doubt=False)
    cells = tuple(cell if cell.square == other.square else other for other in reading.cells)
    sheet = Sheet.from_reading(replace(reading, cells=cells, doubt_below=doubt_below))
    return sheet.possible[f"{cell.square.row},{cell.square.column}"]
