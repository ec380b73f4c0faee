"""The table of `surveyor read`: a row for each sheet, as soon as it has been read."""

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from engine import ALL_SQUARES
from service.cli.commands.output import printable
from service.cli.tables import STATUS_STYLES, choices, context_lines, photo_name
from service.documents import Reading, Sheet
from service.formats.filenames import shown_name
from service.formats.squarenames import labels
from service.readings.inputs import DOCUMENT_SUFFIXES

LEAST_NAME, MOST_NAME = 12, 40  # letters that the column of names may have, where there is room
PAGE_LETTERS = len(", page 100")
WIDTHS = {"status": 8, "side": 6, "coins": 5}
LEAST_SQUARES = 16  # letters of the column of doubtful squares
GAP = 3  # letters between columns


class ReadingRows:
    """A table whose rows are printed one by one."""

    def __init__(self, console: Console, paths: Sequence[Path]) -> None:
        """Take where to print, and the files, for whose names the first column must be wide enough."""
        self._console = console
        longest = max(map(_name_length, paths), default=0)
        room = console.width - sum(WIDTHS.values()) - GAP * (len(WIDTHS) + 1)  # for names and squares
        self._name = min(max(longest, LEAST_NAME), MOST_NAME, room - LEAST_SQUARES)
        self._squares = room - self._name
        self._begun = False

    def show(self, reading: Reading, overlays: Sequence[Path]) -> None:
        """Print what became of a photo, and what is to be done if it needs a person."""
        if not self._begun:
            self._console.print(self._table(show_header=True))
            self._begun = True
        table = self._table(show_header=False)
        for number, sheet in enumerate(reading.sheets or (None,), start=1):
            table.add_row(*_cells(reading, sheet, number))
        self._console.print(table)
        if reading.reason:
            self._console.print(Text(f"   {reading.reason.message} {reading.reason.advice}"))
        for sheet in reading.sheets:
            if sheet.doubtful and not _all_doubtful(sheet):
                self._console.print(Text(f"   {choices(sheet, sheet.doubtful)}"))
        for line in context_lines(reading):
            self._console.print(Text(f"   {line}"))
        for overlay in overlays:
            self._console.print(Text(f"   picture {printable(shown_name(overlay))}"))

    def _table(self, *, show_header: bool) -> Table:
        """Return a table without rows; all of them have columns of the same widths."""
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, show_header=show_header)
        table.add_column("photo", width=self._name, overflow="fold")
        for heading, width in WIDTHS.items():
            table.add_column(heading, width=width)
        table.add_column("doubtful squares", width=self._squares)
        return table


def _name_length(path: Path) -> int:
    pages = PAGE_LETTERS if path.suffix.lower() in DOCUMENT_SUFFIXES else 0
    return len(shown_name(path)) + pages


def _cells(reading: Reading, sheet: Sheet | None, number: int) -> list[RenderableType]:
    name = photo_name(reading.photo) + (f", sheet {number}" if len(reading.sheets) > 1 else "")
    status = Text(reading.status, STATUS_STYLES[reading.status])
    if sheet is None:
        return [Text(name), status, "", "", ""]
    coins = "?" if sheet.coins is None else f"{sheet.coins}"
    return [Text(name), status, f"{sheet.side}", coins, _doubtful(sheet)]


def _doubtful(sheet: Sheet) -> str:
    return "all of them" if _all_doubtful(sheet) else labels(sheet.doubtful)


def _all_doubtful(sheet: Sheet) -> bool:
    return len(sheet.doubtful) == len(ALL_SQUARES)
