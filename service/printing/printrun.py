"""A print run: which sheets are made for whom, in which order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from engine.layouts import Layout
from engine.sentence import Sentence
from service.printing.fonts import can_write
from service.printing.players import PrintingError
from vision.own_sheets.markersheet import TagName, tag_names
from vision.own_sheets.sheetcode import MOST_SHEETS, SheetCode, SheetCodeError, plain_name

MOST_AT_ONCE = 4000  # sheets in one PDF


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


@dataclass(frozen=True, slots=True)
class PrintRun:
    """The sheets to print."""

    layouts: tuple[Layout, ...]
    """The sides; everybody gets one sheet of each, in each round."""
    players: tuple[str, ...] = ()
    """Nobody: sheets without names."""
    each: int = 1
    """Sheets of each side for each player; without players, of each side."""
    rounds: int | None = None
    """Count of rounds; if given, each sheet belongs to one and names it."""
    tournament: str = ""
    first: int = 1
    """Number of the first sheet."""
    edicts: Mapping[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    """The edicts by player and round, counted from 0, as far as they are known."""

    def sheets(self) -> list[PrintedSheet]:
        """Return the sheets in printing order: a player's together, in them each round's.

        Raises:
            PrintingError: There are too many, or a name fits no code.
        """
        many = max(len(self.players), 1) * (self.rounds or 1) * len(self.layouts) * self.each
        if many > MOST_AT_ONCE:
            raise PrintingError(
                Sentence(
                    "that makes %(sheets)s sheets; at most %(most)s are printed at once",
                    sheets=many,
                    most=MOST_AT_ONCE,
                )
            )
        if self.first + many - 1 > MOST_SHEETS:
            raise PrintingError(
                Sentence(
                    "the last sheet would be number %(last)s; the highest is %(most)s",
                    last=self.first + many - 1,
                    most=MOST_SHEETS,
                )
            )
        numbers = count(self.first)
        try:
            return [
                PrintedSheet(
                    layout,
                    SheetCode(layout.side, next(numbers), plain_name(self.tournament), player),
                    self._caption(number),
                    self.edicts.get((player, number), ()),
                )
                for player in self.players or ("",)
                for number in range(self.rounds or 1)
                for layout in self.layouts
                for _ in range(self.each)
            ]
        except SheetCodeError as error:
            raise PrintingError(str(error)) from error

    def _caption(self, number: int) -> str:
        parts = [plain_name(self.tournament)] if can_write(self.tournament) else []
        parts += [f"Round {number + 1}"] if self.rounds else []
        return ", ".join(part for part in parts if part)


def unprintable(names: Sequence[str]) -> list[str]:
    """Return the names that our font lacks letters for: they are in the code only, and written by hand."""
    return [name for name in names if not can_write(name)]
