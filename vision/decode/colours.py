"""From whatever pixels a file holds to 8 bit sRGB."""

import io
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import ImageCms

from vision.decode.limits import unknown_pixels
from vision.image import Image

ROWS = 512  # of a picture that are converted at once
DEEP_GREY = ("I", "I;16", "I;16B", "I;16L", "I;16N", "F")


def to_rgb(picture: PillowImage.Image, *, bits: int = 16, white_is_zero: bool = False) -> Image:
    """Return a decoded picture as sRGB, shape (height, width, 3), 8 bit, transparency laid on white.

    It goes band by band, so that no second picture is held meanwhile.

    Args:
        picture: as Pillow has it.
        bits: of a sample, where the picture is grey of up to 16.
        white_is_zero: whether it is, where the picture is grey of more than 8 bits.

    Raises:
        PhotoDecodeError: with reason `unknown_pixels`.
    """
    profile = picture.info.get("icc_profile")
    most = _most_grey(picture, bits) if picture.mode in DEEP_GREY else 0.0
    whole = np.empty((picture.height, picture.width, 3), np.uint8)
    for top, band in _bands(picture):
        shallow = _in_eight_bits(band, most, white_is_zero) if band.mode in DEEP_GREY else band
        opaque = _on_white(shallow) if shallow.has_transparency_data else _without_palette(shallow)
        whole[top : top + ROWS] = np.asarray(_in_srgb(opaque, profile))
    return Image(whole)


def in_srgb(image: Image, profile: bytes | None) -> Image:
    """Return an RGB picture in sRGB, given the ICC profile that its file holds, if any."""
    if not profile or _is_srgb(profile):
        return image
    picture = PillowImage.fromarray(image)
    picture.info["icc_profile"] = profile
    return to_rgb(picture)


def _bands(picture: PillowImage.Image) -> Iterator[tuple[int, PillowImage.Image]]:
    """Yield some rows at once, each time with the number of the first."""
    width, height = picture.size
    for top in range(0, height, ROWS):
        yield top, picture.crop((0, top, width, min(top + ROWS, height)))


def _most_grey(picture: PillowImage.Image, bits: int) -> float:
    """Return what white is in deep grey: the range of 16 bits, or the most that others span."""
    if picture.mode.startswith("I;16"):
        return float(2**bits - 1)
    return max(float(_grey(band).max()) for _, band in _bands(picture)) or 1.0


def _grey(picture: PillowImage.Image) -> NDArray[np.float32]:
    return np.nan_to_num(np.asarray(picture, np.float32), nan=0.0, posinf=0.0, neginf=0.0)


def _in_eight_bits(picture: PillowImage.Image, most: float, white_is_zero: bool) -> PillowImage.Image:
    grey = _grey(picture) * (255.0 / most)
    if white_is_zero:
        grey = 255.0 - grey
    return PillowImage.fromarray(np.clip(grey + 0.5, 0, 255).astype(np.uint8))


def _without_palette(picture: PillowImage.Image) -> PillowImage.Image:
    return picture.convert("RGB") if picture.mode == "P" else picture


def _on_white(picture: PillowImage.Image) -> PillowImage.Image:
    layered = picture.convert("RGBA")
    white = PillowImage.new("RGB", layered.size, "white")
    white.paste(layered, mask=layered)
    return white


def _in_srgb(picture: PillowImage.Image, profile: bytes | None) -> PillowImage.Image:
    if profile and picture.mode in ("RGB", "L", "CMYK", "LAB") and not _is_srgb(profile):
        try:
            transform = _transform(profile, picture.mode)
            return transform.apply(picture)
        except (ImageCms.PyCMSError, OSError, ValueError):  # damaged, or of another kind of colour
            pass
    try:
        return picture.convert("RGB")
    except ValueError as error:
        raise unknown_pixels(picture.mode) from error


@lru_cache(maxsize=8)
def _transform(profile: bytes, mode: str) -> ImageCms.ImageCmsTransform:
    source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    return ImageCms.ImageCmsTransform(source, srgb, mode, "RGB")


@lru_cache(maxsize=8)
def _is_srgb(profile: bytes) -> bool:
    """Whether a profile calls itself sRGB, which nearly all do that are no Display P3."""
    try:
        return "srgb" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile))).lower()
    except (ImageCms.PyCMSError, OSError):
        return True  # a damaged profile tells nothing
