"""The printed layouts: mountains, ruins and wastelands of the sides A, B, C, D and others."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine.boxes import Game
from engine.errors import Choice, MapFormatError
from engine.facts import Confidence, Fact, facts
from engine.notation import draw_notation, parse_notation
from engine.squares import ALL_SQUARES, ROWS, Square
from engine.terrain import Terrain

COIN_TRACK = 14  # coins printed on the sheets of both games; on side D from one source


class Side(Choice):
    """The printed side of a sheet; `CUSTOM` is any other, which says itself what is printed on it."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    CUSTOM = "custom"


class Feature(StrEnum):
    """A kind of print on a side, each known with a confidence of its own."""

    MOUNTAINS = "mountains"
    WASTELANDS = "wastelands"
    RUINS = "ruins"
    COINS = "coins"


@dataclass(frozen=True, slots=True)
class Layout:
    """The print of one side of a sheet.

    >>> LAYOUTS[Side.D].unconfirmed
    (<Feature.RUINS: 'ruins'>, <Feature.COINS: 'coins'>)
    """

    side: Side
    mountains: frozenset[Square]
    ruins: frozenset[Square]
    wastelands: frozenset[Square]
    coins: int = COIN_TRACK
    """The coins on its coin track."""
    name: str = ""
    """The name of a custom side."""
    replaces: Side | None = None
    """The printed side that a custom one corrects."""
    game: Game | None = None
    """The box it comes in; none for a home-made one."""
    unconfirmed: tuple[Feature, ...] = ()
    """Its prints that are known from one source only."""

    @classmethod
    def parse(cls, side: Side, notation: str) -> "Layout":
        """Return the layout of a side drawn as text; `str` draws it again.

        Raises:
            MapFormatError: The text is no map, or more is drawn on it than printers print.
        """
        rows, ruins = parse_notation(notation)
        for square in ALL_SQUARES:
            _check_printable(square, rows[square.row][square.column], square in ruins)

        def printed(terrain: Terrain) -> frozenset[Square]:
            return frozenset(square for square in ALL_SQUARES if rows[square.row][square.column] is terrain)

        return cls(side, printed(Terrain.MOUNTAIN), ruins, printed(Terrain.WASTELAND))

    def __str__(self) -> str:
        """Draw the layout as text."""
        return draw_notation(tuple(tuple(map(self.__getitem__, row)) for row in ROWS), self.ruins)

    def __getitem__(self, square: Square) -> Terrain:
        """Return what is printed on the square: a mountain, wasteland, or nothing."""
        if square in self.mountains:
            return Terrain.MOUNTAIN
        return Terrain.WASTELAND if square in self.wastelands else Terrain.EMPTY


def _check_printable(square: Square, terrain: Terrain, is_ruins: bool) -> None:
    known = (Terrain.EMPTY, Terrain.MOUNTAIN, Terrain.WASTELAND)
    if terrain not in known or (is_ruins and terrain is not Terrain.EMPTY):
        letter = terrain.letter.lower() if is_ruins else terrain.letter
        raise MapFormatError(
            f'"{letter}" is not printed on sheets; those have . empty, ^ mountain, # wasteland, r ruins',
            where=f"line {square.row + 1}, letter {square.column + 1}",
        )


def _known_layout(fact: Fact) -> Layout:
    layout = Layout.parse(Side(fact.name), fact.text("map"))
    confidence = fact.part("confidence")
    return Layout(
        layout.side,
        layout.mountains,
        layout.ruins,
        layout.wastelands,
        coins=fact.number("coins"),
        game=fact.choice("game", Game),
        unconfirmed=tuple(
            feature for feature in Feature if not confidence.choice(feature, Confidence).is_confirmed
        ),
    )


LAYOUTS: Mapping[Side, Layout] = MappingProxyType(
    {layout.side: layout for layout in map(_known_layout, facts("side"))}
)
"""The printed layouts.

A, B and C were seen on printed sheets. D was not: its mountains and wastelands agree in two programs, and its
ruins rest on one source alone, which is right on all of C.
"""
