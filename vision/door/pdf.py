"""PDF: a page that is one whole JPEG is taken as it is, any other is rendered at a bounded size."""

import math
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import numpy as np
import pypdfium2 as pdfium
from pypdfium2 import raw

from vision.door.limits import (
    MAX_PHOTO_PIXELS,
    Kind,
    check_pages,
    check_pixels,
    no_pages,
    refusal,
    too_many_pixels,
)
from vision.door.photo import Photo
from vision.door.pictures import header_of, open_jpeg
from vision.errors import PhotoDecodeError
from vision.image import Image

RENDERED_SIDE = 3508  # pixels of a rendered page's longer side: A4 at 300 dots an inch
LEAST_SIDE_POINTS = 1.0  # a page narrower than this shows nothing
MOST_THINGS = 50_000  # drawn on a page: a scan has one, a map of lines a few thousand
FITS = 0.005  # of the page's sides, by which a picture may miss its edges and still be the whole page
ORIENTATIONS = {0: 1, 90: 6, 180: 3, 270: 8}
"""EXIF orientation that turns a picture as a page's rotation does, clockwise in degrees."""
DEVICE_COLOURS = {raw.FPDF_COLORSPACE_DEVICEGRAY: "L", raw.FPDF_COLORSPACE_DEVICERGB: "RGB"}
"""Colour spaces in which a JPEG's pixels mean what they mean in a file of its own."""
_ONE_AT_A_TIME = threading.Lock()  # the library may not be entered by two threads


@dataclass(frozen=True, slots=True)
class _PagePlan:
    """How a page becomes a picture."""

    points: tuple[float, float]
    """Width and height of the page as seen, in points of 1/72 inch."""
    orientation: int
    jpeg: bytes | None
    """The one picture that is the whole page."""


def count_pages(document: bytes) -> int:
    """Return how many pages a PDF has.

    Raises:
        PhotoDecodeError: with reason `locked_pdf`, `damaged_pdf`, `no_pages` or `too_many_pages`.
    """
    with _opened(document) as opened:
        count = len(opened)
    check_pages(count)
    return count


def open_page(document: bytes, index: int) -> Photo:
    """Open a page of a PDF, counted from 0.

    Raises:
        PhotoDecodeError: with reason `damaged_pdf`, or why its picture is refused.
    """
    with _opened(document) as opened, _page(opened, index) as page:
        plan = _plan(page)
    as_it_is = _open_embedded(plan) if plan.jpeg else None
    return as_it_is or _open_rendered(document, index, plan.points)


def _open_embedded(plan: _PagePlan) -> Photo | None:
    """Open the page's JPEG; None where its colours must be rendered to be right."""
    assert plan.jpeg is not None
    try:
        size, mode = header_of(plan.jpeg)
    except PhotoDecodeError:
        return None
    if mode not in ("RGB", "L"):
        return None
    check_pixels(*size)
    return open_jpeg(plan.jpeg, size, plan.orientation, kind=Kind.PDF)


def _open_rendered(document: bytes, index: int, points: tuple[float, float]) -> Photo:
    scale = RENDERED_SIDE / max(points)
    width, height = (max(1, round(side * scale)) for side in points)
    check_pixels(width, height)

    def load(reduction: int) -> Image:
        with _opened(document) as opened, _page(opened, index) as page:
            bitmap = page.render(scale=scale / reduction, rev_byteorder=True, draw_annots=True)
            return Image(np.ascontiguousarray(bitmap.to_numpy()[..., :3]))

    return Photo(width, height, Kind.PDF, load)


def _plan(page: pdfium.PdfPage) -> _PagePlan:
    points = page.get_size()
    if min(points) < LEAST_SIDE_POINTS:
        raise _damaged()
    things = list(islice(page.get_objects(), MOST_THINGS + 1))
    if len(things) > MOST_THINGS:
        raise refusal("too_complex", "The page holds far too many drawings.", "Print it, and take a photo.")
    images = [thing for thing in things if isinstance(thing, pdfium.PdfImage)]
    if sum(math.prod(image.get_px_size()) for image in images) > MAX_PHOTO_PIXELS:
        raise too_many_pixels("The pictures on the page have far too many pixels.")
    return _PagePlan(points, ORIENTATIONS[page.get_rotation() % 360], _whole_page_jpeg(page, things))


def _whole_page_jpeg(page: pdfium.PdfPage, things: Sequence[pdfium.PdfObject]) -> bytes | None:
    """Return the JPEG that is all there is on a page, upright and from edge to edge; None: render it."""
    if len(things) != 1 or not isinstance(things[0], pdfium.PdfImage):
        return None
    image = things[0]
    if _filters(image) != ["DCTDecode"] or raw.FPDFPageObj_HasTransparency(image):
        return None
    return bytes(image.get_data()) if _fills(image, page) and _has_plain_colours(image) else None


def _filters(image: pdfium.PdfImage) -> list[str]:
    """Return how the picture is coded; nothing where a name of it is no text."""
    try:
        return list(image.get_filters())
    except UnicodeDecodeError:
        return []


def _fills(image: pdfium.PdfImage, page: pdfium.PdfPage) -> bool:
    """Whether the picture lies upright on the page, and shows from edge to edge."""
    a, b, c, d, e, f = image.get_matrix().get()
    left, bottom, right, top = page.get_cropbox()
    wide, high = right - left, top - bottom
    off = (a - wide, b, c, d - high, e - left, f - bottom)
    return all(abs(by) <= FITS * min(wide, high) for by in off)


def _has_plain_colours(image: pdfium.PdfImage) -> bool:
    return image.get_metadata().colorspace in DEVICE_COLOURS


@contextmanager
def _opened(document: bytes) -> Iterator[pdfium.PdfDocument]:
    """Open a document for a moment, alone in the library."""
    with _ONE_AT_A_TIME:
        try:
            opened = pdfium.PdfDocument(document)
        except pdfium.PdfiumError as error:
            raise _why_closed(error) from error
        try:
            yield opened
        except pdfium.PdfiumError as error:
            raise _damaged() from error
        finally:
            opened.close()


@contextmanager
def _page(opened: pdfium.PdfDocument, index: int) -> Iterator[pdfium.PdfPage]:
    page = opened[index]
    try:
        yield page
    finally:
        page.close()


def _why_closed(error: pdfium.PdfiumError) -> PhotoDecodeError:
    if error.err_code == raw.FPDF_ERR_PASSWORD:
        return refusal(
            "locked_pdf", "The PDF is locked with a password.", "Save it without a password, and send that."
        )
    if error.err_code == raw.FPDF_ERR_SUCCESS:  # nothing is wrong with it but that nothing is in it
        return no_pages()
    return _damaged()


def _damaged() -> PhotoDecodeError:
    return refusal("damaged_pdf", "The PDF is damaged or cut off.", "Send it again, or scan the sheets anew.")
