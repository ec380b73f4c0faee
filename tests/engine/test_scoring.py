from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    EDICTS,
    CoinsError,
    Edict,
    EdictChoiceError,
    MapSheet,
    Season,
    SeasonError,
    Square,
    find_edict,
    monster_losses,
    score_map,
)
from tests.drawing import map_of
from tests.engine.strategies import sheets

FOUR = [EDICTS[name] for name in ["Sentinel Wood", "Canal Lake", "Great City", "The Cauldrons"]]


def names_scored(edicts: Sequence[str], season: Season | None) -> list[str]:
    """The names of the edicts that count on a blank map."""
    report = score_map(map_of(), [find_edict(name) for name in edicts], season=season)
    return [line.edict.name for line in report.lines]


def test_without_a_season_every_edict_counts() -> None:
    report = score_map(map_of("FWA", "", "VV"), FOUR, coins=5)

    assert [line.stars.total for line in report.lines] == [1, 2, 2, 0]
    assert report.total == 1 + 2 + 2 + 0 + 5


@pytest.mark.parametrize(
    ("season", "names"),
    [
        (Season.SPRING, ["Sentinel Wood", "Canal Lake"]),
        (Season.SUMMER, ["Canal Lake", "Great City"]),
        (Season.FALL, ["Great City", "The Cauldrons"]),
        (Season.WINTER, ["The Cauldrons", "Sentinel Wood"]),
    ],
)
def test_a_season_scores_its_two_edicts_in_the_order_of_the_sheet(season: Season, names: list[str]) -> None:
    assert names_scored([edict.name for edict in FOUR], season) == names


@pytest.mark.parametrize(
    ("season", "given", "missing"),
    [
        (Season.SPRING, 0, "A and B"),
        (Season.SPRING, 1, "B"),
        (Season.SUMMER, 2, "C"),
        (Season.FALL, 2, "C and D"),
        (Season.FALL, 3, "D"),
        (Season.WINTER, 3, "D"),
        (Season.WINTER, 0, "D and A"),
    ],
)
def test_a_season_without_its_edicts_is_refused(season: Season, given: int, missing: str) -> None:
    with pytest.raises(
        SeasonError, match=f"^{season} scores edicts .* but edicts? {missing} (is|are) missing"
    ) as caught:
        score_map(map_of(), FOUR[:given], season=season)

    assert caught.value.missing == missing.replace(" and ", "")
    assert caught.value.season == season


def test_a_season_needs_only_the_edicts_it_scores() -> None:
    assert names_scored(["Silos", "Treetower"], Season.SPRING) == ["Silos", "Treetower"]
    assert names_scored(["Silos", "Treetower", "Deepwood"], Season.SUMMER) == ["Treetower", "Deepwood"]


def test_no_edicts_leave_coins_and_monsters() -> None:
    assert score_map(map_of("M"), [], coins=4).total == 4 - 2


@pytest.mark.parametrize("coins", [0, 14])
def test_the_track_may_be_empty_or_full(coins: int) -> None:
    assert score_map(map_of(), [], coins=coins).total == coins


def test_without_a_word_there_are_no_coins() -> None:
    assert score_map(map_of(), []).total == 0


def test_more_than_four_edicts_are_refused() -> None:
    with pytest.raises(
        EdictChoiceError, match=r"a game has at most 4 edicts, 5 given: Sentinel Wood, .*Silos"
    ):
        score_map(map_of(), [*FOUR, EDICTS["Silos"]])


def test_the_same_edict_twice_is_refused() -> None:
    twice = [EDICTS["Greenbough"], EDICTS["Silos"], EDICTS["Borderlands"], EDICTS["Silos"]]
    with pytest.raises(EdictChoiceError, match=r"the same edict is given twice: Silos$") as caught:
        score_map(map_of(), twice)

    assert caught.value.names == ("Silos",)


def test_a_name_in_place_of_an_edict_is_refused_with_advice() -> None:
    with pytest.raises(EdictChoiceError, match="edicts are what find_edict returns of a name: Silos"):
        score_map(map_of(), ["Silos"])  # type: ignore[list-item]


@pytest.mark.parametrize("coins", [-1, 15, True])
def test_coins_beyond_the_track_are_refused(coins: int) -> None:
    with pytest.raises(CoinsError, match=f"coins must be a whole number from 0 to 14, not {coins}") as caught:
        score_map(map_of(), FOUR, coins=coins)

    assert caught.value.coins == coins


@pytest.mark.parametrize(
    ("sheet", "lost"),
    [
        pytest.param(map_of("F"), 0, id="no monster"),
        pytest.param(map_of("M"), -2, id="the corner"),
        pytest.param(map_of("", ".M"), -4, id="all four sides"),
        pytest.param(map_of("M.M"), -4, id="an empty space between two monsters counts once"),
        pytest.param(map_of("MF", "F"), 0, id="a surrounded monster"),
        pytest.param(map_of("Xr"), 0, id="a destroyed monster"),
        pytest.param(map_of("mr", "F"), -1, id="empty ruins are empty"),
        pytest.param(map_of("M#", "^"), 0, id="wasteland and mountain are filled"),
    ],
)
def test_each_empty_space_beside_a_monster_loses_a_star(sheet: MapSheet, lost: int) -> None:
    assert monster_losses(sheet).total == lost


def test_the_report_is_written_as_the_contract_says() -> None:
    sheet = map_of("F.V", "..MA")

    assert score_map(sheet, [EDICTS["Sentinel Wood"], EDICTS["Great City"]], coins=3).to_json() == {
        "schema": "surveyor/score@1",
        "edicts": {"Sentinel Wood": 1, "Great City": 1},
        "coins": 3,
        "monsters": -2,
        "total": 3,
        "squares": {"Sentinel Wood": [[0, 0]], "Great City": [[0, 2]], "monsters": [[1, 1], [2, 2]]},
    }


@given(
    sheet=sheets(),
    edicts=st.lists(st.sampled_from(list(EDICTS.values())), unique_by=str, max_size=4),
    coins=st.integers(0, 14),
)
def test_the_total_is_the_sum_of_the_lines(sheet: MapSheet, edicts: list[Edict], coins: int) -> None:
    report = score_map(sheet, edicts, coins=coins)

    assert report.total == sum(line.stars.total for line in report.lines) + coins + report.monsters.total


def test_the_monsters_tell_the_empty_squares() -> None:
    assert monster_losses(map_of("M")).squares == (Square(0, 1), Square(1, 0))
