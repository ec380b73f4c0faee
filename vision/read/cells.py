"""The sheet seen straight from above, in even light; training uses this same code."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice, scaled_points
from vision.image import Image, shrink

CELL_PIXELS = 32  # one square of the map in the rectified picture
MARGIN = 8  # pixels around the field, a quarter of a square, for strokes that overflow
PAPER = 0.85  # brightness that bare paper gets
FINE = 40  # pixels of the photo for a square, about, before it is straightened
BESIDE = 4  # pixels of the photo taken along beside the sheet, for the averaging
DARKEST_PAPER = 12.0  # grey levels: in the dark, no paper
LIGHT_SQUARES = 1.5  # light is taken as even within so many squares


def rectify(image: Image, lattice: Lattice) -> Image:
    """Look at the map field straight from above, in even white light.

    Args:
        image: the upright photo.
        lattice: where the field lies in it.

    Returns:
        RGB, shape (n * CELL_PIXELS + 2 * MARGIN, same, 3): the field and a quarter square around it.
    """
    side = lattice.cells * CELL_PIXELS + 2 * MARGIN
    places = lattice.places((0.5 - MARGIN) / CELL_PIXELS, 1 / CELL_PIXELS, side)
    corner, sheet = _cut_out(image, *places)
    scale = 1 / max(1, round(lattice.cell_pixels / FINE))  # whole pixels are averaged ten times faster
    sheet = shrink(sheet, scale)  # so that thin strokes are averaged, not skipped
    x, y = (scaled_points(axis - start, scale) for axis, start in zip(places, corner, strict=True))
    flat = cv2.remap(sheet, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return even_light(Image(np.asarray(flat, np.uint8)))


def _cut_out(
    image: Image, x: NDArray[np.float32], y: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Return where in the photo the part with these places begins, and that part."""
    height, width = image.shape[:2]
    left, top = (int(np.floor(axis.min())) - BESIDE for axis in (x, y))
    right, bottom = (int(np.ceil(axis.max())) + BESIDE for axis in (x, y))
    left, top = max(0, min(left, width - 1)), max(0, min(top, height - 1))
    right, bottom = max(left + 1, min(right, width)), max(top + 1, min(bottom, height))
    return np.array([left, top], np.float32), image[top:bottom, left:right]


def pixel_places(cells: int) -> NDArray[np.float64]:
    """Return the map coordinates (x, y) of each pixel of the rectified picture, shape (side, side, 2)."""
    side = cells * CELL_PIXELS + 2 * MARGIN
    along = (np.arange(side) + 0.5 - MARGIN) / CELL_PIXELS
    return np.stack(np.meshgrid(along, along), axis=-1)


def even_light(flat: Image) -> Image:
    """Divide by the colour of the bare paper round about, so that shadow and lamp colour vanish.

    The paper is the bright end of each neighbourhood, per channel; a colour that fills a whole
    neighbourhood is judged by the sheet's paper instead, or it would be taken for a lamp.
    """
    bright = _bright_end(flat)
    whole = np.median(bright.reshape(-1, 3), axis=0)
    level = bright.mean(axis=2, keepdims=True)
    paper = 0.5 * bright + 0.5 * whole / max(float(whole.mean()), 1.0) * level
    seen = np.maximum(paper, DARKEST_PAPER).astype(np.float32)
    large = cv2.resize(seen, flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    even = cv2.divide(flat, large, dst=large, scale=255.0 * PAPER, dtype=cv2.CV_32F)
    return Image(np.minimum(even, 255, out=even).astype(np.uint8))


def _bright_end(flat: Image) -> NDArray[np.float32]:
    """Return the bright end of each neighbourhood, float, with an eighth of the pixels each way.

    What lies beyond the field is no paper to judge its light by: it may be a white ground.
    """
    step = MARGIN
    small = cv2.copyMakeBorder(shrink(flat, 1 / step)[1:-1, 1:-1], 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    reach = int(LIGHT_SQUARES * CELL_PIXELS / step) | 1
    bright = cv2.dilate(cv2.medianBlur(small, 3), np.ones((reach, reach), np.uint8))
    return np.asarray(cv2.GaussianBlur(bright.astype(np.float32), (0, 0), reach / 2), np.float32)
