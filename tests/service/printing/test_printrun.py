from pathlib import Path

import pytest

from engine import LAYOUTS, Side
from service.formats.csvrows import CsvFileError
from service.printing.players import MOST_PLAYERS, PrintingError, find_players
from service.printing.printrun import MOST_AT_ONCE, PrintRun, unprintable

BOTH = (LAYOUTS[Side.A], LAYOUTS[Side.B])


def test_a_players_sheets_come_together_and_are_numbered_through() -> None:
    sheets = PrintRun(BOTH, ("Ada", "Bea"), rounds=2, tournament="Cup", first=10).sheets()

    assert [(sheet.player, sheet.layout.side.value, sheet.caption) for sheet in sheets[:4]] == [
        ("Ada", "A", "Cup, Round 1"),
        ("Ada", "B", "Cup, Round 1"),
        ("Ada", "A", "Cup, Round 2"),
        ("Ada", "B", "Cup, Round 2"),
    ]
    assert [sheet.code.sheet for sheet in sheets] == list(range(10, 18))
    assert {sheet.code.tournament for sheet in sheets} == {"Cup"}


def test_without_players_there_are_so_many_sheets_of_each_side() -> None:
    sheets = PrintRun(BOTH, each=3).sheets()

    assert [sheet.layout.side.value for sheet in sheets] == ["A", "A", "A", "B", "B", "B"]
    assert {(sheet.player, sheet.caption) for sheet in sheets} == {("", "")}


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        (PrintRun(BOTH, each=MOST_AT_ONCE), "at most"),
        (PrintRun(BOTH, first=9999), "highest"),
        (PrintRun(BOTH, ("x" * 40,)), "too long"),
        (PrintRun(BOTH, tournament="a\u202eb"), "plain line"),
    ],
)
def test_what_does_not_fit_is_refused(run: PrintRun, problem: str) -> None:
    with pytest.raises((PrintingError, CsvFileError), match=problem):
        run.sheets()


@pytest.mark.parametrize(
    "content",
    [
        b"Ada\nBea L\xc3\xb6w\n",
        b"\xef\xbb\xbfName,Club\nAda,Chess\nBea L\xc3\xb6w,\n",
        b"Club;Spieler\r\nChess;Ada\r\n\r\n;Bea L\xc3\xb6w\r\n",
        b"id\tplayer\n1\tAda\n2\t Bea   L\xc3\xb6w \n",
    ],
)
def test_players_are_read_from_csv_of_many_kinds(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "players.csv").write_bytes(content)

    assert find_players([str(tmp_path / "players.csv"), "Cid"]) == ["Ada", "Bea Löw", "Cid"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "nobody"),
        (b"name\n\n", "nobody"),
        (b"Ada\nAda\n", "twice"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"x" * 1_000_001, "too large"),
        (b"\n".join(b"p%d" % k for k in range(MOST_PLAYERS + 1)), "at most"),
    ],
    ids=["empty", "title only", "twice", "no text", "large", "many"],
)
def test_a_list_of_players_that_will_not_do_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "players.csv").write_bytes(content)

    with pytest.raises((PrintingError, CsvFileError), match=problem):
        find_players([str(tmp_path / "players.csv")])


def test_a_missing_list_is_refused() -> None:
    with pytest.raises((PrintingError, CsvFileError), match="cannot be read"):
        find_players(["nowhere.csv"])


def test_names_in_letters_that_the_font_lacks_are_reported() -> None:
    assert unprintable(["Ada", "李小龍", "Jürgen", "Иван", ""]) == ["李小龍"]
