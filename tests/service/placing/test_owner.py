from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Season, Side
from service.documents import WrittenCode
from service.placing.owner import Clues, place_sheet
from service.sheets.rows import PlacedBy
from service.sheets.storing import SheetPlace
from service.tournament.documents import Player, Round, Tournament
from service.tournament.plan import Plan

CUP = Tournament(
    id="t",
    name="Spring Cup",
    side=None,
    edicts=(),
    solo=False,
    stage="draft",
    version=1,
    created_at=datetime(2026, 5, 1, tzinfo=UTC),
)
ANN, BOB = Player(id="a", name="Ann Smith"), Player(id="b", name="Bob")


def plan(rounds: int = 1) -> Plan:
    played = tuple(
        Round(id=f"r{number}", number=number, edicts=None, tables=()) for number in range(1, rounds + 1)
    )
    return Plan(CUP, {"a": ANN, "b": BOB}, played)


def code(player: str = "Bob", tournament: str = "Spring Cup") -> WrittenCode:
    return WrittenCode(side=Side.A, sheet=7, tournament=tournament, player=player)


FALL = Season.FALL
ROW = (6, 2, 1, 0, 9)
ONE_STROKE = (None, None, None, None, 1)


@pytest.mark.parametrize(
    ("clues", "rounds", "player", "number", "season", "by"),
    [
        (Clues(file_name="ann smith.jpg"), 1, "a", "r1", "winter", PlacedBy.NAME),
        (Clues(file_name="ann smith r2 fall.jpg"), 3, "a", "r2", "fall", PlacedBy.NAME),
        (Clues(code=code()), 1, "b", "r1", "winter", PlacedBy.CODE),
        (Clues(code=code(tournament="")), 1, "b", "r1", "winter", PlacedBy.CODE),
        (Clues(code=code(), file_name="r3 spring.jpg"), 3, "b", "r3", "spring", PlacedBy.CODE),
        (Clues(code=code(), round_of_code="r2"), 3, "b", "r2", "winter", PlacedBy.CODE),
        (Clues(SheetPlace("a", "r2", Season.SPRING)), 3, "a", "r2", "spring", PlacedBy.TOLD),
        (Clues(SheetPlace(round="r2"), file_name="bob r1.jpg"), 3, "b", "r2", "winter", PlacedBy.NAME),
        (
            Clues(SheetPlace(season=Season.FALL), file_name="bob winter.jpg"),
            1,
            "b",
            "r1",
            "fall",
            PlacedBy.NAME,
        ),
    ],
)
def test_what_is_reported_goes_before_the_code_and_that_before_the_name(
    clues: Clues, rounds: int, player: str, number: str, season: str, by: PlacedBy
) -> None:
    placed = place_sheet(plan(rounds), clues)

    assert (placed.place.player, placed.place.round, placed.place.season, placed.place.by) == (
        player,
        number,
        Season(season),
        by,
    )
    assert (placed.flags, placed.place.is_whole) == ((), True)


@pytest.mark.parametrize(
    ("clues", "rounds", "flags", "player"),
    [
        (Clues(file_name="IMG_1.jpg"), 1, ["player_unknown"], None),
        (Clues(file_name="ann smith bob.jpg"), 1, ["player_ambiguous"], None),
        (Clues(code=code("Cid")), 1, ["code_unknown_player"], None),
        (Clues(code=code("Cid"), file_name="bob.jpg"), 1, ["code_unknown_player"], "b"),
        (Clues(code=code(tournament="Other")), 1, ["code_of_another_tournament"], None),
        (Clues(SheetPlace("a"), code(tournament="Other")), 1, ["code_of_another_tournament"], "a"),
        (Clues(SheetPlace("a"), code()), 1, ["code_of_another_player"], "a"),
        (Clues(code=code(), file_name="ann smith.jpg"), 1, ["code_of_another_player"], "b"),
        (Clues(SheetPlace("a"), file_name="bob.jpg"), 1, ["file_of_another_player"], "a"),
        (Clues(file_name="bob.jpg"), 2, ["round_unknown"], "b"),
        (Clues(file_name="bob r7.jpg"), 2, ["round_unknown"], "b"),
        (Clues(file_name="bob r2.jpg"), 1, ["round_unknown"], "b"),
        (Clues(file_name="bob.jpg"), 0, ["round_unknown"], "b"),
        (Clues(file_name="bob spring fall.jpg"), 1, ["season_unknown"], "b"),
        (Clues(file_name="bob spring.jpg", boxes=(ROW, None, ROW)), 1, ["season_past"], "b"),
        (Clues(SheetPlace("b", season=Season.SUMMER), boxes=(ROW, ROW, ROW)), 1, ["season_past"], "b"),
        (Clues(file_name="bob spring.jpg", boxes=(ROW,)), 1, [], "b"),
        (Clues(file_name="bob spring.jpg", boxes=(ROW, ONE_STROKE)), 1, [], "b"),
        (Clues(file_name="bob.jpg", boxes=(ROW, ROW)), 1, [], "b"),
    ],
)
def test_what_does_not_follow_is_flagged(
    clues: Clues, rounds: int, flags: list[str], player: str | None
) -> None:
    placed = place_sheet(plan(rounds), clues)

    assert ([flag.code for flag in placed.flags], placed.place.player) == (flags, player)


CODES = st.builds(
    code, st.sampled_from(["", "Bob", "Ann Smith", "Cid"]), st.sampled_from(["", "Spring Cup", "X"])
)
TOLD = st.builds(
    SheetPlace,
    st.sampled_from([None, "a", "b"]),
    st.sampled_from([None, "r1"]),
    st.none() | st.sampled_from(Season),
)
PLACE_CODES = frozenset(
    {
        "player_unknown",
        "player_ambiguous",
        "code_unknown_player",
        "code_of_another_tournament",
        "code_of_another_player",
        "file_of_another_player",
        "round_unknown",
        "season_unknown",
        "season_past",
        "place_taken",
        "same_map",
    }
)
FILE_NAMES = st.lists(st.sampled_from(["ann", "smith", "bob", "r1", "2", "fall", "spring", "x"]), max_size=5)


@given(TOLD, st.none() | CODES, FILE_NAMES.map(" ".join), st.integers(0, 3))
def test_a_place_is_whole_or_says_why_not(
    said: SheetPlace, written: WrittenCode | None, file_name: str, rounds: int
) -> None:
    placed = place_sheet(plan(max(rounds, 1 if said.round else 0)), Clues(said, written, file_name))

    assert placed.place.is_whole or placed.flags
    assert {flag.code for flag in placed.flags} <= PLACE_CODES
    assert (placed.place.player is None) == (placed.place.by is None)
    if said.player:
        assert (placed.place.player, placed.place.by) == (said.player, PlacedBy.TOLD)
    if said.round:
        assert placed.place.round == said.round
    if said.season:
        assert placed.place.season is said.season
