from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine import MapSheet, Season, Side, Terrain
from service.documents import Reading, Reason, SheetMap
from service.readings.reader import PhotoReader
from service.scans.likelygame import likely_game
from service.scans.rows import ScanBrief, StatedGame
from service.sheets.doubts import Doubt, SheetDoubt
from service.sheets.rows import KeptSheet, State
from service.store.events import now
from tests.service.stubs import CLEAR_PHOTO, ClassifierStub, stub_reading
from vision import PhotoReading

CHOSEN = StatedGame(("Treetower", None, None, None))
LINES = SheetDoubt(reason=Reason(code="lattice_uncertain", message="The lines leave doubt.", advice="Look."))


def read(side: Side, sure: float) -> Reading:
    """Return the reading of a photo that shows a sheet of this side, so surely."""
    sheet = replace(stub_reading(doubt=False, side=side), side_confidence=sure)
    reader = PhotoReader(
        ClassifierStub, lambda photo, *_: PhotoReading(photo.width, photo.height, None, (sheet,))
    )
    return reader.read_page(CLEAR_PHOTO, "a.jpg").reading


def last_scan(doubts: Sequence[Doubt]) -> ScanBrief:
    """Return a scan of side A whose game was told, with doubts about its sheet."""
    drawn = SheetMap(side=Side.A, terrain=MapSheet.blank(Side.A).rows, coins=None, boxes=())
    sheet = KeptSheet(drawn, doubts, "s", 0, State.SCORED, "", 1)
    return ScanBrief("x", "a.jpg", "", None, (sheet,), CHOSEN, now(), has_picture=True)


@pytest.mark.parametrize(
    ("side", "sure", "doubts", "same"),
    [
        (Side.A, 1.0, (), True),
        (Side.C, 1.0, (), False),
        (Side.C, 0.7, (), True),
        (Side.C, 1.0, (LINES,), True),
    ],
)
def test_only_a_side_that_is_sure_says_that_a_photo_is_of_another_game(
    side: Side, sure: float, doubts: Sequence[Doubt], same: bool
) -> None:
    """Else the edicts that somebody chose would have to be chosen again."""
    likely = likely_game([last_scan(doubts)], read(side, sure))

    assert (likely.edicts == CHOSEN.edicts) is same


def test_a_photo_without_a_sheet_does_not_hide_that_a_side_is_another_games() -> None:
    cat = replace(last_scan(()), sheets=())

    games = [likely_game([cat, last_scan(())], read(side, 1.0)) for side in (Side.A, Side.C)]

    assert [game.edicts == CHOSEN.edicts for game in games] == [True, False]


@pytest.mark.parametrize(
    ("drawn", "season"),
    [(22, Season.SPRING), (45, Season.SUMMER), (66, Season.FALL), (84, Season.WINTER)],
)
def test_without_numbers_the_season_is_guessed_by_how_much_is_drawn(drawn: int, season: Season) -> None:
    """The medians of 36 games of bots."""
    reading = with_drawn(read(Side.A, 1.0), drawn)

    assert likely_game([], reading) == StatedGame(season=season)


def test_numbers_tell_the_season_unless_more_is_drawn_than_at_its_end() -> None:
    """Who wants to know what a season scores has not written it yet."""
    reading = with_drawn(read(Side.A, 1.0), 45)
    spring, fall = ((1, 2, 3, 0, 6),), ((1, 2, 3, 0, 6),) * 3
    sheets = [reading.sheets[0].model_copy(update={"boxes": boxes}) for boxes in (spring, fall)]

    seasons = [likely_game([], reading.model_copy(update={"sheets": (sheet,)})).season for sheet in sheets]

    assert seasons == [Season.SUMMER, Season.FALL]


def test_the_last_photos_season_goes_before_a_guess_by_the_drawing() -> None:
    last = replace(last_scan(()), game=replace(CHOSEN, season=Season.SUMMER))

    assert likely_game([last], with_drawn(read(Side.A, 1.0), 22)).season is Season.SUMMER


def with_drawn(reading: Reading, number: int) -> Reading:
    """Return a reading of a sheet on whose first empty squares forest is drawn, and whose boxes are empty."""
    sheet, left = reading.sheets[0], iter(range(number))
    terrain = tuple(
        tuple(
            each if each.is_printed else Terrain.EMPTY if next(left, None) is None else Terrain.FOREST
            for each in row
        )
        for row in sheet.terrain
    )
    bare = sheet.model_copy(update={"terrain": terrain, "boxes": ()})
    return reading.model_copy(update={"sheets": (bare,)})
