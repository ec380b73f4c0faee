"""The head of a printed sheet: compass rose, name lines, code, and a line for each edict."""

from math import cos, radians, sin

from engine import Side
from service.formats.qrcodes import qr_code
from service.printing.fonts import Face, writable
from service.printing.inks import BLACK, WHITE, Inks
from service.printing.pen import Pen, Point, rectangle
from service.printing.printrun import PrintedSheet
from vision.own_sheets.markersheet import CODE_PLACE, CODE_SIDE

ROSE = (0.2, -2.9, 1.12)  # middle and reach of the compass rose
LINES = (1.75, 9.2)  # where the lines for names start and end
NAME_LINE, TITLE_LINE, CAPTION_LINE = -2.83, -1.9, -3.72
EDICT_LINE = -0.78
EDICT_STEP, EDICT_START = 2.6, 0.45
EDICT_SIZE, EDICT_LEADING = 0.3, 0.3
NO_TOURNAMENT = "A survey of the realm"  # stands above the name where no tournament is named


def draw_header(pen: Pen, sheet: PrintedSheet, inks: Inks) -> None:
    """Draw all that stands above the field but the tags."""
    draw_rose(pen, inks, *ROSE)
    if sheet.layout.side is not Side.CUSTOM:
        _draw_letter(pen, sheet.layout.side.value, inks)
    start, end = LINES
    caption = sheet.caption or NO_TOURNAMENT
    pen.text(caption, start, CAPTION_LINE, 0.4, inks.line, face=Face.ITALIC, room=end - start)
    _draw_line(pen, "Name", writable(sheet.player), NAME_LINE, inks)
    _draw_line(pen, "Title", "", TITLE_LINE, inks)
    draw_code(pen, sheet.code.text(), *CODE_PLACE, CODE_SIDE)
    for place, letter in enumerate("ABCD"):
        name = sheet.edicts[place] if place < len(sheet.edicts) else ""
        _draw_edict(pen, EDICT_START + place * EDICT_STEP, letter, name, inks)


def _draw_line(pen: Pen, what: str, said: str, y: float, inks: Inks) -> None:
    start, end = LINES
    pen.line([(start, y), (end, y)], inks.rule, 0.02)
    pen.text(what, start, y + 0.25, 0.24, inks.rule, face=Face.ITALIC)
    if said:
        pen.text(said, start + 0.1, y - 0.12, 0.52, inks.line, room=end - start - 0.2)


def _draw_edict(pen: Pen, x: float, letter: str, name: str, inks: Inks) -> None:
    """Draw an edict's letter in a seal, and its name beside it, or a line to write it on."""
    y, radius = EDICT_LINE - 0.2, 0.32
    pen.ring(x + radius, y, radius, inks.line, 0.03)
    pen.ring(x + radius, y, radius - 0.07, inks.line, 0.012)
    pen.text(letter, x + radius, y + 0.13, 0.4, inks.line, face=Face.BOLD, align=0.5)
    start, end = x + 2 * radius + 0.1, x + EDICT_STEP - 0.1
    if not name:
        pen.line([(start, EDICT_LINE), (end - 0.15, EDICT_LINE)], inks.rule, 0.02)
    lines = _halved(name)
    for number, line in enumerate(lines):
        below = EDICT_LINE - 0.1 + EDICT_LEADING * (number - (len(lines) - 1) / 2)
        pen.text(line, start, below, EDICT_SIZE, inks.line, room=end - start)


def _halved(name: str) -> list[str]:
    """Return a name on as many lines as it has words, but at most two, alike in length.

    >>> _halved("The Golden Granary"), _halved("Silos"), _halved("")
    (['The Golden', 'Granary'], ['Silos'], [])
    """
    words = name.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way)))) if ways else words


def draw_rose(pen: Pen, inks: Inks, x: float, y: float, reach: float) -> None:
    """Draw a star of eight points, each with a light and a dark half, on a ring of degrees."""
    fine = reach / ROSE[2]  # the lines grow with it
    pen.ring(x, y, reach * 0.74, inks.rule, 0.02 * fine)
    pen.ring(x, y, reach * 0.67, inks.rule, 0.012 * fine)

    def towards(angle: float, share: float) -> Point:
        """Return the place in a direction, clockwise from the top in degrees."""
        return x + share * reach * sin(radians(angle)), y - share * reach * cos(radians(angle))

    ticks = [(towards(a, 0.67), towards(a, 0.74)) for a in range(0, 360, 10)]
    pen.lines(ticks, inks.rule, 0.012 * fine)
    for length, turn, ink in ((0.78, 45, inks.rule), (1.0, 0, inks.accent)):
        for quarter in range(4):
            angle = turn + 90 * quarter
            tip = towards(angle, length)
            for way in (-1, 1):
                half = [(x, y), tip, towards(angle + 45 * way, 0.27)]
                pen.fill(half, ink if way > 0 else WHITE)
                pen.line(half, ink, 0.016 * fine, closed=True)


def _draw_letter(pen: Pen, letter: str, inks: Inks) -> None:
    x, y, _ = ROSE
    pen.disc(x, y, 0.4, WHITE)
    pen.ring(x, y, 0.4, inks.line, 0.03)
    pen.text(letter, x, y + 0.19, 0.58, inks.line, face=Face.BOLD, align=0.5)


def draw_code(pen: Pen, text: str, x: float, y: float, side: float) -> None:
    """Draw a text as a QR code, its modules as few shapes."""
    code = qr_code(text)
    module = side / code.side
    runs = [
        rectangle(x + right * module, y + down * module, long * module, module)
        for right, down, long in code.runs
    ]
    pen.fill_all(runs, BLACK)
