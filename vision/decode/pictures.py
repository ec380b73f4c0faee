"""JPEG, PNG and WebP: pictures that Pillow opens, turned upright by what their EXIF says."""

import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import cv2
import numpy as np
import simplejpeg
from PIL import Image as PillowImage

from engine.sentence import later
from vision.decode.colours import in_srgb, to_rgb
from vision.decode.headers import check_header
from vision.decode.limits import Kind, check_pixels, check_scans, damaged, too_many_pixels
from vision.decode.photo import Photo
from vision.errors import PhotoDecodeError
from vision.image import Image

T = TypeVar("T")
ORIENTATION = 0x0112  # tag of EXIF
CORRUPT = "Corrupt JPEG data"  # how libjpeg begins to say that it lost its way in the pixels
SCAN = b"\xff\xda"  # the marker before each pass over a JPEG's pixels
ON_ITS_SIDE = (5, 6, 7, 8)  # orientations that swap width and height

TURNS: dict[int, Callable[[Image], cv2.typing.MatLike]] = {
    2: lambda image: cv2.flip(image, 1),
    3: lambda image: cv2.rotate(image, cv2.ROTATE_180),
    4: lambda image: cv2.flip(image, 0),
    5: cv2.transpose,
    6: lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
    7: lambda image: cv2.flip(cv2.transpose(image), -1),
    8: lambda image: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""Turns a picture upright, by its EXIF orientation."""


def open_picture(photo: bytes, kind: Kind) -> Photo:
    """Open a JPEG, PNG or WebP; of an animated one, the first frame.

    Raises:
        PhotoDecodeError: with reason `damaged_photo`, `too_many_pixels`, `too_small` or `too_demanding`.
    """
    opened = _open(photo, kind)
    check_pixels(*opened.size, kind)
    orientation = attempt(lambda: _orientation(opened))
    if kind is Kind.JPEG and opened.mode in ("RGB", "L"):
        return open_jpeg(photo, opened.size, orientation, opened.info.get("icc_profile"))
    width, height = opened.size[::-1] if orientation in ON_ITS_SIDE else opened.size
    return Photo(width, height, kind, lambda reduction: turn_upright(_load(opened), orientation))


def open_jpeg(
    photo: bytes,
    size: tuple[int, int],
    orientation: int = 1,
    profile: bytes | None = None,
    *,
    kind: Kind = Kind.JPEG,
) -> Photo:
    """Open a JPEG of grey or RGB, which can be decoded at a smaller scale.

    Args:
        photo: bytes of the file.
        size: width and height as its header has them.
        orientation: which way up it lies, 1 to 8 as in EXIF.
        profile: ICC profile of its colours.
        kind: of the file that it comes from.

    Raises:
        PhotoDecodeError: with reason `too_demanding`: it is drawn in far too many passes.
    """
    check_scans(photo.count(SCAN), *size)
    width, height = size[::-1] if orientation in ON_ITS_SIDE else size

    def load(reduction: int) -> Image:
        decoded, is_sound = attempt(lambda: _decode_jpeg(photo, size, reduction))
        opened.is_sound = opened.is_sound and is_sound
        return turn_upright(attempt(lambda: in_srgb(decoded, profile)), orientation)

    opened = Photo(width, height, kind, load)
    return opened


def turn_upright(image: Image, orientation: int) -> Image:
    """Turn and mirror a picture as its EXIF orientation, 1 to 8, asks for."""
    turn = TURNS.get(orientation)
    return Image(np.ascontiguousarray(turn(image), np.uint8)) if turn else image


def header_of(jpeg: bytes) -> tuple[tuple[int, int], str]:
    """Return width and height of a JPEG, and the kind of its pixels, such as RGB.

    Raises:
        PhotoDecodeError: with reason `damaged_photo` or `too_many_pixels`.
    """
    opened = _open(jpeg, Kind.JPEG)
    return opened.size, opened.mode


def _open(photo: bytes, kind: Kind) -> PillowImage.Image:
    check_header(photo, kind)
    return attempt(lambda: PillowImage.open(io.BytesIO(photo), formats=[kind.upper()]))


def _load(opened: PillowImage.Image) -> Image:
    attempt(opened.load)
    return attempt(lambda: to_rgb(opened))


def _decode_jpeg(photo: bytes, size: tuple[int, int], reduction: int) -> tuple[Image, bool]:
    """Decode a JPEG, and say whether its data made sense; Pillow draws what it can, and says nothing."""
    width, height = (-(-side // reduction) for side in size)
    try:
        whole = simplejpeg.decode_jpeg(photo, "RGB", min_height=height, min_width=width, min_factor=1)
        return Image(whole), True
    except ValueError as error:  # it also refuses oddities that do no harm: Pillow knows them
        with PillowImage.open(io.BytesIO(photo), formats=[Kind.JPEG]) as opened:
            opened.draft("RGB", (width, height))
            opened.info.pop("icc_profile", None)  # which the caller applies
            return to_rgb(opened), CORRUPT not in str(error)


def _orientation(opened: PillowImage.Image) -> int:
    try:
        return int(opened.getexif().get(ORIENTATION, 1))
    except Exception:  # damaged EXIF says nothing about the picture
        return 1


def attempt(work: Callable[[], T]) -> T:
    """Do something with hostile bytes.

    Raises:
        PhotoDecodeError: with reason `damaged_photo` or `too_many_pixels`, whatever Pillow says of them.
    """
    with _own_words():
        return work()


@contextmanager
def _own_words() -> Iterator[None]:
    """Turn whatever Pillow says of hostile bytes into our refusals, and keep its warnings to itself."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except PhotoDecodeError:
        raise
    except PillowImage.DecompressionBombError as error:
        raise too_many_pixels(later("The picture has far too many pixels.")) from error
    except Exception as error:  # truncated data, broken chunks: Pillow's parsers raise many kinds
        raise damaged() from error
