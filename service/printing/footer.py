"""The foot of a printed sheet: the coin track, a box for each season, and the shield for the result."""

from engine import Season
from engine.layouts import COIN_TRACK, Layout
from service.printing.art import draw_coin
from service.printing.fonts import Face, writable
from service.printing.inks import Inks
from service.printing.pen import Pen, Point, arc, moved, rounded
from service.printing.printrun import PrintedSheet

COIN_LINE = 12.0  # rows: the middle of the coins
COIN_RADIUS = 0.25
FIRST_COIN, LAST_COIN = 0.85, 10.15  # columns of the first coin and of the last of a full track
BOX_PLACE = (-0.9, 13.02)
BOX_SIZE = (2.35, 1.36)
BOX_STEP = 2.75
SMALL = 0.33  # share of a box's width that each of its small cells has
SHIELD = (10.25, 1.65)  # where it starts, and its width
FOOT_LINE = 14.62


def draw_ledger(pen: Pen, layout: Layout, inks: Inks) -> None:
    """Draw what stands below the field of every sheet of a side, but the tags."""
    for coin in range(layout.coins):
        x = FIRST_COIN + coin * (LAST_COIN - FIRST_COIN) / (COIN_TRACK - 1)
        draw_coin(pen, x, COIN_LINE, COIN_RADIUS, inks)
    for number, season in enumerate(Season):
        _draw_box(pen, number, season, inks)
    _draw_shield(pen, "Result", inks)


def _draw_box(pen: Pen, number: int, season: Season, inks: Inks) -> None:
    """Draw the cells for two edicts, coins and monsters, two by two, and a tall one for their sum."""
    x, y = BOX_PLACE[0] + number * BOX_STEP, BOX_PLACE[1]
    width, height = BOX_SIZE
    small = width * SMALL
    pen.text(season.value.capitalize(), x + 0.06, y - 0.12, 0.27, inks.line, face=Face.ITALIC)
    pen.line(rounded(x, y, width, height, 0.12), inks.line, 0.035, closed=True)
    upright = [[(x + k * small, y), (x + k * small, y + height)] for k in (1, 2)]
    pen.lines([*upright, [(x, y + height / 2), (x + 2 * small, y + height / 2)]], inks.line, 0.022)
    for place, letter in enumerate(season.letters):
        pen.text(letter, x + (place + 0.5) * small, y + 0.48, 0.44, inks.pale, face=Face.BOLD, align=0.5)
    low = y + 0.75 * height
    pen.ring(x + 0.5 * small, low, 0.17, inks.pale, 0.03)
    pen.ring(x + 0.5 * small, low, 0.11, inks.pale, 0.02)
    pen.lines([moved(part, x + 1.5 * small, low, 0.42) for part in _monster()], inks.pale, 0.035)
    if number:
        gap, middle = x - (BOX_STEP - width) / 2, y + height / 2
        plus = [[(-0.09, 0.0), (0.09, 0.0)], [(0.0, -0.09), (0.0, 0.09)]]
        pen.lines([moved(part, gap, middle) for part in plus], inks.line, 0.03)


def _monster() -> list[list[Point]]:
    """Return a horned head round 0."""
    return [
        [(-0.42, -0.45), (-0.36, 0.05), (0.0, 0.45), (0.36, 0.05), (0.42, -0.45), (0.18, -0.18),
         (-0.18, -0.18), (-0.42, -0.45)],
        [(-0.18, 0.0), (-0.05, 0.07)],
        [(0.18, 0.0), (0.05, 0.07)],
    ]  # fmt: skip


def _draw_shield(pen: Pen, name: str, inks: Inks) -> None:
    x, width = SHIELD
    y, height = BOX_PLACE[1], BOX_SIZE[1]
    middle = y + height / 2
    equals = [[(9.86, middle + off), (10.06, middle + off)] for off in (-0.05, 0.05)]
    pen.lines(equals, inks.line, 0.03)
    right, tip = x + width, y + height
    outline = [
        (x, y),
        (right, y),
        (right, y + 0.75 * height),
        *arc(right - 0.3, y + 0.75 * height, 0.3, 0, 60, high=0.24),
        (x + width / 2, tip),
        *arc(x + 0.3, y + 0.75 * height, 0.3, 120, 180, high=0.24),
    ]
    pen.line(outline, inks.line, 0.045, closed=True)
    pen.text(name, x + 0.06, y - 0.12, 0.27, inks.line, face=Face.ITALIC)


def draw_foot(pen: Pen, sheet: PrintedSheet, inks: Inks) -> None:
    """Write side and number in small print, for those who sort paper."""
    said = f"side {writable(sheet.layout.name) or sheet.layout.side.value}, sheet {sheet.code.sheet}"
    pen.text(said, 11.9, FOOT_LINE, 0.2, inks.rule, align=1.0, room=8.0)
