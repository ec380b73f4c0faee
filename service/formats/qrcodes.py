"""QR codes of texts."""

from dataclasses import dataclass

import segno
from segno.utils import matrix_to_lines  # type: ignore[attr-defined]  # which its stubs lack


@dataclass(frozen=True, slots=True)
class QrCode:
    """A QR code, without its quiet zone."""

    side: int
    """Modules along each side."""
    runs: tuple[tuple[int, int, int], ...]
    """Runs of black: the column and row of the first module, and the count of modules."""


def qr_code(text: str) -> QrCode:
    """Return the QR code of a text.

    >>> qr_code("https://scores.example.org").runs[0]
    (0, 0, 7)
    """
    matrix = segno.make(text, error="m", mode="byte", encoding="utf-8", micro=False).matrix
    lines = matrix_to_lines(matrix, 0, 0)
    return QrCode(len(matrix), tuple((start, down, end - start) for (start, down), (end, _) in lines))
