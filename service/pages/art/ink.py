"""Colours, symbols and letters of all drawings: those of the pages, read from where the pages have them."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from html import escape

from engine import Square, Terrain
from service.pages.assets import FOLDER
from service.printing.fonts import Face, width_of

SYMBOL = re.compile(r'<symbol id="(?P<id>[a-z]+)".*?</symbol>', re.DOTALL)
TOKEN = re.compile(r"--(?P<name>[a-z-]+): (?P<colour>#[0-9a-f]{6})")
FAMILY = "Source Serif Pro, Surveyor Serif, Georgia, DejaVu Serif, serif"
CONTROL = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that no SVG may hold."""
DRAWINGS = ("terrain.svg", "rose.svg")
ELLIPSIS = "…"


@cache
def symbols() -> Mapping[str, str]:
    """Return every symbol by its id."""
    drawn = "".join((FOLDER / name).read_text("utf-8") for name in DRAWINGS)
    return {found["id"]: found[0] for found in SYMBOL.finditer(drawn)}


@cache
def colours() -> Mapping[str, str]:
    """Return the colours of the light theme by their names."""
    inks: dict[str, str] = {}
    for found in TOKEN.finditer((FOLDER / "surveyor.css").read_text("utf-8")):
        inks.setdefault(found["name"], found["colour"])
    return inks


def document(width: float, height: float, title: str, body: Iterable[str], used: Collection[str]) -> str:
    """Return a whole SVG with the symbols that it uses."""
    drawn = "".join(symbols()[name] for name in sorted(used))
    size = f'width="{number(width)}" height="{number(height)}" viewBox="0 0 {number(width)} {number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{FAMILY}">\n'
        f"<title>{plain(title)}</title>\n<defs>{drawn}</defs>\n" + "\n".join(body) + "\n</svg>\n"
    )


def parchment(width: float, height: float) -> str:
    """Return the paper under a drawing: a little darker to its rims, in a frame of two lines."""
    inks, inner = colours(), 15
    return (
        f'<rect width="{number(width)}" height="{number(height)}" fill="{inks["paper"]}"/>'
        '<radialGradient id="age" cx=".5" cy=".45" r=".75">'
        '<stop offset=".6" stop-color="#fff8e6" stop-opacity=".7"/>'
        '<stop offset="1" stop-color="#b08a4a" stop-opacity=".28"/></radialGradient>'
        f'<rect width="{number(width)}" height="{number(height)}" fill="url(#age)"/>'
        f'<g fill="none" stroke="{inks["edge"]}"><rect x="9" y="9" width="{number(width - 18)}" '
        f'height="{number(height - 18)}" stroke-width="2.5"/><rect x="{inner}" y="{inner}" '
        f'width="{number(width - 2 * inner)}" height="{number(height - 2 * inner)}" stroke-width="1"/></g>'
        + "".join(_corner(x, y, inks) for x in (12, width - 12) for y in (12, height - 12))
    )


def _corner(x: float, y: float, inks: Mapping[str, str]) -> str:
    diamond = f"M{number(x)} {number(y - 9)}l9 9-9 9-9-9z"
    return f'<path d="{diamond}" fill="{inks["paper"]}" stroke="{inks["edge"]}" stroke-width="1.5"/>'


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str = "start",
    bold: bool = False,
    fill: str = "ink",
    room: float | None = None,
    least: float = 0,
) -> str:
    """Return a line of text; `fill` is the name of a colour, or one.

    Where there is only so much room, it is made smaller down to `least`, and from there shortened.
    """
    if room is not None:
        text, size = _fitted(text, room, size, least)
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"{weight} '
        f'fill="{colours().get(fill, fill)}">{plain(text)}</text>'
    )


def symbol(name: str, x: float, y: float, side: float, colour: str = "on-terrain") -> str:
    """Return a symbol in a square of this side."""
    at = f'x="{number(x)}" y="{number(y)}" width="{number(side)}" height="{number(side)}"'
    return f'<use href="#{name}" {at} color="{colours().get(colour, colour)}"/>'


def sign(terrain: Terrain, row: int, column: int) -> str:
    """Return the sign of a terrain in its square, in squares."""
    return symbol(terrain, column, row, 1, "on-destroyed" if terrain is Terrain.DESTROYED else "on-terrain")


def path_of(squares: Iterable[Square]) -> str:
    """Return squares of a map as a path of SVG, in squares."""
    return "".join(f"M{column} {row}h1v1h-1z" for row, column in squares)


def _fitted(text: str, width: float, size: float, least: float = 0) -> tuple[str, float]:
    """Return text, and the size in which it fits a width: smaller down to `least`, from there shortened."""
    text = CONTROL.sub("", text).strip()
    needed = text_width(text, size)
    if needed <= width:
        return text, size
    size = max(least or size, size * width / needed)
    while len(text) > 1 and text_width(text, size) > width:
        text = text.removesuffix(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    return text, size


def text_width(text: str, size: float) -> float:
    """Return how wide text is, about; letters that the font lacks count as wide ones."""
    return width_of(text, Face.BOLD, size)


def plain(text: str) -> str:
    """Return text as it stands in SVG, whatever it holds."""
    return escape(CONTROL.sub("", text))


def number(value: float) -> str:
    """Return a number of the drawing, short.

    >>> number(3.0), number(2.3456)
    ('3', '2.35')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
