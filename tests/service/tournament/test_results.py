from collections.abc import Sequence

import pytest

from engine import Season, Side, find_edict
from engine.mapsheet import MapSheet
from service.documents import SheetMap
from service.sheets.rows import SheetRow, State
from service.tournament.results import Lacking, Missing, PlayerResult, Standing, score_player
from tests.drawing import map_of
from tests.service.tournament.sheetrows import EDICTS, last_map, row

GROWING = {
    Season.SPRING: last_map(map_of("FF"), coins=0),  # 2 forests at the edge; no water: 2
    Season.SUMMER: last_map(map_of("FFW"), coins=1),  # no lake with farms, no village: 1 coin
    Season.FALL: last_map(map_of("FFW" + "F" * 8), coins=1),  # one full row 6, 1 coin: 7
    Season.WINTER: last_map(map_of("FFW" + "F" * 8, "M"), coins=2),  # row 6, 10 forests, 2 coins, monster -2
}
TOTALS = (2, 1, 7, 16)


def score(*sheets: SheetRow, edicts: tuple[str, ...] = EDICTS, solo: bool = False) -> PlayerResult:
    return score_player(sheets, edicts, solo=solo)


def seasons(**changed: SheetMap) -> list[SheetRow]:
    return [row(season, changed.get(season.value, read)) for season, read in GROWING.items()]


def with_boxes(read: SheetMap, written: Sequence[Sequence[int | None] | None]) -> SheetMap:
    """Return a map with other boxes, also such as no sheet has."""
    boxes = tuple(None if season is None else tuple(season) for season in written)
    return read.model_copy(update={"boxes": boxes})


def test_four_maps_are_scored_season_by_season() -> None:
    result = score(*seasons())

    assert result.seasons == TOTALS
    assert (result.total, result.lost_to_monsters, result.state) == (26, 2, Standing.SETTLED)
    assert (result.flags, result.missing, result.notes) == ((), (), ())


def test_a_solo_game_is_rated() -> None:
    rating = score(*seasons(), solo=True).rating

    assert rating
    assert (rating.score, rating.subtracted) == (26, sum(find_edict(name).solo for name in EDICTS))


BOXES = [[12, 9, 3, -2, 22], [6, 8, 3, 0, 17], [8, 6, 5, 0, 19], None]


def test_without_the_maps_before_the_written_boxes_tell() -> None:
    result = score(row(read=last_map(map_of("FF"), BOXES, coins=6)))

    assert result.seasons == (22, 17, 19, 8)  # winter by its map: 2 forests at the edge and 6 coins
    assert (result.total, result.lost_to_monsters, result.state) == (66, 2, Standing.SETTLED)


def test_a_season_with_a_map_needs_no_boxes() -> None:
    last = with_boxes(GROWING[Season.WINTER], [None, [0, 0, 1, 0, 1], None, None])
    result = score(
        row(Season.SPRING, GROWING[Season.SPRING]), row(Season.FALL, GROWING[Season.FALL]), row(read=last)
    )

    assert (result.seasons, result.total, result.state) == (TOTALS, 26, Standing.SETTLED)


def test_the_map_goes_before_a_wrong_sum_which_is_noted() -> None:
    last = with_boxes(GROWING[Season.WINTER], [[2, 0, 0, 0, 3], None, None, None])
    result = score(*seasons(winter=last))

    assert (result.total, result.state) == (26, Standing.SETTLED)
    assert result.notes == ("spring: 3 is written as the total, but the map gives 2",)


def test_coins_that_were_not_read_are_those_that_are_written() -> None:
    last = with_boxes(GROWING[Season.WINTER], [None, [None, None, 1, None, None], None, None])
    result = score(*seasons(summer=GROWING[Season.SUMMER].model_copy(update={"coins": None}), winter=last))

    assert (result.total, result.state) == (26, Standing.SETTLED)


def test_coins_that_nobody_knows_are_missing() -> None:
    result = score(*seasons(summer=GROWING[Season.SUMMER].model_copy(update={"coins": None})))

    # between 0 coins in spring and 1 in fall there may be either
    assert (result.total, result.state) == (None, Standing.MISSING)
    assert [missing.words for missing in result.missing] == ["the boxes of summer: coins"]


def test_coins_that_nobody_knows_are_those_before_where_those_after_are_the_same() -> None:
    spring = GROWING[Season.SPRING].model_copy(update={"coins": 1})
    summer = GROWING[Season.SUMMER].model_copy(update={"coins": None})

    result = score(*seasons(spring=spring, summer=summer))

    assert (result.seasons, result.total, result.state) == ((3, *TOTALS[1:]), 27, Standing.SETTLED)


@pytest.mark.parametrize("before", [0, 1])  # 1 in fall: those of summer follow only where spring has 1, too
def test_a_season_that_is_missing_is_the_same_whether_or_not_its_coins_are_known(before: int) -> None:
    spring = GROWING[Season.SPRING].model_copy(update={"coins": before})
    played = [each for each in seasons(spring=spring) if each.season is not Season.SUMMER]

    assert score(*played).missing == (Missing(Lacking.SEASON, Season.SUMMER),)  # lists name it once


@pytest.mark.parametrize(
    ("sheets", "edicts", "missing"),
    [
        ([], EDICTS, ("the sheet",)),
        ([row(Season.FALL)], EDICTS, ("the last map, that of winter",)),
        (
            [row()],
            EDICTS,
            (
                "the score of spring, or its map",
                "the score of summer, or its map",
                "the score of fall, or its map",
            ),
        ),
        (
            [row(read=last_map(None, [*BOXES[:2], [8, None, None, 0, None]], coins=6))],
            EDICTS,
            ("the boxes of fall: second edict, coins",),
        ),
        (
            [row(read=last_map(None, BOXES[:3], coins=6))],
            (),
            ("the boxes of winter: first edict, second edict", "the edicts of this game"),
        ),
    ],
    ids=["no sheet", "no last map", "no boxes", "some boxes", "no edicts"],
)
def test_what_is_missing_is_reported_in_words(
    sheets: list[SheetRow], edicts: tuple[str, ...], missing: tuple[str, ...]
) -> None:
    result = score_player(sheets, edicts)

    assert (result.total, result.state) == (None, Standing.MISSING)
    assert tuple(each.words for each in result.missing) == missing


def test_the_seasons_that_are_known_are_summed_up_before_all_are() -> None:
    result = score(*seasons()[:2])

    assert (result.total, result.so_far, result.seasons) == (None, sum(TOTALS[:2]), (*TOTALS[:2], None, None))


def test_numbers_that_contradict_leave_no_total() -> None:
    result = score(row(read=last_map(None, [[12, 9, 3, -2, 23], *BOXES[1:3]], coins=6)))

    assert (result.total, result.state) == (None, Standing.CONTRADICTED)
    assert [flag.message for flag in result.flags] == ["Spring: 12, 9, 3 and -2 add up to 22, not to 23."]


def test_winter_counts_by_its_map_whatever_is_written() -> None:
    fits = score(row(read=last_map(None, BOXES, coins=6)))

    result = score(row(read=last_map(None, [*BOXES[:3], [None, None, None, None, 38]], coins=6)))

    assert (result.total, result.state) == (None, Standing.CONTRADICTED)
    assert result.seasons == fits.seasons


@pytest.mark.parametrize(
    ("changed", "code", "said", "squares"),
    [
        (
            {"fall": last_map(map_of("F"), coins=1)},
            "drawing_lost",
            "Drawn on in summer and empty in fall: A2, A3.",
            2,
        ),
        (
            {"fall": last_map(map_of("FVW" + "F" * 8), coins=1)},
            "drawing_changed",
            "Other in fall than in summer: A2 (forest, then village).",
            1,
        ),
        (
            {"summer": last_map(map_of("FFW"), coins=3)},
            "coins_fall",
            "The coins fall from 3 in summer to 1 in fall.",
            0,
        ),
        (
            {"winter": last_map(MapSheet.blank(Side.A), coins=2)},
            "side_changed",
            "Fall is on side custom, winter on side A.",
            0,
        ),
    ],
    ids=["drawing lost", "drawing changed", "coins fall", "other side"],
)
def test_maps_that_are_not_one_sheet_are_flagged(
    changed: dict[str, SheetMap], code: str, said: str, squares: int
) -> None:
    result = score(*seasons(**changed))

    assert result.state is Standing.PROVISIONAL
    flag = result.flags[0]
    assert (flag.code, flag.message, len(flag.squares)) == (code, said, squares)


def test_what_was_destroyed_is_no_contradiction() -> None:
    winter = last_map(map_of("FFW" + "F" * 7 + "X", "M"), coins=2)

    assert score(*seasons(winter=winter)).flags == ()


def test_a_sheet_that_awaits_review_gives_a_provisional_total() -> None:
    sheets = seasons()
    waiting = row(Season.FALL, GROWING[Season.FALL], State.REVIEW)

    result = score(sheets[0], sheets[1], waiting, sheets[3])

    assert (result.total, result.state) == (26, Standing.PROVISIONAL)


def test_of_two_sheets_in_a_place_the_settled_one_counts_and_it_is_flagged() -> None:
    other = row(Season.SPRING, last_map(map_of("F")), State.REVIEW)

    result = score(*seasons(), other)

    assert (result.total, result.state) == (26, Standing.PROVISIONAL)
    assert [flag.code for flag in result.flags] == ["place_taken"]


@pytest.mark.parametrize(
    "read",
    [
        last_map(MapSheet.blank(Side.A)).model_copy(update={"side": Side.B}),
        last_map(None, [[1, 1, 20, 0, 22]]).model_copy(update={"coins": 20}),
        with_boxes(last_map(), [[1, 1]]),
    ],
    ids=["off its side", "coins off the track", "short boxes"],
)
def test_a_map_that_cannot_be_is_reported_and_breaks_nothing(read: SheetMap) -> None:
    result = score(row(read=read))

    assert result.total is None
    assert result.state in (Standing.CONTRADICTED, Standing.MISSING)
