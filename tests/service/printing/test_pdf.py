import re
from dataclasses import replace

import numpy as np
import pypdfium2
import pytest

from engine import LAYOUTS, Side, Square
from engine.customsides import side_of
from service.printing.fonts import can_write
from service.printing.header import NO_TOURNAMENT
from service.printing.paper import Paper
from service.printing.pdf import HEIGHT, LEFT, MARGIN, TOP, WIDTH, PageStyle, draw_pdf
from service.printing.pen import Pen
from service.printing.printrun import PrintedSheet, PrintRun
from tests.extent import or_all
from tests.printed import page_of, sheet_of, single
from vision import load_classifier, read_image
from vision.own_sheets.markersheet import CODE_PLACE, CODE_SIDE, TAG_PLACES, TAG_SIDE
from vision.own_sheets.sheetcode import SheetCode

STYLES = [PageStyle(paper, count) for paper in Paper for count in (1, 2)]
SIZES = {("a4", 1): (210, 297), ("a4", 2): (297, 210), ("a5", 1): (148, 210), ("a5", 2): (210, 148)}
HOME = side_of({"name": "Harbour", "map": "^.........r " * 11, "coins": 9}, where="test")


def pages(pdf: bytes) -> list[tuple[int, int]]:
    """Return the pages' sizes in whole mm."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [
            (round(w / 72 * 25.4), round(h / 72 * 25.4)) for w, h in (page.get_size() for page in document)
        ]
    finally:
        document.close()


def objects(pdf: bytes) -> set[int]:
    """Return the kinds of objects on the first page."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return {thing.type for thing in document[0].get_objects()}
    finally:
        document.close()


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.paper} {style.per_page}")
def test_five_sheets_lie_on_pages_of_the_right_size(style: PageStyle) -> None:
    pdf = draw_pdf([sheet_of(Side.A, number) for number in range(1, 6)], style)

    assert pages(pdf) == [SIZES[style.paper.value, style.per_page]] * (5 if style.per_page == 1 else 3)


def test_the_same_sheets_give_the_same_bytes_and_others_do_not() -> None:
    first, second = ([sheet_of(Side.B, 3, player)] for player in ("Ada", "Bea"))

    assert draw_pdf(first, PageStyle()) == draw_pdf(first, PageStyle())
    assert draw_pdf(first, PageStyle()) != draw_pdf(second, PageStyle())


@pytest.mark.parametrize("ink_saving", [False, True])
def test_all_is_drawn_in_vectors_and_letters(ink_saving: bool) -> None:
    pdf = draw_pdf([sheet_of(Side.D)], single(ink_saving=ink_saving))

    raw = pypdfium2.raw
    assert objects(pdf) == {raw.FPDF_PAGEOBJ_TEXT, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_FORM}
    assert not re.search(rb"/Subtype\s*/Image", pdf)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.paper} {style.per_page}")
def test_printers_reach_all_that_is_drawn(style: PageStyle) -> None:
    page = page_of("BB" if style.per_page == 2 else "B", style, 75)
    inked = np.asarray((page < 250).any(axis=2))
    border = int(5.0 / 25.4 * 75)

    assert not inked[:border].any()
    assert not inked[-border:].any()
    assert not inked[:, :border].any()
    assert not inked[:, -border:].any()


def test_what_is_drawn_stays_within_the_sheets_own_bounds() -> None:
    style = PageStyle()
    (first, _), (second, _) = style.field_corners()
    squares = {*TAG_PLACES, CODE_PLACE}

    assert second - first == pytest.approx(148.5)
    assert style.square * WIDTH <= 148.5 - 2 * MARGIN
    assert all(x >= LEFT and x + TAG_SIDE <= LEFT + WIDTH and y >= TOP for x, y in squares)
    assert CODE_PLACE[0] + CODE_SIDE <= LEFT + WIDTH
    assert TAG_PLACES[2][1] + TAG_SIDE <= TOP + HEIGHT


@pytest.mark.parametrize("ink_saving", [False, True], ids=["colour", "ink saving"])
@pytest.mark.parametrize("side", or_all("AD", "ABCD"))
def test_the_released_reader_knows_each_side_at_once(side: str, ink_saving: bool) -> None:
    reading = read_image(page_of(side, single(ink_saving=ink_saving), 100), load_classifier())

    assert (reading.side, reading.coins) == (Side(side), 0)
    assert [reason.code for reason in reading.reasons][:1] == ["nothing_drawn"]
    assert {number for box in reading.boxes if box for number in box} <= {None}
    assert reading.side_confidence > 0.99
    assert {cell.square for cell in reading.cells if cell.terrain == "mountain"} == LAYOUTS[
        Side(side)
    ].mountains


def test_what_sheets_have_in_common_is_drawn_once() -> None:
    alone, three = (
        len(draw_pdf([sheet_of(Side.A, number) for number in range(1, 1 + many)], single()))
        for many in (1, 3)
    )

    assert three < 2 * alone


def test_a_home_made_side_is_printed_with_its_own_features() -> None:
    sheet = PrintedSheet(HOME, SheetCode(Side.CUSTOM, 1))
    pdf = draw_pdf([sheet], single())
    document = pypdfium2.PdfDocument(pdf)
    words = document[0].get_textpage().get_text_bounded()
    document.close()

    assert "Harbour" in words
    assert NO_TOURNAMENT in words
    assert Square(0, 0) in HOME.mountains


def test_a_side_whose_name_our_font_lacks_is_called_custom_on_its_sheets() -> None:
    sheet = PrintedSheet(replace(HOME, name="港口"), SheetCode(Side.CUSTOM, 1))
    document = pypdfium2.PdfDocument(draw_pdf([sheet], single()))
    words = document[0].get_textpage().get_text_bounded()
    document.close()

    assert "side custom, sheet 1" in words


def test_a_hostile_name_is_letters_and_nothing_else() -> None:
    name = ") Tj (x) /JS <</S"
    document = pypdfium2.PdfDocument(draw_pdf([sheet_of(Side.A, 1, name)], single()))
    words = document[0].get_textpage().get_text_bounded()
    document.close()

    assert name in words


def test_the_font_knows_the_letters_of_europe_and_not_all() -> None:
    assert can_write("Jürgen Łukasz Őry Анна Ελένη")
    assert not can_write("李")


def test_a_pen_measures_from_the_fields_corner() -> None:
    pen = Pen(None, 10.0, 100.0, 5.0)

    assert pen._at((2.0, 3.0)) == (20.0, 85.0)


def test_what_a_face_lacks_letters_for_is_written_in_the_plain_one() -> None:
    run = PrintRun((LAYOUTS[Side.A],), players=("Иван",), tournament="Кубок города")
    document = pypdfium2.PdfDocument(draw_pdf(run.sheets(), single()))
    words = document[0].get_textpage().get_text_bounded()
    document.close()

    assert "Кубок города" in words
    assert "Иван" in words
