"""One sheet to be printed: its side, its number, and whose it is."""

from dataclasses import dataclass

from engine.layouts import Layout
from service.formats.squarecodes import modules
from vision.own_sheets.markersheet import TagName, tag_names
from vision.own_sheets.sheetcode import SheetCode


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """A sheet to print."""

    layout: Layout
    code: SheetCode
    caption: str = ""
    """Printed above the name: the tournament and the round."""
    edicts: tuple[str, ...] = ()
    """The names on the four lines for edicts; blank where there are none."""

    @property
    def player(self) -> str:
        """The name printed on the name line."""
        return self.code.player

    def tags(self) -> tuple[TagName, ...]:
        """Return the four tags at the field's corners."""
        return tag_names(self.code.sheet, self.layout.side)

    def code_modules(self) -> tuple[tuple[bool, ...], ...]:
        """Return which modules of the code are black, row by row, without its quiet zone."""
        return modules(self.code.text())
