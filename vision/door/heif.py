"""HEIC, as phones write it: the decoder turns it upright itself."""

from typing import Any

import numpy as np
from PIL import Image as PillowImage

from vision.door.colours import to_rgb
from vision.door.limits import Kind, check_pixels, damaged
from vision.door.photo import Photo
from vision.image import Image


def open_heif(photo: bytes) -> Photo:
    """Open a HEIC file: its primary picture.

    The file's own properties say how the picture is turned; its EXIF orientation repeats that, and is not
    applied again.

    Raises:
        PhotoDecodeError: with reason `damaged_photo`, `too_many_pixels` or `too_small`.
    """
    width, height = _size(_open(photo))
    check_pixels(width, height)
    return Photo(width, height, Kind.HEIF, lambda reduction: _load(photo))


def _open(photo: bytes) -> Any:
    import pi_heif  # only where it is needed: loading it takes longer than decoding a JPEG

    try:
        return pi_heif.open_heif(photo, convert_hdr_to_8bit=True)
    except Exception as error:  # libheif's errors come as many kinds
        raise damaged() from error


def _size(opened: Any) -> tuple[int, int]:
    try:
        width, height = opened.size
    except Exception as error:  # it has no picture that is its first one
        raise damaged() from error
    return width, height


def _load(photo: bytes) -> Image:
    opened = _open(photo)
    try:
        picture = PillowImage.fromarray(np.asarray(opened), opened.mode)
    except Exception as error:
        raise damaged() from error
    picture.info["icc_profile"] = opened.info.get("icc_profile")
    return to_rgb(picture)
