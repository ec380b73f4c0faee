"""Rows, columns, diagonals and the edge of the map, as areas."""

from collections.abc import Iterable

from engine import squares
from engine.areas import STRIDE, Area, area_of
from engine.squares import ALL_SQUARES, SIZE, Square

ROWS: tuple[Area, ...] = tuple(area_of(row) for row in squares.ROWS)
COLUMNS: tuple[Area, ...] = tuple(area_of(column) for column in squares.COLUMNS)
LINES = ROWS + COLUMNS
DIAGONALS: tuple[Area, ...] = tuple(
    area_of(Square(top + step, step) for step in range(SIZE - top)) for top in range(SIZE)
)
"""The eleven lines down and right from the left edge to the bottom edge; the last is the corner alone."""
EDGE: Area = area_of(square for square in ALL_SQUARES if square.is_on_edge)


def cut(area: Area, lines: Iterable[Area]) -> list[Area]:
    """Return what the area has in each of the lines, without those where it has nothing.

    >>> len(cut(EDGE, DIAGONALS))
    11
    """
    return [shared for line in lines if (shared := area & line)]


def block(corner: Area, height: int, width: int) -> Area:
    """Return the rectangle whose top-left square is the corner; it has to fit on the map.

    >>> block(1, 11, 1) == COLUMNS[0]
    True
    """
    top = (corner << width) - corner
    area = 0
    for row in range(height):
        area |= top << row * STRIDE
    return area
