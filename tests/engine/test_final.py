from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import EDICTS, Edict, MapSheet, Season, monster_losses, score_map
from engine.errors import EdictChoiceError, GameScoreError, MapFormatError
from engine.final import find_final
from engine.gamescore import Snapshot, score_game
from engine.scoreboxes import Box, Origin, WrittenSeason, read_boxes
from tests.drawing import map_of
from tests.engine.strategies import custom_sheets, growing_sheets

FOUR = [EDICTS[name] for name in ["Sentinel Wood", "Canal Lake", "Great City", "Borderlands"]]
ROWS: list[WrittenSeason] = [[12, 9, 3, -2, 22], [4, 6, 3, 0, 13], [6, 12, 5, 0, 23], [6, 2, 6, -1, 13]]
LAST_MAP = map_of("FFW", "", "M")


def rules(boxes: list[WrittenSeason], **known: Any) -> list[str]:
    return [str(contradiction.rule) for contradiction in find_final(boxes, **known).contradictions]


def message(boxes: list[WrittenSeason], **known: Any) -> str:
    (contradiction,) = find_final(boxes, **known).contradictions
    return contradiction.message


def row_of(season: Season, row: WrittenSeason) -> list[WrittenSeason]:
    """The boxes of the example, with another row for one season."""
    rows = list(ROWS)
    rows[list(Season).index(season)] = row
    return rows


def test_four_whole_rows_give_the_final_score() -> None:
    final = find_final(ROWS)

    assert final.total == 22 + 13 + 23 + 13
    assert final.contradictions == ()
    assert final.missing == ()


def test_the_stars_lost_to_monsters_are_added_up() -> None:
    assert find_final(ROWS).lost_to_monsters == 3


def test_a_total_follows_from_the_other_boxes() -> None:
    final = find_final(row_of(Season.FALL, [6, 12, 5, 0, None]))

    assert final.numbers[Season.FALL, Box.TOTAL].value == 23
    assert final.numbers[Season.FALL, Box.TOTAL].origin is Origin.OTHERS
    assert final.total == 71


def test_a_box_follows_from_the_total_and_the_others() -> None:
    final = find_final(row_of(Season.FALL, [6, None, 5, 0, 23]))

    assert final.numbers[Season.FALL, Box.SECOND_EDICT].value == 12


@pytest.mark.parametrize(
    ("coins", "follow"),
    [([3, None, 3, 4], 3), ([0, 0, 0, 0], 0), ([None, 0, 2, 2], 0), ([14, None, None, None], 14)],
)
def test_coins_between_equal_numbers_follow(coins: list[int | None], follow: int) -> None:
    """Coins are never lost: between 3 and 3 there is only 3, before 0 only 0, after 14 only 14."""
    final = find_final([[None, None, coin, None, None] for coin in coins])

    assert {final.numbers[season, Box.COINS].value for season in Season} >= {follow}
    assert all((season, Box.COINS) in final.numbers for season in Season)


def test_a_missing_total_follows_from_the_written_final_score() -> None:
    final = find_final(row_of(Season.SUMMER, None), written_final=70)

    assert final.numbers[Season.SUMMER, Box.TOTAL].value == 12
    assert final.total == 70
    assert final.lost_to_monsters is None


def test_winter_follows_from_the_last_map() -> None:
    """D and A are scored in winter, with the coin track and the monsters of the last map."""
    final = find_final(row_of(Season.WINTER, None), sheet=LAST_MAP, coins=6, edicts=FOUR)

    assert [final.numbers[Season.WINTER, box].value for box in Box] == [0, 2, 6, -3, 5]
    assert {final.numbers[Season.WINTER, box].origin for box in Box} == {Origin.MAP, Origin.OTHERS}
    assert final.total == 22 + 13 + 23 + 5


def test_what_keeps_a_total_from_following_is_named() -> None:
    final = find_final(row_of(Season.SUMMER, [None, 6, None, 0, None])[:3])

    assert final.total is None
    assert final.missing == (
        (Season.SUMMER, Box.FIRST_EDICT),
        (Season.SUMMER, Box.COINS),
        (Season.WINTER, Box.FIRST_EDICT),
        (Season.WINTER, Box.SECOND_EDICT),
        (Season.WINTER, Box.COINS),
        (Season.WINTER, Box.MONSTERS),
    )


def test_a_wrong_sum_is_named_and_not_repaired() -> None:
    final = find_final(row_of(Season.SPRING, [12, 9, 3, -2, 23]))

    (wrong,) = final.contradictions
    assert (wrong.rule, wrong.season, wrong.box) == ("sum", Season.SPRING, Box.TOTAL)
    assert (wrong.number, wrong.expected) == (23, 22)
    assert wrong.message == "spring: 12, 9, 3 and -2 add up to 22, not to 23"
    assert final.total is None
    assert final.lost_to_monsters is None
    assert final.numbers[Season.SPRING, Box.TOTAL].value == 23


def test_falling_coins_are_named() -> None:
    assert message(row_of(Season.SUMMER, [4, 6, 2, 0, 12])) == (
        "summer, coins: 2 is written, after 3 in spring; coins are never lost"
    )


def test_falling_coins_are_named_across_a_season_without_any() -> None:
    assert rules([[None, None, 9, None, None], None, [None, None, 5, None, None]]) == ["coins_fall"]


@pytest.mark.parametrize("coins", [15, -1])
def test_coins_beyond_the_track_are_named(coins: int) -> None:
    assert "coin_limit" in rules(row_of(Season.WINTER, [6, 2, coins, -1, coins + 7]))


def test_winters_coins_are_those_of_the_coin_track() -> None:
    assert message(ROWS, coins=7) == "winter, coins: 6 is written, but the coin track shows 7"


def test_earlier_coins_beyond_the_coin_track_are_named() -> None:
    assert message(row_of(Season.WINTER, None), coins=4) == (
        "winter, coins: 4 is counted, after 5 in fall; coins are never lost"
    )


def test_winters_edicts_and_monsters_are_those_of_the_last_map() -> None:
    found = find_final(ROWS, sheet=LAST_MAP, edicts=FOUR).contradictions

    assert [(wrong.box, wrong.number, wrong.expected) for wrong in found] == [
        (Box.MONSTERS, -1, -3),
        (Box.FIRST_EDICT, 6, 0),
    ]
    assert found[1].message == "winter, first edict: 6 is written, but the last map gives 0"


def test_a_number_that_an_edict_cannot_give_is_named() -> None:
    assert message(row_of(Season.FALL, [6, 13, 5, 0, 24]), edicts=FOUR) == (
        "fall, second edict: 13 is written; Borderlands gives 0, 6, 12 and so on"
    )


def test_a_number_that_follows_is_held_against_the_edict_too() -> None:
    assert message(row_of(Season.FALL, [6, None, 5, 0, 24]), edicts=FOUR) == (
        "fall, second edict: 13 follows from the others; Borderlands gives 0, 6, 12 and so on"
    )


def test_edicts_known_in_part_are_held_against_what_they_score() -> None:
    assert rules([[41, 9, 3, -2, 51]], edicts=FOUR[:1]) == ["edict_worth"]


def test_monsters_that_earn_stars_are_named() -> None:
    assert rules(row_of(Season.SPRING, [12, 9, 3, 2, 26])) == ["monsters_lose"]


def test_a_written_final_score_that_is_not_the_sum_is_named() -> None:
    final = find_final(ROWS, written_final=72)

    (wrong,) = final.contradictions
    assert (wrong.rule, wrong.season, wrong.expected) == ("final_sum", None, 71)
    assert final.total is None


def test_every_contradiction_is_named() -> None:
    assert rules([[12, 9, 3, 2, 22], [4, 6, 2, 0, 13]]) == ["sum", "sum", "coins_fall", "monsters_lose"]


def test_nothing_written_is_nothing_known() -> None:
    final = find_final([])

    assert (final.total, final.lost_to_monsters, final.contradictions) == (None, None, ())
    assert len(final.missing) == 16


@pytest.mark.parametrize(
    ("boxes", "problem"),
    [([None] * 5, "4 seasons, not of 5"), ([[1, 2, 3]], "spring has 5 boxes, not 3: first_edict, second")],
)
def test_boxes_of_no_sheet_are_refused(boxes: list[WrittenSeason], problem: str) -> None:
    with pytest.raises(GameScoreError, match=problem):
        find_final(boxes)


def test_edicts_of_no_game_are_refused() -> None:
    with pytest.raises(EdictChoiceError):
        find_final([], edicts=[FOUR[0], FOUR[0]])


def test_the_document_tells_every_number_with_its_origin() -> None:
    document = find_final(row_of(Season.SUMMER, [4, 6, 2, 0, None])[:2]).to_json()

    assert document["total"] is None
    assert document["seasons"][1] == {  # type: ignore[index]
        "season": "summer",
        "first_edict": {"value": 4, "origin": "written"},
        "second_edict": {"value": 6, "origin": "written"},
        "coins": {"value": 2, "origin": "written"},
        "monsters": {"value": 0, "origin": "written"},
        "total": {"value": 12, "origin": "others"},
    }
    assert document["contradictions"] == [
        {
            "rule": "coins_fall",
            "season": "summer",
            "box": "coins",
            "number": 2,
            "expected": None,
            "message": "summer, coins: 2 is written, after 3 in spring; coins are never lost",
        }
    ]
    assert document["missing"][0] == {"season": "fall", "box": "first_edict"}  # type: ignore[index]


def written(snapshots: list[Snapshot], edicts: list[Edict]) -> list[list[int | None]]:
    """The boxes as players who make no mistake fill them in."""
    rows: list[list[int | None]] = []
    for season, snapshot in zip(Season, snapshots, strict=True):
        report = score_map(snapshot.sheet, edicts, coins=snapshot.coins, season=season)
        stars = [line.stars.total for line in report.lines]
        rows.append([*stars, report.coins, report.monsters.total, report.total])
    return rows


GAMES = st.builds(
    lambda sheets, coins: [Snapshot(*pair) for pair in zip(sheets, sorted(coins), strict=True)],
    growing_sheets(),
    st.lists(st.integers(0, 14), min_size=4, max_size=4),
)


@given(snapshots=GAMES, hidden=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 4))))
def test_what_follows_from_a_true_sheet_is_true(
    snapshots: list[Snapshot], hidden: set[tuple[int, int]]
) -> None:
    rows = written(snapshots, FOUR)
    seen = [
        [None if (season, box) in hidden else value for box, value in enumerate(row)]
        for season, row in enumerate(rows)
    ]
    game = score_game(snapshots, FOUR)

    final = find_final(seen, sheet=snapshots[-1].sheet, coins=snapshots[-1].coins, edicts=FOUR)

    assert final.contradictions == ()
    assert final.total in (None, game.total)
    assert final.lost_to_monsters in (None, game.lost_to_monsters)
    assert {place: number.value for place, number in final.numbers.items()}.items() <= {
        (season, box): value
        for season, row in zip(Season, rows, strict=True)
        for box, value in zip(Box, row, strict=True)
    }.items()


@given(snapshots=GAMES, season=st.integers(0, 3), box=st.integers(0, 4), slip=st.integers(1, 9))
def test_one_wrong_number_on_a_whole_sheet_never_passes(
    snapshots: list[Snapshot], season: int, box: int, slip: int
) -> None:
    rows = written(snapshots, FOUR)
    rows[season][box] = (rows[season][box] or 0) + slip

    assert find_final(rows).contradictions
    assert find_final(rows).total is None


@given(sheet=custom_sheets(), coins=st.integers(0, 14))
def test_winter_as_counted_is_winter_as_scored(sheet: MapSheet, coins: int) -> None:
    final = find_final([], sheet=sheet, coins=coins, edicts=FOUR)

    report = score_map(sheet, FOUR, coins=coins, season=Season.WINTER)
    assert final.numbers[Season.WINTER, Box.TOTAL].value == report.total
    assert final.numbers[Season.WINTER, Box.MONSTERS].value == monster_losses(sheet).total


@pytest.mark.parametrize("number", [1000, -201, 10**30, True])
def test_a_number_that_nobody_writes_below_a_map_is_refused(number: int) -> None:
    with pytest.raises(MapFormatError, match="boxes"):
        read_boxes([[12, 9, 3, 0, number]])
