"""Reads rows of CSV files, separated by commas, semicolons or tabs, and makes cells safe to write."""

import codecs
import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from engine.errors import EngineError

LARGEST_FILE = 1_000_000  # bytes
NAME_TITLES = ("player", "name", "players", "names", "spieler", "joueur", "jugador")
"""Headings of the column of names, in any case."""
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a text that a spreadsheet takes for a formula; some also take their wide forms."""
TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Classes of signs that turn the reading order of what follows, so that it looks like something else."""


class CsvFileError(EngineError):
    """The file cannot be read as CSV; the message says why."""


def read_rows(path: Path) -> list[list[str]]:
    """Return the rows of a list of players in which anything stands.

    Raises:
        CsvFileError: It cannot be read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise CsvFileError(
            f"{path}: the file cannot be read: {getattr(error, 'strerror', None) or error}"
        ) from error
    if len(content) > LARGEST_FILE:
        raise CsvFileError(f"{path}: the file is too large for a list of players")
    try:
        return [row for _, row in number_rows(decode(content))]
    except CsvFileError as error:
        raise CsvFileError(f"{path}: {error}") from error


def decode(content: bytes) -> str:
    """Return the text of a file: in UTF-8, or in UTF-16 as some programs save it.

    Raises:
        CsvFileError: It is none in UTF-8 or UTF-16.
    """
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise CsvFileError("the file is not text in UTF-8; save it as CSV UTF-8") from error


def number_rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the rows in which anything stands, each with the number of its line, from 1.

    Raises:
        CsvFileError: It is no CSV.
    """
    lines = io.StringIO(text, newline="")  # a cell in quotes may have several
    reader = csv.reader(lines, delimiter=_delimiter(text), strict=True)  # or an open quote swallows the rest
    try:
        return [(reader.line_num, row) for row in reader if any(map(str.strip, row))]
    except csv.Error as error:
        raise CsvFileError(f"the file is no CSV: {error}") from error


def _delimiter(text: str) -> str:
    """Return the delimiter of the first line."""
    first = next(iter(text.splitlines()), "")
    return max((",", ";", "\t"), key=first.count)


def find_columns(titles: Sequence[str], wanted: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the columns by what they hold, as far as they have one of the titles wanted for it, in any case.

    >>> find_columns(["Table", " Name "], {"player": ("player", "name"), "page": ("page",)})
    {'player': 1}
    """
    there = [title.strip().casefold() for title in titles]
    found = {what: next((title for title in known if title in there), None) for what, known in wanted.items()}
    return {what: there.index(title) for what, title in found.items() if title is not None}


def repeated_title(titles: Sequence[str], columns: Mapping[str, int]) -> str | None:
    """Return the title of one of the columns that another column has too; None where each has its own.

    >>> repeated_title(["Name", "table", "name"], {"player": 0})
    'name'
    """
    there = [title.strip().casefold() for title in titles]
    return next((there[at] for at in columns.values() if there.count(there[at]) > 1), None)


def cell_of(row: Sequence[str], columns: Mapping[str, int], what: str) -> str:
    """Return the cell of a row that holds something, without spaces around it; empty if there is none."""
    at = columns.get(what, len(row))
    return row[at].strip() if at < len(row) else ""


def csv_text(rows: Iterable[Iterable[object]], *, end: str) -> str:
    """Return rows as CSV, their lines ending so; no spreadsheet takes a cell for a formula."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator=end)
    writer.writerows([plain_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return file.getvalue()


def plain_cell(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula, without control characters.

    >>> plain_cell("=1+1"), plain_cell("\N{FULLWIDTH EQUALS SIGN}1"), plain_cell("Ann")
    ("'=1+1", "'\uff1d1", 'Ann')
    >>> plain_cell("gpj.\N{RIGHT-TO-LEFT OVERRIDE}exe")
    'gpj.\ufffdexe'
    """
    shown = "".join("\N{REPLACEMENT CHARACTER}" if _is_hidden(sign) else sign for sign in text)
    first = unicodedata.normalize("NFKC", shown.lstrip(" ")[:1])
    return f"'{shown}" if first.startswith(FORMULA_SIGNS) else shown


def _is_hidden(sign: str) -> bool:
    is_control = unicodedata.category(sign) == "Cc" and sign not in "\t\r\n"
    return is_control or unicodedata.bidirectional(sign) in TURNING
