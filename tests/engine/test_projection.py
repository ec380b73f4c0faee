import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDICTS, CoinsError, EdictChoiceError, MapSheet, Season
from engine.gamescore import Snapshot, score_game
from engine.projection import project_score
from tests.drawing import map_of
from tests.engine.strategies import custom_sheets

FOUR = [EDICTS[name] for name in ["Sentinel Wood", "Canal Lake", "Great City", "The Cauldrons"]]


def test_every_edict_tells_what_it_gives_now() -> None:
    projection = project_score(map_of("FWA", "VV"), FOUR, season=Season.WINTER)

    assert {line.edict.name: line.stars.total for line in projection.lines} == {
        "Sentinel Wood": 1,
        "Canal Lake": 2,
        "Great City": 2,
        "The Cauldrons": 0,
    }


@pytest.mark.parametrize(
    ("season", "still"),
    [
        (Season.SPRING, ["spring", "summer", "fall", "winter"]),
        (Season.FALL, ["fall", "winter"]),
        (Season.WINTER, ["winter"]),
    ],
)
def test_only_the_seasons_still_to_come_are_projected(season: Season, still: list[str]) -> None:
    projection = project_score(map_of(), FOUR, season=season)

    assert [str(coming) for coming, _ in projection.seasons] == still


def test_coins_and_monsters_count_in_every_season_to_come() -> None:
    projection = project_score(map_of("M"), FOUR, coins=3, season=Season.FALL)

    assert [report.total for _, report in projection.seasons] == [3 - 2, 3 - 2]


def test_what_was_earned_before_is_added() -> None:
    assert project_score(map_of("F"), FOUR, season=Season.WINTER, earned=41).total == 41 + 1


def test_an_edict_that_is_not_known_gives_nothing() -> None:
    projection = project_score(map_of("FWA", "VV"), FOUR[:2])

    assert [[line.edict.name for line in report.lines] for _, report in projection.seasons] == [
        ["Sentinel Wood", "Canal Lake"],
        ["Canal Lake"],
        [],
        ["Sentinel Wood"],
    ]
    assert projection.total == (1 + 2) + 2 + 0 + 1


def test_an_edict_given_twice_is_refused() -> None:
    with pytest.raises(EdictChoiceError):
        project_score(map_of(), [FOUR[0], FOUR[0]])


def test_coins_beyond_the_track_are_refused() -> None:
    with pytest.raises(CoinsError):
        project_score(map_of(), FOUR, coins=15)


def test_the_document_gives_stars_by_edict_and_scores_by_season() -> None:
    document = project_score(map_of("F"), FOUR, coins=1, season=Season.WINTER, earned=7).to_json()

    assert document["edicts"] == {"Sentinel Wood": 1, "Canal Lake": 0, "Great City": 0, "The Cauldrons": 0}
    assert (document["earned"], document["total"]) == (7, 9)


@given(sheet=custom_sheets(), coins=st.integers(0, 14))
def test_it_is_the_score_of_a_game_in_which_nothing_more_is_drawn(sheet: MapSheet, coins: int) -> None:
    assert (
        project_score(sheet, FOUR, coins=coins).total == score_game([Snapshot(sheet, coins)] * 4, FOUR).total
    )
