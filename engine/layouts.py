"""What is printed on the sheets: mountains, ruins and wastelands of the sides A, B, C and D."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine.notation import parse_notation
from engine.squares import ALL_SQUARES, Square
from engine.terrain import Terrain


class Side(StrEnum):
    """The printed side of a sheet; `CUSTOM` is any other, which says itself what is printed on it."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    CUSTOM = "custom"


@dataclass(frozen=True, slots=True)
class Layout:
    """What one side of a sheet shows before anyone has drawn on it."""

    side: Side
    mountains: frozenset[Square]
    ruins: frozenset[Square]
    wastelands: frozenset[Square]

    @classmethod
    def parse(cls, side: Side, notation: str) -> "Layout":
        """Return the layout of a side drawn as text.

        Raises:
            MapFormatError: The text is no map.
        """
        rows, ruins = parse_notation(notation)

        def printed(terrain: Terrain) -> frozenset[Square]:
            return frozenset(square for square in ALL_SQUARES if rows[square.row][square.column] is terrain)

        return cls(side, printed(Terrain.MOUNTAIN), ruins, printed(Terrain.WASTELAND))


_SIDE_A = """
    ...........
    ...^.r.....
    .r......^r.
    ...........
    ...........
    .....^.....
    ...........
    ...........
    .r^......r.
    .....r.^...
    ...........
"""
_SIDE_B = """
    ...........
    ......r.^..
    ..r^.......
    .....#.....
    ....##r....
    ....###....
    .r...#.....
    .....^..r..
    .........^.
    ..^r.......
    ...........
"""
_SIDE_C = """
    ...........
    .^..r......
    ...........
    .......r^..
    ...........
    ...^.......
    ......r....
    ..r........
    .........^.
    .....^..r..
    r..........
"""
_SIDE_D = """
    ...........
    .#.r....r^.
    .#.........
    ...^.......
    ...........
    .r....^..##
    .......r.#r
    ...........
    ..^......^.
    ##...r.....
    ...........
"""

LAYOUTS: Mapping[Side, Layout] = MappingProxyType(
    {
        side: Layout.parse(side, notation)
        for side, notation in [(Side.A, _SIDE_A), (Side.B, _SIDE_B), (Side.C, _SIDE_C), (Side.D, _SIDE_D)]
    }
)
"""The printed layouts.

A, B and C were seen on printed sheets. D was not: its mountains and wastelands agree in two programs, and its
ruins rest on one source alone, which is right on all of C.
"""
