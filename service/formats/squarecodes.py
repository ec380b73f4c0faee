"""Texts as square codes (QR codes) that a phone's camera reads."""

from collections.abc import Iterator, Sequence

import segno


def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return which modules of a text's code are black, row by row, without its quiet zone."""
    drawn = segno.make(text, error="m", mode="byte", encoding="utf-8", micro=False)
    return tuple(tuple(map(bool, row)) for row in drawn.matrix)


def black_runs(rows: Sequence[Sequence[bool]]) -> Iterator[tuple[int, int, int]]:
    """Yield where black begins, to the right and down, and for how many modules it goes on.

    >>> list(black_runs([(True, True, False, True)]))
    [(0, 0, 2), (3, 0, 1)]
    """
    for down, row in enumerate(rows):
        start = None
        for right, is_black in enumerate((*row, False)):
            if is_black and start is None:
                start = right
            elif not is_black and start is not None:
                yield start, down, right - start
                start = None
