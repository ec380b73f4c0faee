"""Maps as text: eleven lines of eleven letters, in small letters where there are ruins.

The letters are those of `Terrain`; a small one is the same terrain drawn on a ruins square, and `r` is a
ruins square still empty.
"""

from engine.errors import MapFormatError
from engine.squares import ALL_SQUARES, SIZE, Square
from engine.terrain import Terrain

EMPTY_RUINS = "r"

Rows = tuple[tuple[Terrain, ...], ...]


def parse_notation(notation: str) -> tuple[Rows, frozenset[Square]]:
    """Return the terrain and the ruins that the text shows; blank lines and indentation do not matter.

    Raises:
        MapFormatError: There are not eleven lines of eleven letters, or a letter stands for nothing.
    """
    lines = notation.split()
    _check_size(lines)
    rows = tuple(
        tuple(_parse_letter(letter, Square(row, column)) for column, letter in enumerate(line))
        for row, line in enumerate(lines)
    )
    return rows, frozenset(square for square in ALL_SQUARES if lines[square.row][square.column].islower())


def draw_notation(rows: Rows, ruins: frozenset[Square]) -> str:
    """Return the text that shows this terrain and these ruins."""
    return "\n".join(
        "".join(_draw_letter(terrain, Square(row, column) in ruins) for column, terrain in enumerate(line))
        for row, line in enumerate(rows)
    )


def _check_size(lines: list[str]) -> None:
    if len(lines) != SIZE:
        raise MapFormatError(f"a map has {SIZE} lines, not {len(lines)}")
    for number, line in enumerate(lines, start=1):
        if len(line) != SIZE:
            raise MapFormatError(f"a line has {SIZE} letters, not {len(line)}", where=f"line {number}")


def _parse_letter(letter: str, square: Square) -> Terrain:
    if letter == EMPTY_RUINS:
        return Terrain.EMPTY
    try:
        return Terrain.from_letter(letter.upper())
    except MapFormatError as error:
        where = f"line {square.row + 1}, letter {square.column + 1}"
        raise MapFormatError(f'{error}; small on ruins, "{EMPTY_RUINS}" empty ruins', where=where) from None


def _draw_letter(terrain: Terrain, is_ruins: bool) -> str:
    if not is_ruins:
        return terrain.letter
    return EMPTY_RUINS if terrain is Terrain.EMPTY else terrain.letter.lower()
