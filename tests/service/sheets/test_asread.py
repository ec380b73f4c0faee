"""What is known of sheets as they were read, and why they need a person."""

from dataclasses import replace

from engine import Side, Square, Terrain
from service.documents import Photo, Reading, Reason, Sheet, Status
from service.sheets.asread import read_surely, reason_of
from tests.service.stubs import stub_reading
from vision import CellReading

EMPTY, MOUNTAIN = Square(0, 0), Square(1, 3)


def reading_of(*sheets: Sheet, reason: Reason | None = None) -> Reading:
    """Return the reading of a photo of these sheets."""
    photo = Photo(name="a.jpg", sha256="0" * 64, page=None, width=600, height=800)
    return Reading(
        photo=photo, status=Status.REVIEW, reason=reason, seconds=1.0, model="stub_v1", sheets=sheets
    )


def test_what_a_confirmed_side_prints_is_known_however_sure_the_side_was() -> None:
    read = stub_reading(side=Side.A)
    unsure = tuple(
        CellReading(cell.square, {cell.terrain: 0.5}) if cell.square in (EMPTY, MOUNTAIN) else cell
        for cell in read.cells
    )
    sheet = Sheet.from_reading(replace(read, cells=unsure))

    known = read_surely(reading_of(sheet), 0)

    assert read.to_map()[MOUNTAIN] is Terrain.MOUNTAIN
    assert (MOUNTAIN.row, MOUNTAIN.column) in known
    assert (EMPTY.row, EMPTY.column) not in known


def test_that_another_sheet_was_not_read_is_said_of_the_first() -> None:
    lost = Reason(code="sheet_unread", message="Another sheet seems to lie on this page.", advice="Scan it.")
    boxes, side = (lost.model_copy(update={"code": code}) for code in ("boxes_uncertain", "side_uncertain"))
    sheet = Sheet.from_reading(stub_reading(side=Side.A))

    def told(own: Reason | None) -> list[Reason | None]:
        sheets = [sheet.model_copy(update={"reason": own}) for _ in range(2)]
        reading = reading_of(*sheets, reason=lost)
        return [reason_of(reading, each) for each in reading.sheets]

    assert told(None) == [lost, None]
    assert told(boxes) == [lost, boxes]
    assert told(side) == [side, side]
