"""What is said of a sheet, applied to it, with squares that follow."""

from dataclasses import replace

import pytest

from engine import Side, Square
from service.documents.errors import ConflictError
from service.sheets.correctedmap import SheetAsRead, SheetToCorrect
from service.sheets.documents import SheetCorrection
from service.sheets.doubts import Doubt, SquareDoubt, doubts_of
from service.sheets.rows import BLANK, DAMAGED, MapInForce
from tests.service.handstub import FURROWS, SMUDGE, STAINED, TAKEN_FOR_WATER, hand_reading, reviewed


def squares_of(doubts: list[Doubt]) -> list[Square]:
    return [Square(*doubt.square) for doubt in doubts if isinstance(doubt, SquareDoubt)]


def test_once_a_sheet_is_known_to_lie_as_it_was_read_its_own_doubtful_squares_alone_are_asked_about() -> None:
    misplaced = replace(hand_reading(Side.A, "stub_v1"), doubt_below=1.0)
    reading = reviewed(misplaced)
    (sheet,) = reading.sheets
    standing = MapInForce(sheet.map, doubts_of(sheet, None))

    sheet_read = SheetAsRead(reading, 0, None, misplaced)
    lies_right = SheetCorrection.model_validate({"whole": True})
    followed = SheetToCorrect(standing, sheet_read, []).correct(lies_right, "judge").then

    assert len(squares_of(list(standing.doubts))) > 100
    assert squares_of(list(followed.doubts)) == sorted((*FURROWS, STAINED, TAKEN_FOR_WATER, SMUDGE))


def test_nobody_corrects_a_map_that_was_damaged_in_the_database() -> None:
    seen = hand_reading(Side.A, "stub_v1")
    damaged = SheetToCorrect(MapInForce(BLANK, (DAMAGED,)), SheetAsRead(reviewed(seen), 0, None, seen), [])

    with pytest.raises(ConflictError, match="damaged"):
        damaged.correct(SheetCorrection(coins=3), "judge")
