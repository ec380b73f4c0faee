"""Who gets sheets: names given one by one, or the first column of a CSV file."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from engine.errors import EngineError
from service.csvrows import read_rows
from vision.sheetcode import plain_name

MOST_PLAYERS = 2000
TITLES = ("player", "name", "players", "names", "spieler", "joueur", "jugador")
"""What stands over the column of names, in any case."""


class PrintingError(EngineError):
    """What was asked for cannot be printed."""


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
    rows = read_rows(path, "players")
    names = _column_of_names(rows)
    if not names:
        raise PrintingError(f"{path}: nobody is named in it; write one player a line")
    return names


def _column_of_names(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the column under a title that we know, or else the first."""
    if not rows:
        return []
    titles = [title.strip().casefold() for title in rows[0]]
    at = next((titles.index(title) for title in TITLES if title in titles), None)
    column, named = (0, rows) if at is None else (at, rows[1:])
    names = (row[column].strip() for row in named if len(row) > column)
    return [name for name in names if name]
