"""Facts known of a sheet beside its picture."""

from collections.abc import Collection
from dataclasses import dataclass, field

from engine import ALL_SQUARES, LAYOUTS, AmbushCard, MapSheet, Season, Side, Square
from engine.cards import Card
from engine.sentence import Sentence
from engine.setup import RuleSwitches
from vision.errors import Reason
from vision.read.reading import CellReading, SheetReading

SOMEWHAT = 0.6  # how likely a map is right on a square that was doubtful, and that nobody settled


@dataclass(frozen=True)
class Known:
    """Facts of the season given by a person; without them nothing changes."""

    before: tuple[CellReading, ...] | None = None
    """The player's map when the season before was scored, 121 squares row by row: certain where a
    person confirmed it, somewhat likely where doubt was left, as likely as it was read otherwise."""
    before_side: Side | None = None
    """The printed side of that map."""
    cards: tuple[Card, ...] = ()
    """The cards revealed since, in their order."""
    standing: tuple[AmbushCard, ...] = ()
    """Ambush cards of earlier seasons whose effects go on."""
    season: Season | None = None
    """The season that ends with the sheet."""
    solo: bool = False
    rules: RuleSwitches = field(default_factory=RuleSwitches)

    @property
    def is_anything(self) -> bool:
        """Whether anything is known."""
        return self.before is not None or bool(self.cards)

    def earlier_cells(self, reading: SheetReading) -> tuple[CellReading, ...] | None:
        """Return what the squares held before; with the cards of spring, what is printed on the sheet."""
        layout = LAYOUTS.get(reading.side, reading.layout)
        if self.before is not None or layout is None:
            return self.before
        return tuple(CellReading(square, {layout[square]: 1.0}) for square in ALL_SQUARES)

    def contradiction(self, reading: SheetReading) -> Reason | None:
        """Return why this cannot be what came before the sheet, if it cannot."""
        if self.before_side is not None and self.before_side is not reading.side:
            return Reason(
                "before_other_side",
                Sentence(
                    "The map before is of side %(before_side)s, and this sheet of side %(side)s.",
                    before_side=self.before_side,
                    side=reading.side,
                ),
                "Name the same player's map of the season before.",
            )
        if self.before is None and self.season not in (None, Season.SPRING):
            return Reason(
                "before_missing",
                Sentence(
                    "The cards of %(season)s can only be held against the map before them.",
                    season=str(self.season),
                ),
                "Say the player's map of the season before, too.",
            )
        if self.before is None and not reading.knows_its_print:
            return Reason(
                "before_missing",
                "What is printed on this sheet is not known, so neither is what was drawn in this season.",
                "Say the player's map of the season before, too.",
            )
        return None


def cells_of(sheet: MapSheet, doubtful: Collection[Square] = ()) -> tuple[CellReading, ...]:
    """Return the squares of a map, each beyond doubt but for those that nobody settled.

    What a doubtful square lacks of 1 is spread over all else that may be drawn there.
    """
    return tuple(
        CellReading(square, {sheet[square]: SOMEWHAT if square in doubtful else 1.0})
        for square in ALL_SQUARES
    )
