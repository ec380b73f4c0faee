"""A map, drawn anew: on parchment, with its rows and columns named."""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from engine import ALL_SQUARES, SIZE, MapSheet, Square, Terrain
from service.formats.squarenames import ROW_LETTERS
from service.pages.art.ink import colours, document, number, parchment, path_of, sign, symbol, words
from service.pages.rendering import minus

SQUARE = 60.0  # side of a square in the drawing's own units
LEFT, TOP = 70.0, 136.0
WIDTH = LEFT + SIZE * SQUARE + LEFT
HEIGHT = TOP + SIZE * SQUARE + 104
TITLE, SUBTITLE = 36.0, 19.0
GRID, RIM = "#8d7650", "#5f4a2c"
FURNITURE = frozenset({"rose", "star", "coin"})


def draw_map_svg(
    sheet: MapSheet,
    *,
    title: str,
    subtitle: str = "",
    total: int | None = None,
    coins: int | None = None,
) -> str:
    """Return a map as an SVG, below whose it is, and above its stars and coins as far as they are known."""
    body = [
        parchment(WIDTH, HEIGHT),
        *_headings(title, subtitle),
        *_names(),
        *draw_squares(sheet, LEFT, TOP, SQUARE),
        *_foot(total, coins),
    ]
    return document(WIDTH, HEIGHT, title, body, used_symbols([sheet]) | FURNITURE)


def used_symbols(sheets: Iterable[MapSheet]) -> frozenset[str]:
    """Return the ids of the symbols that some maps need."""
    return frozenset(
        {str(sheet[square]) for sheet in sheets for square in ALL_SQUARES} - {Terrain.EMPTY} | {"ruins"}
    )


def draw_squares(
    sheet: MapSheet,
    left: float,
    top: float,
    side: float,
    *,
    pale: Collection[Square] = (),
) -> Iterator[str]:
    """Yield the field of a map: grounds, signs, and lines; `pale` squares stand back."""
    yield f'<g transform="translate({number(left)} {number(top)}) scale({number(side)})">'
    yield f'<rect width="{SIZE}" height="{SIZE}" fill="{colours()["empty"]}"/>'
    yield from _grounds(sheet)
    yield from _signs(sheet)
    if pale:
        yield f'<path d="{path_of(sorted(pale))}" fill="{colours()["empty"]}" opacity=".62"/>'
    lines = "".join(f"M{at} 0v{SIZE}M0 {at}h{SIZE}" for at in range(1, SIZE))
    yield f'<path d="{lines}" fill="none" stroke="{GRID}" stroke-width=".02"/>'
    yield f'<rect width="{SIZE}" height="{SIZE}" fill="none" stroke="{RIM}" stroke-width=".06"/></g>'


def _grounds(sheet: MapSheet) -> Iterator[str]:
    ordered = sorted(ALL_SQUARES, key=lambda square: (sheet[square], square))
    for terrain, squares in groupby(ordered, key=lambda square: sheet[square]):
        if terrain is not Terrain.EMPTY:
            yield f'<path d="{path_of(squares)}" fill="{colours()[terrain]}"/>'


def _signs(sheet: MapSheet) -> Iterator[str]:
    for square in ALL_SQUARES:
        terrain, (row, column) = sheet[square], square
        if terrain is not Terrain.EMPTY:
            yield sign(terrain, row, column)
        if square in sheet.ruins:
            yield _ruins(row, column, is_drawn_on=terrain is not Terrain.EMPTY)


def _ruins(row: int, column: int, *, is_drawn_on: bool) -> str:
    """Return the arch: in the whole square, or in a corner of what was drawn on it."""
    if not is_drawn_on:
        return symbol("ruins", column + 0.08, row + 0.08, 0.84, "ruins")
    patch = f'<rect x="{number(column + 0.6)}" y="{row}" width=".4" height=".4" fill="{colours()["empty"]}"/>'
    return patch + symbol("ruins", column + 0.63, row + 0.03, 0.34, "on-terrain")


def _headings(title: str, subtitle: str) -> Iterator[str]:
    middle, room = WIDTH / 2, SIZE * SQUARE
    top = 72 if subtitle else 84
    yield words(title, middle, top, TITLE, anchor="middle", bold=True, room=room, least=24)
    if subtitle:
        yield words(subtitle, middle, 102, SUBTITLE, anchor="middle", fill="soft", room=room, least=15)


def _names() -> Iterator[str]:
    """Yield the letters of the rows and the numbers of the columns."""
    for at in range(SIZE):
        middle = (at + 0.5) * SQUARE
        yield words(ROW_LETTERS[at], LEFT - 22, TOP + middle + 6.5, 19, anchor="middle", fill="soft")
        yield words(f"{at + 1}", LEFT + middle, TOP - 10, 19, anchor="middle", fill="soft")


def _foot(total: int | None, coins: int | None) -> Iterator[str]:
    top, right = TOP + SIZE * SQUARE + 18, LEFT + SIZE * SQUARE
    yield symbol("rose", LEFT - 2, top - 2, 62, "accent")
    for name, count, size in (("star", total, 44.0), ("coin", coins, 30.0)):
        if count is None:
            continue
        right -= size
        yield symbol(name, right, top + 30 - size / 2, size, "accent")
        right -= 8
        yield words(minus(count), right, top + 30 + size * 0.33, size, anchor="end", bold=True)
        right -= len(f"{count}") * size * 0.6 + 28
