"""From photo bytes to an upright picture: the one decode door."""

import io
import warnings
from typing import NewType, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageOps, UnidentifiedImageError

from vision.errors import PhotoDecodeError, Reason

Image = NewType("Image", NDArray[np.uint8])
"""Upright picture: RGB, shape (height, width, 3), 8 bit."""

Pixel = TypeVar("Pixel", np.uint8, np.float32)

MAX_PHOTO_BYTES = 64 * 1024 * 1024
MAX_PHOTO_PIXELS = 64_000_000  # larger than any phone's full frame; a bomb beyond it is never decoded
MIN_PHOTO_SIDE = 240  # below this a square of the map is under 12 px and nothing drawn can be told
FORMATS = ("JPEG", "PNG", "WEBP")


def decode_photo(photo: bytes) -> Image:
    """Decode a JPEG, PNG or WebP to an upright RGB picture (EXIF orientation applied).

    Limits on bytes and pixels are checked before any pixel is decoded. Transparent pictures are laid on
    white, animated ones give their first frame.

    Raises:
        PhotoDecodeError: with reason `empty_file`, `too_many_bytes`, `not_a_photo`, `damaged_photo`,
            `too_many_pixels` or `too_small`.
    """
    _check_bytes(photo)
    opened = _open(photo)
    _check_size(opened)
    return _to_rgb(_load_upright(opened))


def shrink(picture: NDArray[Pixel], scale: float) -> NDArray[Pixel]:
    """Return the picture at a smaller scale, averaging pixels; unchanged where the scale is 1 or more."""
    if scale >= 1.0:
        return picture
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), picture.dtype
    )


def _check_bytes(photo: bytes) -> None:
    if not photo:
        raise _refusal(
            "empty_file", "The file is empty.", "Send the photo again; the upload may have been cut off."
        )
    if len(photo) > MAX_PHOTO_BYTES:
        raise _refusal(
            "too_many_bytes",
            f"The file has {len(photo) / 2**20:.0f} MiB; at most {MAX_PHOTO_BYTES // 2**20} are read.",
            "Send the photo as a JPEG at the phone's normal size.",
        )


def _open(photo: bytes) -> PillowImage.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", PillowImage.DecompressionBombWarning)
            return PillowImage.open(io.BytesIO(photo), formats=FORMATS)
    except UnidentifiedImageError as error:
        raise _refusal(
            "not_a_photo",
            "This is not a JPEG, PNG or WebP picture.",
            "Take a photo of the sheet, or save it as JPEG.",
        ) from error
    except (PillowImage.DecompressionBombError, PillowImage.DecompressionBombWarning) as error:
        raise _too_many_pixels("The picture has far too many pixels.") from error
    except Exception as error:  # Pillow's parsers raise many kinds of error on damaged headers
        raise _damaged() from error


def _check_size(opened: PillowImage.Image) -> None:
    width, height = opened.size
    if width * height > MAX_PHOTO_PIXELS:
        raise _too_many_pixels(f"The picture has {width} x {height} pixels.")
    if min(width, height) < MIN_PHOTO_SIDE:
        raise _refusal(
            "too_small",
            f"The picture has only {width} x {height} pixels.",
            "Send the photo at its full size, not a thumbnail.",
        )


def _load_upright(opened: PillowImage.Image) -> PillowImage.Image:
    try:
        opened.load()
        return ImageOps.exif_transpose(opened)
    except Exception as error:  # truncated data, broken chunks, bad EXIF: Pillow raises many kinds
        raise _damaged() from error


def _to_rgb(upright: PillowImage.Image) -> Image:
    if upright.mode in ("I", "I;16", "I;16B", "F"):  # 16 bit grey: keep the upper byte
        grey = np.asarray(upright).astype(np.float32)
        upright = PillowImage.fromarray(np.clip(grey / 257.0, 0, 255).astype(np.uint8))
    if upright.has_transparency_data:
        layered = upright.convert("RGBA")
        white = PillowImage.new("RGBA", layered.size, "white")
        upright = PillowImage.alpha_composite(white, layered)
    return Image(np.ascontiguousarray(np.asarray(upright.convert("RGB"))))


def _too_many_pixels(what: str) -> PhotoDecodeError:
    limit = MAX_PHOTO_PIXELS // 1_000_000
    return _refusal(
        "too_many_pixels",
        f"{what} At most {limit} megapixels are read.",
        "Send the photo at the phone's normal size.",
    )


def _damaged() -> PhotoDecodeError:
    return _refusal("damaged_photo", "The picture is damaged or cut off.", "Send the photo again.")


def _refusal(code: str, message: str, advice: str) -> PhotoDecodeError:
    return PhotoDecodeError(Reason(code, message, advice))
