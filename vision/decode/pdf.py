"""PDF: a page that is one whole JPEG is taken as it is, any other is rendered at a bounded size."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from vision.decode.limits import Kind, check_pages, check_pixels
from vision.decode.photo import Photo
from vision.decode.pictures import header_of, open_jpeg
from vision.decode.sandbox import Sandbox
from vision.errors import PhotoDecodeError
from vision.image import Image

RENDERED_SIDE = 3508  # pixels of a rendered page's longer side: A4 at 300 dots an inch
ORIENTATIONS = {0: 1, 90: 6, 180: 3, 270: 8}
"""EXIF orientation that turns a picture as a page's rotation does, clockwise in degrees."""


def open_pdf(document: bytes) -> tuple[int, Callable[[int], Photo]]:
    """Open a PDF: how many pages it has, and what opens one of them, counted from 0.

    Raises:
        PhotoDecodeError: with reason `locked_pdf`, `damaged_pdf`, `no_pages`, `too_many_pages` or
            `too_demanding`; a page, why it is refused.
        ModelError: no process can be started.
    """
    opened = Sandbox(document, Kind.PDF)
    check_pages(opened.pages)
    return opened.pages, partial(_open_page, opened)


def _open_page(opened: Sandbox, index: int) -> Photo:
    page, jpeg = opened.look(index)
    as_it_is = _open_embedded(jpeg, ORIENTATIONS.get(page["turned"], 1)) if jpeg else None
    return as_it_is or _open_rendered(opened, index, page)


def _open_embedded(jpeg: bytes, orientation: int) -> Photo | None:
    """Open the page's JPEG; None where its colours must be rendered to be right."""
    try:
        size, mode = header_of(jpeg)
    except PhotoDecodeError:
        return None
    if mode not in ("RGB", "L"):
        return None
    check_pixels(*size, Kind.PDF)
    return open_jpeg(jpeg, size, orientation, kind=Kind.PDF)


def _open_rendered(opened: Sandbox, index: int, page: dict[str, Any]) -> Photo:
    scale = RENDERED_SIDE / max(page["points"])
    width, height = (max(1, round(side * scale)) for side in page["points"])
    check_pixels(width, height, Kind.PDF)

    def load(reduction: int) -> Image:
        drawn = opened.draw(index, scale / reduction)
        across, down = drawn.size
        pixels = np.frombuffer(drawn.pixels, np.uint8).reshape(down, across, -1)
        coloured = np.repeat(pixels, 3, axis=2) if pixels.shape[2] == 1 else pixels[..., :3]
        return Image(np.ascontiguousarray(coloured))

    return Photo(width, height, Kind.PDF, load)
