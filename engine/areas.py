"""Sets of squares as the bits of one integer, so that a rule over the whole map is a handful of operations.

The square in row r and column c is bit 12 r + c. The twelfth bit of every row lies beside the map and is
never set, so that an area moved sideways cannot reappear at the other end of the next row.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from engine.squares import ALL_SQUARES, SIZE, Square, Squares

Area: TypeAlias = int
"""A set of squares of the map: `&` is what two areas share, `|` both, `& ~` one without the other,
`bit_count()` the number of squares."""

STRIDE = SIZE + 1  # bits from a square to the one below it


def bit(square: Square) -> Area:
    """Return the area of this one square, which lies on the map."""
    return 1 << square.row * STRIDE + square.column


def area_of(squares: Iterable[Square]) -> Area:
    """Return the area of the squares, which all lie on the map.

    >>> area_of([Square(0, 0), Square(1, 0)]).bit_count()
    2
    """
    area = 0
    for square in squares:
        area |= 1 << square.row * STRIDE + square.column
    return area


def squares_of(area: Area) -> Squares:
    """Return the squares of the area, in reading order.

    >>> squares_of(area_of([Square(3, 4), Square(0, 10)]))
    (Square(row=0, column=10), Square(row=3, column=4))
    """
    return tuple(_SQUARES[lowest.bit_length() - 1] for lowest in bits(area))


def bits(area: Area) -> Iterator[Area]:
    """Go through the squares of the area in reading order, each as an area of its own."""
    while area:
        lowest = area & -area
        yield lowest
        area ^= lowest


def beside(area: Area) -> Area:
    """Return the squares of the map that share a side with a square of the area, some in the area itself."""
    return (area << 1 | area >> 1 | area << STRIDE | area >> STRIDE) & WHOLE_MAP


def spread(start: Area, within: Area) -> Area:
    """Return all that is reached from `start` by steps over sides of squares inside `within`."""
    reached, further = 0, start & within
    while further != reached:
        reached = further
        further |= further << 1 | further >> 1 | further << STRIDE | further >> STRIDE
        further &= within
    return reached


def parts(area: Area) -> Iterator[Area]:
    """Go through the connected parts of the area, by their first squares in reading order."""
    while area:
        part = spread(area & -area, area)
        yield part
        area ^= part


WHOLE_MAP: Area = area_of(ALL_SQUARES)
_SQUARES = {square.row * STRIDE + square.column: square for square in ALL_SQUARES}
