"""Players to print for: named one by one, or listed in a CSV file."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.errors import EngineError
from service.formats.csvrows import NAME_TITLES, cell_of, find_columns, read_rows
from vision.own_sheets.sheetcode import plain_name

MOST_PLAYERS = 2000
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
    """Return the names in a CSV file: the column with a title of ours, or else the first one."""
    rows = read_rows(path)
    titled = find_columns(rows[0], {"name": NAME_TITLES}) if rows else {}
    listed = rows[1:] if titled else rows
    names = [name for row in listed if (name := cell_of(row, titled or {"name": 0}, "name"))]
    if not names:
        raise PrintingError(f"{path}: {NOBODY}")
    return names
