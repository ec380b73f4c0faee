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
    reading = stub_reading(doubt=False)
    cells = tuple(covered if cell.square == AT else cell for cell in reading.cells)

    sheet = Sheet.from_reading(replace(reading, cells=cells, doubt_below=doubt_below))

    may_be = sheet.possible[f"{AT.row},{AT.column}"]
    assert may_be[Terrain.EMPTY] == pytest.approx(0.56, abs=0.01)
    assert set(may_be) == set(Terrain) - {Terrain.MOUNTAIN, Terrain.WASTELAND}
