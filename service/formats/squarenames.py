"""Names of squares for people: A1 is the corner at the top left."""

import re
from collections.abc import Iterable

from engine import SIZE, MapFormatError, Square

ROW_LETTERS = "ABCDEFGHIJK"
"""Rows are written as letters, columns by numbers: the corner top-left is A1."""


def label(square: tuple[int, int]) -> str:
    """Return the name of a square.

    >>> label((2, 3))
    'C4'
    """
    row, column = square
    return f"{ROW_LETTERS[row]}{column + 1}"


def labels(squares: Iterable[tuple[int, int]], between: str = ", ") -> str:
    """Return the names of the squares, in a list.

    >>> labels([(0, 0), (2, 3)])
    'A1, C4'
    """
    return between.join(map(label, squares))


def parse_label(name: str) -> Square:
    """Return the square of this name.

    >>> parse_label("c4")
    Square(row=2, column=3)

    Raises:
        MapFormatError: No square has it.
    """
    match = re.fullmatch(r"([A-Ka-k])([1-9]\d?)", name)
    if not match or int(match[2]) > SIZE:
        raise MapFormatError(
            f'"{name:.20}" is no square; rows are A to {ROW_LETTERS[-1]} and columns 1 to {SIZE}, as in C4'
        )
    return Square(ROW_LETTERS.index(match[1].upper()), int(match[2]) - 1)
