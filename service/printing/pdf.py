"""Sheets on pages: the PDF file."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice

import numpy as np
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from engine.layouts import Layout
from service.printing.field import draw_field
from service.printing.fonts import load_fonts
from service.printing.footer import draw_foot, draw_ledger
from service.printing.header import draw_header
from service.printing.inks import BLACK, COLOUR, SAVING, Inks
from service.printing.paper import Paper
from service.printing.pen import Pen, Point, rectangle
from service.printing.printrun import PrintedSheet
from vision.own_sheets.markersheet import TAG_MODULES, TAG_PLACES, TAG_SIDE, tag_modules

MARGIN = 5.5  # mm left bare round each sheet: printers reach no nearer to the paper's edge than 5
LEFT, TOP, WIDTH, HEIGHT = -1.0, -4.15, 13.0, 18.8  # the part of a sheet that is drawn on, in squares
TICK = 3.0  # mm: length of the marks that show where to cut


@dataclass(frozen=True, slots=True)
class PageStyle:
    """The paper, and the arrangement of sheets on it."""

    paper: Paper = Paper.A4
    per_page: int = 2
    """1, upright, or 2 side by side on the paper turned."""
    ink_saving: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page in mm."""
        width, height = self.paper.size
        return (width, height) if self.per_page == 1 else (height, width)

    @property
    def square(self) -> float:
        """Side of a square of the map in mm."""
        width, height = self.size
        return min((width / self.per_page - 2 * MARGIN) / WIDTH, (height - 2 * MARGIN) / HEIGHT)

    def field_corners(self) -> list[Point]:
        """Return where each sheet's field has its top-left corner, in mm from the page's top-left."""
        width, height = self.size
        room, square = width / self.per_page, self.square
        x, y = (room - WIDTH * square) / 2 - LEFT * square, (height - HEIGHT * square) / 2 - TOP * square
        return [(place * room + x, y) for place in range(self.per_page)]


def draw_pdf(sheets: Sequence[PrintedSheet], style: PageStyle) -> bytes:
    """Return a PDF of the sheets, in their order; the same sheets give the same bytes."""
    load_fonts()
    file = BytesIO()
    width, height = style.size
    canvas = Canvas(file, pagesize=(width * mm, height * mm), invariant=1)
    canvas.setTitle("Map sheets")
    canvas.setCreator("surveyor")
    inks = SAVING if style.ink_saving else COLOUR
    layouts = dict.fromkeys(sheet.layout for sheet in sheets)
    forms = {layout: f"field{number}" for number, layout in enumerate(layouts)}
    for layout, form in forms.items():
        _draw_form(canvas, form, layout, style, inks)
    waiting = iter(sheets)
    while page := list(islice(waiting, style.per_page)):
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
        for sheet, (x, y) in zip(page, style.field_corners(), strict=False):
            pen = Pen(canvas, x * mm, (height - y) * mm, style.square * mm)
            canvas.saveState()
            canvas.translate(pen.left, pen.top)
            canvas.doForm(forms[sheet.layout])
            canvas.restoreState()
            draw_own(pen, sheet, inks)
        if style.per_page == 2:
            _draw_ticks(canvas, width, height)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw_form(canvas: Canvas, form: str, layout: Layout, style: PageStyle, inks: Inks) -> None:
    """Draw what all sheets of a side have in common, once for all of them."""
    width, height = style.size
    canvas.beginForm(form, -width * mm, -height * mm, width * mm, height * mm)
    canvas.setLineJoin(1)
    canvas.setLineCap(1)
    pen = Pen(canvas, 0, 0, style.square * mm)
    draw_field(pen, layout, inks)
    draw_ledger(pen, layout, inks)
    canvas.endForm()


def draw_own(pen: Pen, sheet: PrintedSheet, inks: Inks) -> None:
    """Draw what is one sheet's own: what stands above the field, its number and the tags."""
    draw_header(pen, sheet, inks)
    draw_foot(pen, sheet, inks)
    module = TAG_SIDE / TAG_MODULES
    for tag in sheet.tags():
        x, y = TAG_PLACES[tag.corner]
        black = np.argwhere(tag_modules(tag)).tolist()
        modules = (rectangle(x + column * module, y + row * module, module, module) for row, column in black)
        pen.fill_all(modules, BLACK)


def _draw_ticks(canvas: Canvas, width: float, height: float) -> None:
    """Mark at both edges of the page where its two sheets are cut apart."""
    canvas.setStrokeGray(0.6)
    canvas.setLineWidth(0.4)
    for start, end in ((MARGIN, MARGIN + TICK), (height - MARGIN - TICK, height - MARGIN)):
        canvas.line(width / 2 * mm, start * mm, width / 2 * mm, end * mm)
