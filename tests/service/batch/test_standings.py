import csv
import io

import pytest

from engine import Side
from service.batch.documents import LedgerLine, LedgerPage, LedgerSheet, State
from service.batch.standings import make_standings
from service.documents import WrittenCode


def line_of(file: str, total: int | None, lost: int | None, player: str = "", sheets: int = 1) -> LedgerLine:
    sheet = LedgerSheet(
        map=f"maps/{file}.json",
        side=Side.A,
        code=WrittenCode(side=Side.A, sheet=1, tournament="", player=player) if player else None,
        score=None,
        total=total,
        lost_to_monsters=lost,
        doubtful=(),
        drawing=None,
    )
    page = LedgerPage(page=None, state=State.SCORED, reason=None, seconds=0.1, sheets=(sheet,) * sheets)
    return LedgerLine(
        file=file,
        sha256=None,
        state=State.SCORED,
        reason=None,
        duplicate_of=None,
        pages=(page,),
        model=None,
        rules="1",
        began="",
        ended="",
    )


def ranks(lines: list[LedgerLine]) -> list[tuple[int | None, str, bool]]:
    return [(row.rank, row.player, row.shared) for row in make_standings(lines, {}).rows]


def test_the_fewest_monsters_break_a_tie_and_victories_are_shared() -> None:
    lines = [line_of("a", 80, 5), line_of("b", 80, 3), line_of("c", 91, 20), line_of("d", 80, 3)]

    assert ranks(lines) == [(1, "c", False), (2, "b", True), (2, "d", True), (4, "a", False)]


def test_a_total_that_is_not_known_has_no_rank() -> None:
    assert ranks([line_of("a", None, None), line_of("b", 3, 0)]) == [(1, "b", False), (None, "a", False)]


def test_a_tie_that_cannot_be_broken_is_reported() -> None:
    standings = make_standings(
        [line_of("a", 80, None, "Ann"), line_of("b", 80, 3, "Bob"), line_of("c", 9, 0)], {}
    )

    assert standings.problem is not None
    assert standings.problem.startswith("Ann and Bob tie at 80, and the stars lost to monsters")
    assert [(row.rank, row.player, row.shared) for row in standings.rows] == [
        (1, "Ann", True),
        (1, "Bob", True),
        (3, "c", False),
    ]


def test_several_sheets_of_one_player_are_reported() -> None:
    rows = make_standings([line_of("a", 5, 0, "Ann"), line_of("b", 7, 0, "Ann"), line_of("c", 6, 0)], {}).rows

    assert [(row.player, row.notes) for row in rows] == [
        ("Ann", ("one of 2 sheets of this player",)),
        ("c", ()),
        ("Ann", ("one of 2 sheets of this player",)),
    ]


def test_sheets_of_one_photo_are_reported_apart() -> None:
    rows = make_standings([line_of("a.jpg", 5, 0, sheets=2)], {"a": "Ann"}).rows

    assert [row.player for row in rows] == ["a.jpg, sheet 1", "a.jpg, sheet 2"]
    assert rows[0].notes == ("the players' file gives all sheets of a.jpg to Ann",)


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_name_is_a_formula(name: str) -> None:
    text = make_standings([line_of(name, -5, 0)], {}).to_csv().decode()

    [row] = csv.DictReader(io.StringIO(text))
    assert (row["player"], row["file"], row["total"]) == (f"'{name}", f"'{name}", "-5")


def test_a_file_that_is_given_to_two_players_says_whose_it_is_not() -> None:
    first = line_of("a.jpg", 80, 5)
    again = first.model_copy(update={"file": "b.jpg", "duplicate_of": first.key, "pages": ()})
    of = {"a.jpg": "Ann", "b.jpg": "Bob"}

    (row,) = make_standings([first, again], of).rows

    assert row.player == "Ann"
    assert row.notes == ("b.jpg is the same file, and given to Bob, who has no sheet by it",)
    assert make_standings([first, again], of | {"b.jpg": "Ann"}).rows[0].notes == ()
