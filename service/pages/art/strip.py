"""A game from season to season: the maps side by side, what was drawn in each season lit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine import ALL_SQUARES, SIZE, MapSheet, Square, Terrain
from service.pages.art.ink import colours, document, number, parchment, symbol, words
from service.pages.art.maps import draw_squares, used_symbols
from service.pages.rendering import minus

SQUARE = 26.0
FIELD = SIZE * SQUARE
GAP, RIM, TOP = 30.0, 44.0, 108.0
HEIGHT = TOP + 40 + FIELD + 76
TITLE, SEASON, STARS = 32.0, 21.0, 30.0


@dataclass(frozen=True, slots=True)
class Panel:
    """One season."""

    name: str
    """As it stands below the title: "Spring"."""
    sheet: MapSheet | None = None
    """The map at its end, where there is one."""
    stars: int | None = None
    """Stars of the season, where they are known."""


def draw_strip_svg(
    panels: Sequence[Panel],
    *,
    title: str,
    subtitle: str = "",
    total: int | None = None,
    nothing: str = "no sheet",
) -> str:
    """Return the maps of a game side by side as an SVG; `nothing` is said where a season has no map."""
    width = 2 * RIM + len(panels) * FIELD + (len(panels) - 1) * GAP
    body = [parchment(width, HEIGHT), *_headings(width, title, subtitle, total)]
    before: MapSheet | None = None
    for at, panel in enumerate(panels):
        body += _panel(RIM + at * (FIELD + GAP), panel, before, nothing)
        before = panel.sheet or before
    used = used_symbols([panel.sheet for panel in panels if panel.sheet]) | {"star", "rose"}
    return document(width, HEIGHT, title, body, used)


def fresh_squares(sheet: MapSheet, before: MapSheet | None) -> frozenset[Square]:
    """Return the squares that hold something else than before; at first, all on which somebody has drawn."""
    ground = before or MapSheet.blank(sheet.side)
    return frozenset(square for square in ALL_SQUARES if sheet[square] is not ground[square])


def _headings(width: float, title: str, subtitle: str, total: int | None) -> Iterator[str]:
    yield symbol("rose", RIM, 36, 56, "accent")
    left, right = RIM + 72, width - RIM
    if total is not None:
        yield symbol("star", right - 40, 42, 40, "accent")
        yield words(minus(total), right - 50, 76, 40, anchor="end", bold=True)
        right -= 70 + 24 * len(f"{total}")
    yield words(title, left, 64 if subtitle else 75, TITLE, bold=True, room=right - left, least=22)
    yield words(subtitle, left, 90, 18, fill="soft", room=right - left, least=14)


def _panel(left: float, panel: Panel, before: MapSheet | None, nothing: str) -> Iterator[str]:
    middle, top = left + FIELD / 2, TOP + 36
    yield words(panel.name, middle, TOP + 24, SEASON, anchor="middle", room=FIELD)
    if panel.sheet is None:
        yield from _blank(left, top, nothing)
    else:
        fresh = fresh_squares(panel.sheet, before)
        old = [at for at in ALL_SQUARES if panel.sheet[at] is not Terrain.EMPTY and at not in fresh]
        yield from draw_squares(panel.sheet, left, top, SQUARE, pale=old)
    below = top + FIELD + 14
    star_count = "?" if panel.stars is None else minus(panel.stars)
    yield symbol("star", middle + 4, below, STARS, "accent")
    yield words(star_count, middle - 4, below + STARS * 0.8, STARS, anchor="end", bold=True)


def _blank(left: float, top: float, nothing: str) -> Iterator[str]:
    at = f'x="{number(left)}" y="{number(top)}" width="{number(FIELD)}" height="{number(FIELD)}"'
    yield f'<rect {at} fill="none" stroke="{colours()["edge"]}" stroke-width="1.5" stroke-dasharray="7 6"/>'
    middle = left + FIELD / 2
    yield words(nothing, middle, top + FIELD / 2 + 7, 20, anchor="middle", fill="soft", room=FIELD - 20)
