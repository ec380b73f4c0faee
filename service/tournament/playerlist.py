"""A list of players, as organisers have it: read as a whole, or refused with what is wrong in each line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.sentence import Sentence, later
from service.documents.errors import BadRequestError
from service.formats import csvrows
from service.tournament.names import check_coded_name, check_table_name

TITLES = {"name": csvrows.NAME_TITLES, "table": ("table", "tisch", "mesa")}
"""The titles of the columns, in any case."""
UNTITLED = {"name": 0}
"""The only column of a list without titles."""
MOST_TOLD = 20  # mistakes of a list
Row = tuple[int, Sequence[str]]
"""The number of a line, and its cells."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a list of players."""

    name: str
    """As it is written, without spaces around it."""
    table: str = ""
    """The table at which they sit, if the list names one."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a line of a list."""

    line: int
    """From 1."""
    message: str


class PlayerListError(BadRequestError):
    """A list cannot be taken as it is, and nothing of it was."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        """Take what is wrong, line by line."""
        self.lines = tuple(mistakes[:MOST_TOLD])
        self.more = len(mistakes) - len(self.lines)
        super().__init__(" ".join(f"Line {mistake.line}: {mistake.message}" for mistake in self.lines))


def read_list(content: bytes) -> list[Entry]:
    """Return whom a CSV file lists, with their tables where it names them.

    Commas, semicolons or tabs part its columns. Over the column of names stands one of the titles that we
    know; a list of names alone, one a line, needs none.

    Raises:
        BadRequestError: It is no CSV, or lists nobody.
        PlayerListError: Lines of it cannot be understood, or name somebody twice.
    """
    if len(content) > csvrows.LARGEST_FILE:
        raise BadRequestError("The file is too large for a list of players.")
    try:
        text = csvrows.decode(content)
    except csvrows.CsvFileError as error:
        raise BadRequestError("The file is not text in UTF-8; save it as CSV UTF-8.") from error
    try:
        rows = csvrows.number_rows(text)
    except csvrows.CsvFileError as error:
        raise BadRequestError("The file is not a CSV; close every quote that is opened.") from error
    return _checked(*_without_titles(rows))


def read_names(text: str) -> list[Entry]:
    """Return whom a text lists, a name a line.

    Raises:
        BadRequestError: It lists nobody.
        PlayerListError: A name cannot be, or is there twice.
    """
    rows = [(line, (name,)) for line, name in enumerate(text.splitlines(), start=1) if name.strip()]
    return _checked(rows, UNTITLED, 1)


def _without_titles(rows: Sequence[Row]) -> tuple[Sequence[Row], Mapping[str, int], int]:
    """Return the rows of players, what their columns hold, and how many columns there are."""
    if not rows:
        return [], UNTITLED, 1
    line, titles = rows[0]
    columns = csvrows.find_columns(titles, TITLES)
    if "name" in columns:
        if repeated := csvrows.repeated_title(titles, columns):
            message: str = Sentence(
                'Two columns have the title "%(title)s"; leave one of them out.', title=repeated
            )
            raise PlayerListError([Mistake(line, message)])
        return rows[1:], columns, len(titles)
    if len(titles) > 1 or columns:
        message = later(
            'No column has the title "name"; write it over the names, and "table" over the tables.'
        )
        raise PlayerListError([Mistake(line, message)])
    return rows, UNTITLED, 1


def _checked(rows: Sequence[Row], columns: Mapping[str, int], many: int) -> list[Entry]:
    if not rows:
        raise BadRequestError("Nobody is named in it; write one player a line.")
    lines: dict[str, int] = {}
    mistakes = [mistake for row in rows for mistake in _mistakes_of(row, columns, many, lines)]
    if mistakes:
        raise PlayerListError(mistakes)
    return [
        Entry(csvrows.cell_of(row, columns, "name"), csvrows.cell_of(row, columns, "table"))
        for _, row in rows
    ]


def _mistakes_of(row: Row, columns: Mapping[str, int], many: int, lines: dict[str, int]) -> Iterator[Mistake]:
    """Yield what is wrong with a line; who is named in it is noted in `lines`."""
    line, cells = row
    name, table = csvrows.cell_of(cells, columns, "name"), csvrows.cell_of(cells, columns, "table")
    if any(cell.strip() for cell in cells[many:]):
        yield Mistake(line, "It has more columns than the first line; put a name with a comma in quotes.")
    if not name:
        beside = " ".join(cell.strip() for cell in cells if cell.strip())
        yield Mistake(
            line,
            Sentence(
                'No name stands beside "%(beside)s"; write one, or leave the line out.', beside=beside[:32]
            ),
        )
        return
    try:
        known = lines.setdefault(check_coded_name(name, "player").casefold(), line)
        if table:
            check_table_name(table)
    except BadRequestError as error:
        yield Mistake(line, str(error))
        return
    if known != line:
        yield Mistake(
            line,
            Sentence(
                '"%(name)s" stands in line %(line)s already; make the two names tell them apart.',
                name=name,
                line=known,
            ),
        )
