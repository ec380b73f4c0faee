"""Players to print for: named one by one, or listed in a CSV file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import EngineError
from service.wording.csvrows import read_rows
from vision.own_sheets.sheetcode import plain_name

MOST_PLAYERS = 2000
NAME_TITLES = ("player", "name", "players", "names", "spieler", "joueur", "jugador")
"""What stands over the column of names, in any case."""
TABLE_TITLES = ("table", "tisch", "mesa")
"""What stands over the column of tables, likewise."""
NOBODY = "nobody is named in it; write one player a line"


class PrintingError(EngineError):
    """The sheets cannot be printed as asked."""


def find_players(words: Sequence[str]) -> list[str]:
    """Return the players' names: the words themselves, and what the CSV files among them list.

    Raises:
        PrintingError: A file cannot be read or lists nobody, or somebody is named twice.
    """
    names = [plain_name(name) for word in words for name in _named(word)]
    if len(names) > MOST_PLAYERS:
        raise PrintingError(f"{len(names)} players are named; at most {MOST_PLAYERS} are printed at once")
    seen: set[str] = set()
    for name in names:
        if not name:
            raise PrintingError("a player without a name is named; leave it out")
        if name in seen:
            raise PrintingError(f'"{name}" is named twice; make the two names tell them apart')
        seen.add(name)
    return names


def _named(word: str) -> Iterable[str]:
    path = Path(word)
    return _read_names(path) if path.suffix.lower() in (".csv", ".txt", ".tsv") else (word,)


def _read_names(path: Path) -> list[str]:
    entries = _entries_of(read_rows(path, "players"))
    if not entries:
        raise PrintingError(f"{path}: {NOBODY}")
    return [entry.name for entry in entries]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list of players."""

    name: str
    """As it is written, without spaces around it."""
    table: str = ""
    """Where they sit, if the list says so."""


def _entries_of(rows: Sequence[Sequence[str]]) -> list[Entry]:
    if not rows:
        return []
    titles = [title.strip().casefold() for title in rows[0]]
    names, tables = place_of(NAME_TITLES, titles), place_of(TABLE_TITLES, titles)
    listed = rows if names is None else rows[1:]
    entries = (
        Entry(cell_of(row, names or 0), cell_of(row, tables) if names is not None else "") for row in listed
    )
    return [entry for entry in entries if entry.name]


def place_of(wanted: Sequence[str], titles: Sequence[str]) -> int | None:
    """Return which column has one of the wanted titles."""
    return next((titles.index(title) for title in wanted if title in titles), None)


def cell_of(row: Sequence[str], at: int | None) -> str:
    """Return a cell of a row, without spaces around it."""
    return row[at].strip() if at is not None and at < len(row) else ""
