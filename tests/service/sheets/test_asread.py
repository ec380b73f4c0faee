"""Which squares are known once a sheet is known to lie as it was read."""

from dataclasses import replace

from engine import Side, Square, Terrain
from service.documents import Reading, Sheet
from service.documents.readings import Photo, Status
from service.sheets.asread import read_surely
from tests.service.stubs import stub_reading
from vision import CellReading

EMPTY, MOUNTAIN = Square(0, 0), Square(1, 3)


def test_what_a_confirmed_side_prints_is_known_however_sure_the_side_was() -> None:
    read = stub_reading(side=Side.A)
    unsure = tuple(
        CellReading(cell.square, {cell.terrain: 0.5}) if cell.square in (EMPTY, MOUNTAIN) else cell
        for cell in read.cells
    )
    sheet = Sheet.from_reading(replace(read, cells=unsure))

    known = read_surely(
        Reading(
            photo=Photo(name="a.jpg", sha256="0" * 64, page=None, width=600, height=800),
            status=Status.REVIEW,
            reason=None,
            seconds=1.0,
            model=read.model,
            sheets=(sheet,),
        ),
        0,
    )

    assert read.to_map()[MOUNTAIN] is Terrain.MOUNTAIN
    assert (MOUNTAIN.row, MOUNTAIN.column) in known
    assert (EMPTY.row, EMPTY.column) not in known
