"""Squares as people are told them."""

from collections.abc import Iterable

ROW_LETTERS = "ABCDEFGHIJK"
"""Rows are told by letters, columns by numbers: the corner top-left is A1."""


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
