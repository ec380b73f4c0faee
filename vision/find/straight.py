"""The sheet as seen from straight above: where lines are looked for, in brightness relative to the paper."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice
from vision.find.lines import Plane, flatten
from vision.find.pyramid import Pyramid
from vision.image import Image


def look_straight(photo: Pyramid, lattice: Lattice, *, square: int, border: float) -> Plane:
    """Return the field and so many squares round it, `square` pixels a square; blank beyond the photo.

    Args:
        photo: the upright photo.
        lattice: where the field lies, in pixels of the whole photo.
        square: pixels a square.
        border: squares seen beyond the field on each side.
    """
    seen, beyond = seen_straight(photo, lattice, square, border)
    flat = flatten(seen)
    flat[beyond] = 1.0
    return flat


def seen_straight(
    photo: Pyramid, lattice: Lattice, square: int, around: float
) -> tuple[Image, NDArray[np.bool_]]:
    """Return the field as seen from straight above, with so many squares round it, and what it lacks.

    Args:
        photo: the upright photo.
        lattice: where the field lies, in pixels of the whole photo.
        square: pixels a square.
        around: squares seen beyond the field on each side.

    Returns:
        RGB, and which of its pixels the photo does not show, where those of its edge go on.
    """
    image, scale = photo.at_least(square / lattice.cell_pixels)
    side = round((lattice.cells + 2 * around) * square)
    x, y = lattice.places(0.5 / square - around, 1 / square, side, scale=scale)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = image.shape[:2]
    beyond = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    return Image(np.asarray(seen, np.uint8)), beyond
