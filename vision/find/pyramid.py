"""The photo at half, a quarter, an eighth of its size: who looks at it takes the smallest that suffices."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.image import Image, shrink

SEARCH_SIDE = 1600  # pixels of the long side at which a photo is searched
SMALLER_SIDE, LARGER_SIDE = 1000, 3200  # and at which it is searched again where no sheet is sure

WHITE = 0.95  # quantile of a channel's levels that is that of something white
COLOURED = 1.5  # times one channel's white is another's, from which the light is coloured


class Pyramid:
    """A photo; halved copies are made when first needed."""

    def __init__(self, image: Image) -> None:
        """Start from the photo at its full size."""
        self._levels = [image]

    @property
    def image(self) -> Image:
        """The photo at its full size."""
        return self._levels[0]

    def at_least(self, scale: float) -> tuple[Image, float]:
        """Return the smallest copy whose scale is at least the given one, and that scale: 1, 1/2, 1/4 ..."""
        level = max(0, int(np.floor(np.log2(1 / max(scale, 1e-3)) + 1e-9)))
        while len(self._levels) <= level and min(self._levels[-1].shape[:2]) >= 2:
            self._levels.append(_halved(self._levels[-1]))
        level = min(level, len(self._levels) - 1)
        return self._levels[level], 0.5**level

    @property
    def small(self) -> tuple[Image, float]:
        """The copy in which all of the photo is searched, its long side near SEARCH_SIDE; and its scale."""
        level = max(0, round(np.log2(max(self.image.shape[:2]) / SEARCH_SIDE)))
        return self.at_least(0.5**level)


def smaller(image: Image) -> Iterator[Image]:
    """Yield the picture with SMALLER_SIDE pixels along its long side, if it has more."""
    scale = SMALLER_SIDE / max(image.shape)
    if scale < 1.0:
        yield Image(shrink(image, scale))


def median_colour(image: Image) -> list[float]:
    """Return the median of each channel, RGB, of one pixel in 16 each way."""
    return list(np.median(image[::16, ::16].reshape(-1, 3), axis=0).tolist())


def with_margin(image: Image, margin: int) -> Image:
    """Return a picture with so many pixels of its median colour around it."""
    framed = cv2.copyMakeBorder(
        image, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=median_colour(image)
    )
    return Image(np.asarray(framed, np.uint8))


def in_white_light(image: Image) -> Image | None:
    """Return a picture in coloured light as in white light, or None where the light is hardly coloured.

    What is brightest in each channel is taken for white.
    """
    brightest = np.maximum(np.quantile(image[::8, ::8].reshape(-1, 3), WHITE, axis=0), 1.0)
    if brightest.max() < COLOURED * brightest.min():
        return None
    levels = np.arange(256)[:, None] * (brightest.max() / brightest)
    white = cv2.LUT(image, np.clip(np.rint(levels), 0, 255).astype(np.uint8)[None])
    return Image(np.asarray(white, np.uint8))


def _halved(image: Image) -> Image:
    """Return the mean of each two by two pixels; an odd last row or column is left out."""
    height, width = (length // 2 * 2 for length in image.shape[:2])
    half = cv2.resize(image[:height, :width], (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return Image(np.asarray(half, np.uint8))
