"""A lattice that may be the printed one, seen straight from above with a square of what surrounds it."""

import cv2
import numpy as np

from vision.find.lattice import Lattice
from vision.find.pyramid import Pyramid
from vision.image import Image

SQUARE = 16  # pixels a square
AROUND = 1  # squares beyond the field on each side
PAPER = 215.0  # grey level that the bright end of the picture gets
BRIGHT = 0.85  # share of the pixels that are darker than that
DARKEST = 12.0  # grey levels: in the dark, no paper
BEYOND = 127  # grey level of what lies beyond the photo


def candidate_view(photo: Pyramid, lattice: Lattice, around: int = AROUND) -> Image:
    """Return a lattice as the networks see it, straight from above; training uses this same code.

    Args:
        photo: the upright photo.
        lattice: n x n squares, in pixels of the photo.
        around: squares beyond the field that are taken along on each side.

    Returns:
        RGB, (16 m, 16 m, 3) with m = n + 2 around, as bright in each channel as paper is; grey beyond the
        photo.
    """
    image, scale = photo.at_least(SQUARE / lattice.cell_pixels)
    side = (lattice.cells + 2 * around) * SQUARE
    x, y = lattice.places(0.5 / SQUARE - around, 1 / SQUARE, side, scale=scale)
    seen = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    bright = np.maximum(np.quantile(seen[::4, ::4].reshape(-1, 3), BRIGHT, axis=0), DARKEST)
    gains = (PAPER / bright).astype(np.float32)
    even = np.minimum(seen * gains, 255).astype(np.uint8)
    height, width = image.shape[:2]
    even[(x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)] = BEYOND
    return Image(np.asarray(even, np.uint8))
