import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDICTS, EngineError, MapSheet, Season, Side, Square, Terrain, score_map
from engine.errors import GameScoreError, SeasonError
from engine.gamescore import Snapshot, score_game
from tests.drawing import map_of
from tests.engine.strategies import growing_sheets

FOUR = [EDICTS[name] for name in ["Sentinel Wood", "Canal Lake", "Great City", "The Cauldrons"]]
GROWING = [map_of("F"), map_of("FWA"), map_of("FWA", "VV"), map_of("FWA", "VVM")]


def game_of(*snapshots: tuple[MapSheet, int]) -> list[Snapshot]:
    return [Snapshot(sheet, coins) for sheet, coins in snapshots]


def test_each_season_scores_its_own_map_by_its_own_edicts() -> None:
    game = score_game(game_of(*zip(GROWING, [0, 1, 1, 3], strict=True)), FOUR)

    assert [[line.stars.total for line in report.lines] for report in game.seasons] == [
        [1, 0],
        [2, 0],
        [2, 0],
        [0, 1],
    ]
    assert [report.coins for report in game.seasons] == [0, 1, 1, 3]
    assert [report.monsters.total for report in game.seasons] == [0, 0, 0, -2]


def test_the_final_score_is_the_sum_of_the_seasons() -> None:
    game = score_game(game_of(*zip(GROWING, [0, 1, 1, 3], strict=True)), FOUR)

    assert game.total == 1 + 3 + 3 + (0 + 1 + 3 - 2)


def test_stars_lost_to_monsters_are_counted_over_all_seasons() -> None:
    """Rulebook, end of the game: the fewest stars lost to monsters across all four seasons break a tie."""
    game = score_game(game_of(*[(map_of("M"), 0)] * 4), FOUR)

    assert game.lost_to_monsters == 8


@pytest.mark.parametrize("number", [0, 3, 5])
def test_a_game_has_four_maps(number: int) -> None:
    with pytest.raises(GameScoreError, match=f"a game has 4 maps, one a season, not {number}"):
        score_game(game_of(*[(map_of(), 0)] * number), FOUR)


def test_the_maps_of_a_game_are_one_sheet() -> None:
    sheets = [MapSheet.blank(side) for side in (Side.A, Side.A, Side.B, Side.A)]

    with pytest.raises(GameScoreError, match="summer is on side A, fall on side B"):
        score_game([Snapshot(sheet) for sheet in sheets], FOUR)


def test_coins_are_never_lost_from_season_to_season() -> None:
    with pytest.raises(GameScoreError, match="the coins fall from 5 in summer to 3 in fall"):
        score_game(game_of(*[(map_of(), coins) for coins in (2, 5, 3, 6)]), FOUR)


def test_a_game_needs_all_four_edicts() -> None:
    with pytest.raises(SeasonError, match="D is missing"):
        score_game(game_of(*[(map_of(), 0)] * 4), FOUR[:3])


def test_coins_beyond_the_track_are_refused() -> None:
    with pytest.raises(EngineError, match="0 to 14"):
        score_game(game_of(*[(map_of(), 15)] * 4), FOUR)


def test_the_document_names_the_seasons() -> None:
    game = score_game(game_of(*zip(GROWING, [0, 1, 1, 3], strict=True)), FOUR)

    document = game.to_json()
    assert document["seasons"] == [
        {"season": season, "score": report.to_json()}
        for season, report in zip(["spring", "summer", "fall", "winter"], game.seasons, strict=True)
    ]
    assert (document["total"], document["lost_to_monsters"]) == (9, 2)


@given(
    sheets=growing_sheets(),
    coins=st.lists(st.integers(0, 14), min_size=4, max_size=4).map(sorted),
)
def test_a_game_is_its_seasons_scored_alone(sheets: list[MapSheet], coins: list[int]) -> None:
    game = score_game(game_of(*zip(sheets, coins, strict=True)), FOUR)

    alone = [
        score_map(sheet, FOUR, coins=filled, season=season)
        for sheet, filled, season in zip(sheets, coins, Season, strict=True)
    ]
    assert game.seasons == tuple(alone)
    assert game.total == sum(report.total for report in alone)
    assert game.lost_to_monsters >= 0


def test_a_map_on_which_drawn_squares_are_gone_is_of_another_player() -> None:
    drawn, other = map_of("FF"), map_of(".F")

    with pytest.raises(GameScoreError, match=r"\[0, 0\] is filled in spring and empty in summer"):
        score_game(game_of((drawn, 0), (other, 0), (drawn, 0), (drawn, 0)), FOUR)


def test_a_snapshot_has_no_coins_unless_told() -> None:
    assert Snapshot(MapSheet.blank(Side.A).with_terrain({Square(0, 0): Terrain.FARM})).coins == 0
