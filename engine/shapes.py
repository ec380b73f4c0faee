"""The shapes on the cards: turned, flipped, and fitted into the free squares of a map."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from engine.areas import STRIDE, Area, area_of, bits
from engine.errors import MapFormatError
from engine.squares import ALL_SQUARES, SIZE

Offsets: TypeAlias = tuple[tuple[int, int], ...]
"""Rows down and columns right of the top-left corner of a shape's box."""

SQUARE_LETTER, GAP_LETTER, LINE_END = "X", ".", "/"


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape as it is printed on a card; a gap in it may lie over anything.

    >>> shape = Shape.parse("X.X")
    >>> len(shape.orientations), shape.fits(area_of(ALL_SQUARES))
    (2, True)
    """

    offsets: Offsets
    """The squares in reading order; the smallest row and the smallest column are 0."""
    has_coin: bool = False
    """Whether who draws it gains a coin."""

    def __post_init__(self) -> None:
        """Refuse offsets that no printed shape has."""
        if not self.offsets or self.offsets != _normalised(self.offsets):
            raise MapFormatError(
                "the squares of a shape are given once, in reading order, from row and column 0"
            )
        if max(self.height, self.width) > SIZE:
            raise MapFormatError(f"a shape of {self.height} x {self.width} squares fits on no map")

    @classmethod
    def parse(cls, drawing: str, *, has_coin: bool = False) -> "Shape":
        """Return the shape drawn in lines of X and dots with slashes between; `str` draws it again.

        >>> Shape.parse(".X/X.").offsets
        ((0, 1), (1, 0))

        Raises:
            MapFormatError: It is drawn with other letters, in lines of unequal length, or on too large a box.
        """
        lines = drawing.split(LINE_END)
        if set(drawing) - {SQUARE_LETTER, GAP_LETTER, LINE_END} or len({len(line) for line in lines}) > 1:
            raise MapFormatError(
                f'"{drawing:.40}" is no shape; draw it in equal lines of X and dots, such as "XX./.XX"'
            )
        squares = (
            (row, column)
            for row, line in enumerate(lines)
            for column, letter in enumerate(line)
            if letter == SQUARE_LETTER
        )
        return cls(tuple(squares), has_coin)

    def __str__(self) -> str:
        """Draw the shape, without its coin."""
        return LINE_END.join(
            "".join(
                SQUARE_LETTER if (row, column) in self.offsets else GAP_LETTER for column in range(self.width)
            )
            for row in range(self.height)
        )

    def __len__(self) -> int:
        """Return the number of squares."""
        return len(self.offsets)

    @property
    def height(self) -> int:
        """The rows of its box."""
        return max(row for row, _ in self.offsets) + 1

    @property
    def width(self) -> int:
        """The columns of its box."""
        return max(column for _, column in self.offsets) + 1

    @property
    def orientations(self) -> tuple["Shape", ...]:
        """The shape in all the ways it can be turned and flipped: 1 to 8 different ones, the printed first.

        >>> [str(shape) for shape in Shape.parse("X./XX").orientations]
        ['X./XX', 'XX/X.', 'XX/.X', '.X/XX']
        """
        return tuple(Shape(offsets, self.has_coin) for offsets in _orientations(self.offsets))

    def at(self, row: int, column: int) -> Area:
        """Return the squares it covers as printed, the top-left corner of its box at this row and column.

        Raises:
            MapFormatError: It does not lie on the map there.
        """
        if not (0 <= row <= SIZE - self.height and 0 <= column <= SIZE - self.width):
            raise MapFormatError(f"the shape {self} does not lie on the map at row {row}, column {column}")
        return _stencil(self.offsets).pattern << row * STRIDE + column

    def fits(self, free: Area) -> bool:
        """Whether it can be drawn, turned and flipped as need be, on free squares only."""
        return any(stencil.anchors(free) for stencil in stencils(self.offsets))

    def placements(self, free: Area) -> Iterator[Area]:
        """Go through all the areas of free squares on which it can be drawn, each once.

        They come by orientation, the printed one first, and then in reading order.
        """
        for stencil in stencils(self.offsets):
            for anchor in bits(stencil.anchors(free)):
                yield stencil.pattern * anchor


@dataclass(frozen=True, slots=True)
class Stencil:
    """One orientation of a shape, made ready to be laid on all places of a map at once."""

    pattern: Area
    """The squares with the box in the top-left corner of the map; times a bit, those with the box there."""
    shifts: tuple[int, ...]
    """The bits from the corner of the box to each square."""
    room: Area
    """Squares on which the corner of the box can lie."""

    def anchors(self, free: Area) -> Area:
        """Return where the corner of the box lies when all the squares are free."""
        places = self.room
        for shift in self.shifts:
            places &= free >> shift
        return places


@cache
def stencils(offsets: Offsets) -> tuple[Stencil, ...]:
    """Return a stencil for each orientation that differs, as printed first."""
    return tuple(_stencil(turned) for turned in _orientations(offsets))


@cache
def _stencil(offsets: Offsets) -> Stencil:
    shifts = tuple(row * STRIDE + column for row, column in offsets)
    rows, columns = (SIZE - max(numbers) for numbers in zip(*offsets, strict=True))
    room = area_of(square for square in ALL_SQUARES if square.row < rows and square.column < columns)
    return Stencil(sum(1 << shift for shift in shifts), shifts, room)


@cache
def _orientations(offsets: Offsets) -> tuple[Offsets, ...]:
    return tuple(dict.fromkeys(map(_normalised, turned_and_flipped(offsets))))


def turned_and_flipped(offsets: Offsets) -> tuple[Offsets, ...]:
    """Return the squares in eight ways: turned by quarters, as they are first, then each of these flipped."""
    turned = [offsets]
    for _ in range(3):
        turned.append(tuple((column, -row) for row, column in turned[-1]))
    return (*turned, *(tuple((row, -column) for row, column in way) for way in turned))


def _normalised(offsets: Iterable[tuple[int, int]]) -> Offsets:
    squares = sorted(set(offsets))
    top, left = (min(numbers) for numbers in zip(*squares, strict=True))
    return tuple((row - top, column - left) for row, column in squares)
