"""The picture that everything here looks at, and how it is made smaller."""

from typing import NewType, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NewType("Image", NDArray[np.uint8])
"""Upright picture: RGB, shape (height, width, 3), 8 bit."""

Pixel = TypeVar("Pixel", np.uint8, np.float32)


def checked(image: object) -> Image:
    """Return a picture that somebody else made, if it is one.

    Raises:
        TypeError: it is no array of RGB pixels of 8 bits.
    """
    if not isinstance(image, np.ndarray):
        raise TypeError(f"a picture is a numpy array of RGB pixels of 8 bits, not {type(image).__name__}")
    is_rgb = image.ndim == 3 and image.shape[2] == 3 and image.size > 0
    if not is_rgb or image.dtype != np.uint8:
        raise TypeError(
            "a picture is RGB of 8 bits, uint8 of shape (height, width, 3), "
            f"not {image.dtype} of shape {image.shape}"
        )
    return Image(image)


def shrink(picture: NDArray[Pixel], scale: float) -> NDArray[Pixel]:
    """Return the picture at a smaller scale, averaging pixels; unchanged where the scale is 1 or more.

    A picture that would be narrower than a pixel is made smaller only until it is a pixel wide.
    """
    scale = max(scale, 1.0 / min(picture.shape[:2]))
    if scale >= 1.0:
        return picture
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), picture.dtype
    )
