"""The map field: grid, neatline and the squares' names round it."""

from engine import SIZE
from engine.layouts import Layout
from service.formats.squarenames import ROW_LETTERS
from service.printing.art import draw_mountain, draw_ruins, draw_wastelands
from service.printing.inks import Inks
from service.printing.pen import Pen, Point, rectangle
from vision.own_sheets.markersheet import NEATLINE, is_dark

GRID_WIDTH = 0.022
FRAME_WIDTH = 0.035
EDGES = 2 * NEATLINE  # how far the neatline reaches out


def draw_field(pen: Pen, layout: Layout, inks: Inks) -> None:
    """Draw the field of a side, its print and its frame."""
    draw_wastelands(pen, layout.wastelands, inks)
    _draw_grid(pen, inks)
    for square in sorted(layout.ruins):
        draw_ruins(pen, square.column, square.row, inks)
    for square in sorted(layout.mountains):
        draw_mountain(pen, square.column, square.row, inks)
    _draw_neatline(pen, inks)
    _draw_names(pen, inks)


def _draw_grid(pen: Pen, inks: Inks) -> None:
    lines: list[list[Point]] = []
    for at in range(1, SIZE):
        lines += [[(at, 0), (at, SIZE)], [(0, at), (SIZE, at)]]
    pen.lines(lines, inks.grid, GRID_WIDTH)


def _draw_neatline(pen: Pen, inks: Inks) -> None:
    """Draw the double row of blocks, one to a square, by which old maps measure their edges."""
    blocks: list[list[Point]] = []
    for row in (0, 1):
        for block in range(SIZE):
            if is_dark(block, row):
                for out in (-(row + 1) * NEATLINE, SIZE + row * NEATLINE):
                    blocks += [rectangle(block, out, 1, NEATLINE), rectangle(out, block, NEATLINE, 1)]
    pen.fill_all(blocks, inks.line)
    for out in (0.0, NEATLINE, EDGES):
        side = SIZE + 2 * out
        width = FRAME_WIDTH if out != NEATLINE else 0.012
        pen.line(rectangle(-out, -out, side, side), inks.line, width, closed=True)


def _draw_names(pen: Pen, inks: Inks) -> None:
    """Write the rows' letters on the left and the columns' numbers above."""
    for at in range(SIZE):
        pen.text(ROW_LETTERS[at], -0.5, at + 0.58, 0.26, inks.rule, align=0.5)
        pen.text(str(at + 1), at + 0.5, -0.37, 0.26, inks.rule, align=0.5)
