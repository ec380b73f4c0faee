"""HEIC, as phones write it, and TIFF, as scanners do: their decoders turn them upright themselves."""

from collections.abc import Callable
from functools import partial

from PIL import Image as PillowImage

from vision.decode.colours import to_rgb
from vision.decode.limits import Kind, check_pages, check_pixels
from vision.decode.photo import Photo
from vision.decode.pictures import attempt
from vision.decode.sandbox import Raw, Sandbox
from vision.image import Image


def open_composed(file: bytes, kind: Kind) -> tuple[int, Callable[[int], Photo]]:
    """Open a HEIC or TIFF: how many pages it has, and what opens one of them, counted from 0.

    Of a HEIC, the first picture is the only page. Its own properties say how it is turned; its EXIF
    orientation repeats that, and is not applied again.

    Raises:
        PhotoDecodeError: with reason `damaged_photo`, `no_pages`, `too_many_pages` or `too_demanding`; a
            page, with reason `too_many_pixels` or `too_small` too.
        ModelError: no process can be started.
    """
    opened = Sandbox(file, kind)
    check_pages(opened.pages)
    return opened.pages, partial(_open_page, opened, kind)


def _open_page(opened: Sandbox, kind: Kind, index: int) -> Photo:
    page, _ = opened.look(index)
    width, height = page["size"]
    check_pixels(width, height, kind)
    return Photo(width, height, kind, lambda reduction: _load(opened, index))


def _load(opened: Sandbox, index: int) -> Image:
    drawn = opened.draw(index)
    return attempt(lambda: _picture_of(drawn))


def _picture_of(drawn: Raw) -> Image:
    picture = PillowImage.frombuffer(drawn.mode, drawn.size, drawn.pixels, "raw", drawn.mode, 0, 1)
    if drawn.profile:
        picture.info["icc_profile"] = drawn.profile
    return to_rgb(picture, bits=drawn.bits, white_is_zero=drawn.white_is_zero)
