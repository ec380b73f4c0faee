"""The strip of paper below the map, with the coin track and the season boxes, seen straight from above."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice, Points, scaled_points
from vision.image import Image, shrink
from vision.read.cells import DARKEST_PAPER, PAPER

STRIP_PIXELS = 48  # one square of the map in the strip
STRIP_SIZE = (640, 256)  # width and height of the strip in pixels
STRIP_START = (-7 / 6, -0.6)  # squares from the field's lower left corner to the strip's upper left one
LIGHT_SQUARES = 2.0  # light is taken as even within so many squares, more than a printed band is high
MAP_STEP = 16  # pixels between the points of the strip that are carried to the photo one by one
FINE = 1.25  # pixels of the photo for one of the strip, about, before it is straightened
OUTSIDE = 128  # grey of what lies beyond the photo


@dataclass(frozen=True, slots=True)
class Strip:
    """The paper below the field, straightened."""

    picture: Image
    """RGB, shape (256, 640, 3), in even light; grey beyond the photo."""
    seen: NDArray[np.bool_]
    """Whether each pixel lies in the photo, shape (256, 640)."""

    def shows(self, points: Points) -> NDArray[np.bool_]:
        """Whether each point (x, y) of the strip, shape (k, 2), lies in the photo and in the strip."""
        x, y = np.floor(np.asarray(points)).astype(int).T
        width, height = STRIP_SIZE
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        return np.asarray(inside & self.seen[y.clip(0, height - 1), x.clip(0, width - 1)])

    def mirrored(self) -> "Strip":
        """Return the strip as a mirror shows it; it reaches equally far on both sides of the field."""
        return Strip(Image(self.picture[:, ::-1].copy()), self.seen[:, ::-1].copy())


def straighten_strip(image: Image, lattice: Lattice) -> Strip:
    """Look at the paper below the field straight from above, in even light.

    Args:
        image: the upright photo, RGB.
        lattice: where the field lies in it, in the sheet's own order.
    """
    part, coarse = _needed_part(image, _photo_places(lattice), lattice.cell_pixels)
    places = _finer(coarse)
    height, width = part.shape[:2]
    seen = _within(places, width, height)
    flat = np.full((*seen.shape, 3), OUTSIDE, np.uint8)
    if seen.any():
        x, y = cv2.split(places)
        flat = np.asarray(cv2.remap(part, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        flat[~seen] = OUTSIDE
        flat = even_strip(Image(flat))
        flat[~seen] = OUTSIDE
    return Strip(Image(flat), seen)


def strip_points(squares: Points) -> Points:
    """Carry points from squares right of and below the field's lower left corner to strip pixels."""
    return np.asarray((np.asarray(squares) - STRIP_START) * STRIP_PIXELS, np.float64)


def even_strip(flat: Image) -> Image:
    """Divide by the colour of the bare paper round about, the bright end of each neighbourhood."""
    step = 8
    small = cv2.medianBlur(shrink(flat, 1 / step), 3)
    reach = int(LIGHT_SQUARES * STRIP_PIXELS / step) | 1
    bright = cv2.dilate(small, np.ones((reach, reach), np.uint8)).astype(np.float32)
    soft = cv2.GaussianBlur(bright, (0, 0), reach / 2)
    paper = cv2.resize(np.maximum(soft, DARKEST_PAPER), flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    even = cv2.divide(flat, paper, dst=paper, scale=255.0 * PAPER, dtype=cv2.CV_32F)
    return Image(np.minimum(even, 255, out=even).astype(np.uint8))


def _photo_places(lattice: Lattice) -> NDArray[np.float32]:
    """Return the photo position of every sixteenth pixel of the strip, a step beyond its edges too."""
    x, y = (np.arange(-MAP_STEP, side + MAP_STEP + 1, MAP_STEP) for side in STRIP_SIZE)
    nodes = np.stack(np.meshgrid(x, y), axis=-1) + 0.5
    corner = np.array([0.0, float(lattice.cells)]) + STRIP_START
    return lattice.to_photo(nodes / STRIP_PIXELS + corner).astype(np.float32)


def _needed_part(
    image: Image, coarse: NDArray[np.float32], square: float
) -> tuple[Image, NDArray[np.float32]]:
    """Cut out the part of the photo that the strip shows, and shrink it so that thin strokes are averaged."""
    height, width = image.shape[:2]
    places = coarse.reshape(-1, 2)
    low = np.clip(np.floor(places.min(axis=0)).astype(int) - 1, 0, (width - 1, height - 1))
    high = np.clip(np.ceil(places.max(axis=0)).astype(int) + 2, low + 1, (width, height))
    part = image[low[1] : high[1], low[0] : high[0]]
    step = max(1, round(square / (FINE * STRIP_PIXELS)))  # whole pixels are averaged ten times faster
    scale = 1 / min(step, *part.shape[:2])  # where the photo ends at the strip, a row of it stays
    moved = scaled_points(coarse - low, scale).astype(np.float32)
    return Image(shrink(part, scale)), moved


def _finer(coarse: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the position of each pixel of the strip, (256, 640, 2); between the sixteenths paper is flat."""
    width, height = STRIP_SIZE
    columns, rows = np.meshgrid(
        np.arange(width, dtype=np.float32) / MAP_STEP + 1, np.arange(height, dtype=np.float32) / MAP_STEP + 1
    )
    return np.asarray(cv2.remap(coarse, columns, rows, cv2.INTER_LINEAR), np.float32)


def _within(places: NDArray[np.float32], width: int, height: int) -> NDArray[np.bool_]:
    """Whether each place lies in a picture of that size."""
    return np.asarray(cv2.inRange(places, (-0.5, -0.5), (width - 0.5, height - 0.5)) > 0)
