"""A lattice that may be the printed one, seen straight from above with a square of what surrounds it."""

import numpy as np

from vision.find.lattice import Lattice
from vision.find.pyramid import Pyramid
from vision.find.straight import seen_straight
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
    seen, beyond = seen_straight(photo, lattice, SQUARE, around)
    bright = np.maximum(np.quantile(seen[::4, ::4].reshape(-1, 3), BRIGHT, axis=0), DARKEST)
    gains = (PAPER / bright).astype(np.float32)
    even = np.minimum(seen * gains, 255).astype(np.uint8)
    even[beyond] = BEYOND
    return Image(np.asarray(even, np.uint8))
