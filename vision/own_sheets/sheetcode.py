"""The text in the QR code on our printed sheets: whose sheet it is, and which."""

import unicodedata
from dataclasses import dataclass
from zlib import crc32

from engine import Side
from engine.sentence import Sentence

HEADER = "SURVEYOR1"  # what the text starts with; the digit is the format's version
MOST_CHARACTERS = 32  # of a tournament's or a player's name
MOST_BYTES = 45  # of it in UTF-8: more would make the code's squares too small for a photo
MOST_SHEETS = 9999


class SheetCodeError(ValueError):
    """A number or a text does not fit into a code."""


@dataclass(frozen=True, slots=True)
class SheetCode:
    """The contents of the code on a sheet.

    The text has six lines: `SURVEYOR1`, the side, the sheet's number, the tournament, the player (both may be
    empty), and the CRC-32 of all that stands before it, line ends included, as eight hexadecimal digits.

    >>> print(SheetCode(Side.A, 12, "Spring Cup", "Ada").text())
    SURVEYOR1
    A
    12
    Spring Cup
    Ada
    CC4018FB
    """

    side: Side
    sheet: int
    """Its number in the print run, from 1."""
    tournament: str = ""
    player: str = ""

    def __post_init__(self) -> None:
        """Refuse what a code cannot hold.

        Raises:
            SheetCodeError: A name is too long, or no plain line of text, or the number is out of range.
        """
        if not 1 <= self.sheet <= MOST_SHEETS:
            raise SheetCodeError(f"sheets are numbered from 1 to {MOST_SHEETS}, not {self.sheet}")
        _check_name(self.tournament)
        _check_name(self.player)

    def text(self) -> str:
        """Return the text that is printed as a code."""
        said = "\n".join((HEADER, self.side.value, str(self.sheet), self.tournament, self.player, ""))
        return said + _check_of(said)

    @classmethod
    def parse(cls, text: str) -> "SheetCode | None":
        """Return what a code says; None where it is not one of ours, or damaged."""
        lines = text.split("\n")
        if len(lines) != 6 or lines[0] != HEADER or lines[5] != _check_of(text[: -len(lines[5])]):
            return None
        try:
            code = cls(Side(lines[1]), int(lines[2]), lines[3], lines[4])
        except ValueError:
            return None
        return code if code.text() == text else None


def plain_name(name: str) -> str:
    """Return a name as codes hold it: composed letters, single spaces."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def _check_name(name: str) -> None:
    if name != plain_name(name) or not name.isprintable():
        raise SheetCodeError(
            Sentence(
                "the name %(name)s is no plain line of text; leave out signs that do not print",
                name=ascii(name),
            )
        )
    if len(name) > MOST_CHARACTERS or len(name.encode("utf-8")) > MOST_BYTES:
        raise SheetCodeError(
            Sentence(
                'the name "%(name)s" is too long for the sheet\'s code; '
                "shorten it to %(letters)s letters and %(bytes)s bytes",
                name=name[:MOST_CHARACTERS],
                letters=MOST_CHARACTERS,
                bytes=MOST_BYTES,
            )
        )


def _check_of(said: str) -> str:
    return f"{crc32(said.encode('utf-8', 'replace')):08X}"
