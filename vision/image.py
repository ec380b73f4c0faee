"""The picture that everything here looks at, and how it is made smaller."""

from typing import NewType, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NewType("Image", NDArray[np.uint8])
"""Upright picture: RGB, shape (height, width, 3), 8 bit."""

Pixel = TypeVar("Pixel", np.uint8, np.float32)


def shrink(picture: NDArray[Pixel], scale: float) -> NDArray[Pixel]:
    """Return the picture at a smaller scale, averaging pixels; unchanged where the scale is 1 or more."""
    if scale >= 1.0:
        return picture
    return np.asarray(
        cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), picture.dtype
    )
