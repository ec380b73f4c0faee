"""The letters on our sheets: Source Serif Pro (SIL Open Font License), embedded in the PDF."""

from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont


class Face(StrEnum):
    """A face of the font, by the name under which the PDF knows it."""

    PLAIN = "SourceSerifPro-Regular"
    ITALIC = "SourceSerifPro-It"
    BOLD = "SourceSerifPro-Bold"


def load_fonts() -> None:
    """Make the faces known to the PDF writer, once."""
    for face in Face:
        _load(face)


def width_of(words: str, face: Face, size: float) -> float:
    """Return how wide words are, in the unit of `size`."""
    _load(face)
    return float(pdfmetrics.stringWidth(words, face.value, 1000) * size / 1000)


def can_write(words: str, face: Face = Face.PLAIN) -> bool:
    """Tell whether the face has a glyph for every letter."""
    return all(ord(letter) in _load(face).face.charToGlyph for letter in words)


def writable(name: str) -> str:
    """Return the words of a name that the plain face has all letters of; the others are written by hand.

    >>> writable("\N{CJK UNIFIED IDEOGRAPH-674E} Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")
    'Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}'
    """
    return " ".join(filter(can_write, name.split()))


def font_file(face: Face) -> Path:
    """Return the file of a face."""
    package = find_spec("font_source_serif_pro")
    if package is None or package.origin is None:
        raise FileNotFoundError("the package font-source-serif-pro is not installed")
    return Path(package.origin).parent / "files" / f"{face.value}.ttf"


@cache
def _load(face: Face) -> TTFont:
    font = TTFont(face.value, str(font_file(face)))
    pdfmetrics.registerFont(font)
    return font
