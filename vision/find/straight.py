"""The sheet as seen from straight above, in brightness relative to the paper: where lines are looked for."""

import cv2
import numpy as np

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
    image, scale = photo.at_least(square / lattice.cell_pixels)
    side = round((lattice.cells + 2 * border) * square)
    x, y = lattice.places(0.5 / square - border, 1 / square, side, scale=scale)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flat = flatten(Image(np.asarray(seen, np.uint8)))
    height, width = image.shape[:2]
    flat[(x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)] = 1.0
    return flat
