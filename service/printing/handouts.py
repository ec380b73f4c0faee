"""Handouts beside the sheets: slips with a player's link, to be cut apart, and posters."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from service.printing.fonts import Face, load_fonts, width_of, writable
from service.printing.header import draw_code, draw_rose
from service.printing.inks import COLOUR
from service.printing.pen import Pen, Point, rectangle

T = TypeVar("T")
PAGE = (210.0, 297.0)  # mm, A4
COLUMNS, ROWS = 2, 5
SLIP = (PAGE[0] / COLUMNS, PAGE[1] / ROWS)
CODE = 36.0  # mm: side of a slip's code
EDGE = 9.0  # mm left bare
INK = COLOUR


@dataclass(frozen=True, slots=True)
class KeySlip:
    """A key as it is handed to somebody."""

    name: str
    """Whose it is."""
    secret: str
    """The key."""
    link: str
    """The address in its code."""


@dataclass(frozen=True, slots=True)
class Poster:
    """A poster for a wall or a table."""

    title: str
    """The tournament."""
    place: str
    """The table; empty for the hall."""
    heading: str
    link: str
    """The address in its code, which is printed below it too."""
    sentences: tuple[str, ...]
    footing: str = ""
    """The address of the standings."""
    details: tuple[str, ...] = ()
    """The players at the table, and the edicts."""


def draw_slips(slips: Sequence[KeySlip], title: str, advice: Sequence[str]) -> bytes:
    """Return a PDF of slips, ten on a page of A4 with lines to cut along.

    Each shows the title, and the advice on what to do with it.
    """

    def draw(canvas: Canvas, some: Sequence[KeySlip]) -> None:
        _draw_cuts(canvas)
        for place, slip in enumerate(some):
            down, right = divmod(place, COLUMNS)
            _draw_slip(_pen(canvas, right * SLIP[0], down * SLIP[1]), slip, title, advice)

    a_page = COLUMNS * ROWS
    return _draw_pages([slips[start : start + a_page] for start in range(0, len(slips), a_page)], draw)


def draw_posters(posters: Iterable[Poster]) -> bytes:
    """Return a PDF of posters, a page of A4 each."""
    return _draw_pages(posters, lambda canvas, poster: _draw_poster(_pen(canvas, 0, 0), poster))


def _draw_pages(contents: Iterable[T], draw: Callable[[Canvas, T], None]) -> bytes:
    load_fonts()
    file = BytesIO()
    canvas = Canvas(file, pagesize=(PAGE[0] * mm, PAGE[1] * mm), invariant=1)
    for content in contents:
        draw(canvas, content)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _pen(canvas: Canvas, left: float, top: float) -> Pen:
    """Return a pen that measures in mm from a place on the page."""
    return Pen(canvas, left * mm, (PAGE[1] - top) * mm, mm)


def _draw_cuts(canvas: Canvas) -> None:
    pen = _pen(canvas, 0, 0)
    canvas.setDash(1.5, 2.5)
    upright = [[(SLIP[0] * at, 0), (SLIP[0] * at, PAGE[1])] for at in range(1, COLUMNS)]
    across: list[list[Point]] = [[(0, SLIP[1] * at), (PAGE[0], SLIP[1] * at)] for at in range(1, ROWS)]
    pen.lines([*upright, *across], INK.rule, 0.2)
    canvas.setDash()


def _draw_slip(pen: Pen, slip: KeySlip, title: str, advice: Sequence[str]) -> None:
    text = EDGE + CODE + 4
    room = SLIP[0] - text - EDGE
    draw_code(pen, slip.link, EDGE - 1, (SLIP[1] - CODE) / 2 - 2, CODE)
    pen.text(writable(title), text, 12, 3.4, INK.rule, face=Face.ITALIC, room=room)
    pen.line([(text, 21), (text + room, 21)], INK.rule, 0.15)
    pen.text(writable(slip.name), text, 19.6, 5.4, INK.line, face=Face.BOLD, room=room)
    line = 27.0
    for sentence in advice:
        for words in _wrapped(sentence, room, 3.1):
            pen.text(words, text, line, 3.1, INK.line, room=room)
            line += 4
        line += 1
    pen.text(slip.secret, EDGE, SLIP[1] - 6, 3.1, INK.line, room=SLIP[0] - 2 * EDGE)


def _draw_poster(pen: Pen, poster: Poster) -> None:
    width, middle = PAGE[0] - 40, PAGE[0] / 2
    pen.line(rectangle(10, 10, PAGE[0] - 20, PAGE[1] - 20), INK.rule, 0.4, closed=True)
    pen.line(rectangle(12, 12, PAGE[0] - 24, PAGE[1] - 24), INK.rule, 0.15, closed=True)
    draw_rose(pen, INK, middle, 31, 12)
    pen.text(writable(poster.title), middle, 54, 9, INK.line, face=Face.ITALIC, align=0.5, room=width)
    line = 70.0
    if poster.place:
        pen.text(writable(poster.place), middle, line, 17, INK.line, face=Face.BOLD, align=0.5, room=width)
        line += 14
    pen.text(poster.heading, middle, line, 11, INK.accent, face=Face.BOLD, align=0.5, room=width)
    side = 84.0
    draw_code(pen, poster.link, middle - side / 2, line + 9, side)
    line += side + 19
    pen.text(poster.link, middle, line, 6, INK.line, align=0.5, room=width)
    line += 13
    for number, sentence in enumerate(poster.sentences, start=1):
        pen.text(f"{number}", 30, line, 8, INK.accent, face=Face.BOLD, align=0.5)
        for words in _wrapped(sentence, width - 22, 6.2):
            pen.text(words, 38, line, 6.2, INK.line)
            line += 8
        line += 3
    for words in (part for detail in poster.details for part in _wrapped(detail, width, 5)):
        pen.text(writable(words), middle, line + 2, 5, INK.line, align=0.5, room=width)
        line += 7
    if poster.footing:
        pen.text(poster.footing, middle, PAGE[1] - 19, 5, INK.line, face=Face.ITALIC, align=0.5, room=width)


def _wrapped(sentence: str, room: float, size: float) -> list[str]:
    """Return a sentence in lines that fit.

    >>> load_fonts()
    >>> _wrapped("one two three", 20.0, 5.0)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in sentence.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, Face.PLAIN, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
