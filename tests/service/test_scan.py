from dataclasses import replace

from engine import Square
from service.scan import scan_reading
from service.schemas import Photo, Reading, Sheet, Status
from service.scoring import Rules
from tests.service.stubs import DOUBTED, EDICTS, stub_reading
from vision import SheetReading
from vision.reading import Marks


def reading_of(sheet: SheetReading) -> Reading:
    """Return the reading of a photo with this sheet."""
    return Reading(
        photo=Photo(name="a.jpg"),
        status=Status.REVIEW,
        reason=None,
        seconds=0.1,
        model=sheet.model,
        sheets=(Sheet.from_reading(sheet),),
    )


def test_a_scan_tells_how_far_the_score_may_be_off() -> None:
    sheet = stub_reading()

    (scanned,) = scan_reading(reading_of(sheet), Rules.of(["Mages Valley"]), [sheet]).sheets

    assert scanned.surely is not None
    assert (scanned.surely.low, scanned.score.total, scanned.surely.high) == (-4, -4, -3)
    assert scanned.surely.settle == (DOUBTED,)


def test_without_the_probabilities_nothing_is_said_of_it() -> None:
    (scanned,) = scan_reading(reading_of(stub_reading()), Rules.of(EDICTS)).sheets

    assert scanned.surely is None


def test_nothing_is_sure_where_all_squares_may_be_misplaced() -> None:
    sheet = replace(stub_reading(), doubt_below=1.0)

    (scanned,) = scan_reading(reading_of(sheet), Rules.of(["Mages Valley"]), [sheet]).sheets

    assert scanned.surely is None


def test_marks_that_are_likely_are_told() -> None:
    sheet = stub_reading()
    marked = Marks(attack=0.9, initial={"": 0.3, "G": 0.7}, foreign=0.1)
    cells = tuple(
        replace(cell, marks=marked) if cell.square == Square(0, 0) else cell for cell in sheet.cells
    )

    marks = Sheet.from_reading(replace(sheet, cells=cells)).marks

    assert list(marks) == ["0,0"]
    assert (marks["0,0"].attack, marks["0,0"].initial, marks["0,0"].foreign) == (0.9, "G", 0.1)
