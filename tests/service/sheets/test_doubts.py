"""What of a sheet is asked about: what its total hangs on, and nobody has settled."""

from collections.abc import Mapping
from typing import Any

import pytest

from engine import Season, Square, Terrain
from engine.sentence import Sentence
from service.documents import Reason, Sheet
from service.sheets.doubts import (
    BOXES,
    SAME_MAP,
    CoinsDoubt,
    Doubt,
    PlaceDoubt,
    Settled,
    SheetDoubt,
    SquareDoubt,
    weighed,
    without_others,
)
from service.sheets.rows import State, find_sheet
from service.sheets.storing import change_sheet, place_of
from service.store.database import Database
from service.tournament.documents import TournamentChange
from service.tournament.rounds import SeenRound, change_round
from service.tournament.tournaments import change_tournament
from tests.service.stubs import stub_reading
from tests.service.tournament.sheetrows import EDICTS, last_map, make_cup, put_sheet

READ = Sheet.from_reading(stub_reading(doubt=False))
EDGE, MIDDLE, BESIDE = (0, 5), (4, 3), (4, 2)
FOREST_OR_NOT = {Terrain.EMPTY: 0.6, Terrain.FOREST: 0.4}
"""A star by Sentinel Wood at the edge, nothing elsewhere."""
VERSIONS = frozenset(range(1, 100))


def doubt(square: tuple[int, int], alternatives: Mapping[Terrain, float] = FOREST_OR_NOT) -> SquareDoubt:
    return SquareDoubt(square=square, alternatives=dict(alternatives))


def asked(
    *doubts: SquareDoubt, edicts: tuple[str, ...] = EDICTS, season: Season | None = Season.SPRING
) -> list[tuple[int, int]]:
    """Return the squares of which some are doubtful that somebody is asked about on an empty map."""
    found = weighed(last_map(), READ, doubts, edicts, season)
    return [each.square for each in found if isinstance(each, SquareDoubt) and not each.idle]


def test_a_square_that_may_earn_a_star_is_asked_about_and_others_are_not() -> None:
    assert asked(doubt(EDGE), doubt(MIDDLE)) == [EDGE]


def test_a_square_may_matter_in_one_season_and_not_in_another() -> None:
    assert asked(doubt(EDGE), season=Season.SPRING) == [EDGE]
    assert asked(doubt(EDGE), season=Season.FALL) == []


def test_squares_that_matter_only_together_are_asked_about() -> None:
    water, farm = {Terrain.EMPTY: 0.5, Terrain.WATER: 0.5}, {Terrain.EMPTY: 0.5, Terrain.FARM: 0.5}
    assert asked(doubt(MIDDLE, water)) == []
    assert asked(doubt(BESIDE, farm)) == []
    assert asked(doubt(MIDDLE, water), doubt(BESIDE, farm)) != []


@pytest.mark.parametrize(
    ("edicts", "season"), [((), Season.SPRING), (EDICTS[:3], Season.SPRING), (EDICTS, None)]
)
def test_all_are_asked_about_while_edicts_or_season_are_unknown(
    edicts: tuple[str, ...], season: Season | None
) -> None:
    assert asked(doubt(MIDDLE), edicts=edicts, season=season) == [MIDDLE]


def test_a_square_of_which_nothing_else_is_known_stays_asked_about() -> None:
    assert asked(doubt(MIDDLE, {Terrain.EMPTY: 1.0})) == [MIDDLE]


def test_a_square_of_which_all_else_is_unlikely_makes_nobody_ask_about_the_others() -> None:
    row, column = MIDDLE
    unlikely = {f"{row},{column}": {Terrain.EMPTY: 0.99, Terrain.FOREST: 0.006, Terrain.FARM: 0.004}}
    read = READ.model_copy(update={"possible": unlikely})
    doubts = [doubt(EDGE), doubt(MIDDLE, {Terrain.EMPTY: 0.99})]

    found = weighed(last_map(), read, doubts, EDICTS, Season.SPRING)

    assert [each.square for each in found if isinstance(each, SquareDoubt) and not each.idle] == [EDGE]


def test_doubts_of_other_kinds_stay_as_they_are() -> None:
    assert weighed(last_map(), READ, [CoinsDoubt()], EDICTS, Season.SPRING) == [CoinsDoubt()]


def test_sheets_whose_total_hangs_on_no_doubt_do_not_wait(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        sheet = put_sheet(db, cup, "Ann", season=Season.SPRING)
        states = []
        for doubts in ([doubt(MIDDLE)], [doubt(MIDDLE), doubt(EDGE)], [doubt(EDGE)]):
            row = find_sheet(db, cup.id, sheet)
            states.append(change_sheet(db, row, doubts=doubts))
        row = find_sheet(db, cup.id, sheet)
        there = place_of(row)
        fall = type(there)(there.player, there.round, Season.FALL, there.by)
        states.append(change_sheet(db, row, place=fall))

    assert states == [State.SCORED, State.REVIEW, State.REVIEW, State.SCORED]


def test_other_edicts_change_what_is_asked(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, edicts=())
        sheet = put_sheet(db, cup, "Ann", season=Season.SPRING)
        change_sheet(db, find_sheet(db, cup.id, sheet), doubts=[doubt(EDGE), doubt(MIDDLE)])

        def asked_now() -> set[Square]:
            asked = find_sheet(db, cup.id, sheet).asked
            return {Square(*each.square) for each in asked if isinstance(each, SquareDoubt)}

        unknown = asked_now()
        change_tournament(db, "organiser", cup.id, TournamentChange(edicts=EDICTS), expected=VERSIONS)
        of_all = asked_now()
        others = ("Stoneside Forest", *EDICTS[1:])
        change_round(db, "organiser", SeenRound(cup.id, 1, VERSIONS), others)
        of_round = asked_now()
        state = find_sheet(db, cup.id, sheet).state

    assert (unknown, of_all) == ({Square(*EDGE), Square(*MIDDLE)}, {Square(*EDGE)})
    assert (of_round, state) == (set(), State.SCORED)


@pytest.mark.parametrize(
    ("code", "params", "is_left"),
    [
        (BOXES, {"boxes": {"spring": 2}}, False),
        (BOXES, {"boxes": {"spring": 2, "final": 1}}, True),
        (BOXES, {}, True),  # of an older release: whether the final score was read is not known
        ("too_blurred", {"boxes": {"spring": 2}}, True),
    ],
)
@pytest.mark.parametrize("message", ["", "Some numbers cannot be read surely: the final score."])
def test_the_season_boxes_settle_a_doubt_about_them_alone_whatever_its_words(
    code: str, params: dict[str, Any], is_left: bool, message: str
) -> None:
    doubt = SheetDoubt(reason=Reason(code=code, message=message, advice="Look.", params=params))

    left = Settled(boxes=True).left_of([doubt])

    assert left == ([doubt] if is_left else [])


@pytest.mark.parametrize("code", ["coins_uncertain", "coins_unseen"])
def test_who_says_the_coins_settles_that_they_could_not_be_read(code: str) -> None:
    doubts: list[Doubt] = [SheetDoubt(reason=Reason(code=code, message="", advice="Count.")), CoinsDoubt()]

    assert Settled(coins=True).left_of(doubts) == []
    assert Settled(boxes=True).left_of(doubts) == doubts


def test_a_player_is_not_told_whose_map_is_the_same() -> None:
    words = Sentence('This is square by square the map of "%(player)s".', player="Ann")
    same = PlaceDoubt(reason=Reason(code=SAME_MAP, message=words, advice="Make sure whose it is."))
    square = SquareDoubt(square=(1, 2))

    shown = without_others(same)

    assert "Ann" in same.model_dump_json()
    assert (shown.kind, "Ann" in shown.model_dump_json()) == ("place", False)
    assert without_others(square) == square
