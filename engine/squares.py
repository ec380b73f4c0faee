"""The squares of the map, alone and in rows and columns."""

from typing import NamedTuple

SIZE = 11  # squares along each edge of the map


class Square(NamedTuple):
    """A place on the map, counted from the top-left corner, which is `Square(0, 0)`.

    >>> Square(0, 10).neighbours()
    (Square(row=0, column=9), Square(row=1, column=10))
    """

    row: int
    column: int

    def __str__(self) -> str:
        """Return the place as messages tell it and documents write it."""
        return f"[{self.row}, {self.column}]"

    @property
    def is_on_map(self) -> bool:
        """Whether the map reaches this far."""
        return 0 <= self.row < SIZE and 0 <= self.column < SIZE

    @property
    def is_on_edge(self) -> bool:
        """Whether a side of the square is part of the edge of the map."""
        return not (0 < self.row < SIZE - 1 and 0 < self.column < SIZE - 1)

    def neighbours(self) -> tuple["Square", ...]:
        """Return the squares of the map that share a side with this one, in reading order."""
        around = (self.moved(-1, 0), self.moved(0, -1), self.moved(0, 1), self.moved(1, 0))
        return tuple(square for square in around if square.is_on_map)

    def moved(self, rows: int, columns: int) -> "Square":
        """Return the square so many rows further down and columns further right, on the map or not."""
        return Square(self.row + rows, self.column + columns)


Squares = tuple[Square, ...]

ROWS: tuple[Squares, ...] = tuple(tuple(Square(row, column) for column in range(SIZE)) for row in range(SIZE))
COLUMNS: tuple[Squares, ...] = tuple(zip(*ROWS, strict=True))
ALL_SQUARES: Squares = tuple(square for row in ROWS for square in row)
