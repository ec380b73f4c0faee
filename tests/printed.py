"""Sheets of our own print as pictures, and photos made of them whose truth is known."""

from functools import cache

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray

from engine import Side
from engine.layouts import LAYOUTS
from service.printing.paper import Paper
from service.printing.pdf import PageStyle, draw_pdf
from service.printing.printrun import PrintedSheet
from vision.find.lattice import Points, map_nodes, transform
from vision.image import Image
from vision.own_sheets.sheetcode import SheetCode

DPI = 150
PHOTO = (1200, 900)  # width and height
TABLE = (120.0, 95.0, 70.0)

Homography = NDArray[np.float64]


def sheet_of(side: Side, number: int = 1, player: str = "Änne Größl") -> PrintedSheet:
    """Return a sheet of a printed side."""
    return PrintedSheet(LAYOUTS[side], SheetCode(side, number, "Frühjahrs-Cup", player), "Frühjahrs-Cup")


def single(paper: Paper = Paper.A5, *, ink_saving: bool = False) -> PageStyle:
    """Return the style of one sheet a page."""
    return PageStyle(paper, 1, ink_saving)


@cache
def page_of(sides: str, style: PageStyle, dpi: int = DPI) -> Image:
    """Return the first page of sheets of these sides, as RGB at white paper."""
    sheets = [sheet_of(Side(side), number) for number, side in enumerate(sides, start=1)]
    return render(draw_pdf(sheets, style), dpi)


def render(pdf: bytes, dpi: int = DPI, page: int = 0) -> Image:
    """Return a page of a PDF as RGB."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return Image(
            np.ascontiguousarray(document[page].render(scale=dpi / 72, rev_byteorder=True).to_numpy())
        )
    finally:
        document.close()


def lattice_on(style: PageStyle, place: int = 0, dpi: int = DPI) -> Points:
    """Return the nodes of a sheet's field on its rendered page, (12, 12, 2)."""
    corner = np.array(style.field_corners()[place])
    return np.asarray((map_nodes(11) * style.square + corner) * dpi / 25.4 - 0.5)


def photograph(
    page: Image, seed: int, *, fill: float = 0.85, size: tuple[int, int] = PHOTO
) -> tuple[Image, Homography]:
    """Return a slanted, shaded and noisy photo of a page, any way up, and the way from page to photo."""
    rng = np.random.default_rng(seed)
    height, width = page.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    angle = float(rng.uniform(0, 2 * np.pi))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turned = (corners - corners.mean(axis=0)) @ turn.T
    scale = fill * float((np.array(size) / np.ptp(turned, axis=0)).min())
    seen = turned * scale + np.array(size) / 2 + rng.normal(0, 0.02 * min(size), (4, 2))
    view = cv2.getPerspectiveTransform(corners.astype(np.float32), seen.astype(np.float32)).astype(np.float64)
    soft = Image(np.asarray(cv2.GaussianBlur(page, (0, 0), 0.45 / scale), np.uint8)) if scale < 1 else page
    flat = cv2.warpPerspective(soft, view, size, flags=cv2.INTER_LINEAR, borderValue=TABLE)
    lit = cv2.GaussianBlur(flat, (0, 0), float(rng.uniform(0.5, 1.0))).astype(np.float64)
    lit *= np.linspace(0.55, 1.0, size[0])[None, :, None]
    lit[:, size[0] // 2 :] *= 0.75  # the hard edge of a shadow
    return Image(np.clip(lit + rng.normal(0, 5.0, lit.shape), 0, 255).astype(np.uint8)), view


def covered(photo: Image, corners: Points) -> Image:
    """Return the photo with something of one colour laid over a quadrangle, given in its pixels."""
    spoilt = photo.copy()
    cv2.fillConvexPoly(spoilt, np.rint(corners).astype(np.int32), (150, 110, 90))
    return Image(spoilt)


def squares_off(found: Points, true: Points) -> float:
    """Return how far the worst node lies from the truth, in squares."""
    square = np.linalg.norm(true[0, 0] - true[-1, -1]) / (11 * np.sqrt(2))
    return float(np.linalg.norm(found - true, axis=2).max() / square)


def carried(view: Homography, points: Points) -> Points:
    """Return where points of the page lie in the photo."""
    return transform(view, points)
