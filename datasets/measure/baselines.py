"""Plain ways to find a printed grid, to compare ours with.

Each takes an upright RGB photo and the number of squares along one side, and returns the four corners it
settles on, shape (4, 2), or None. They know nothing of map sheets, and of no refusal but "nothing found".
"""

from collections.abc import Callable, Iterator
from itertools import product

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from datasets.draw.pencil import Pixels
from vision.find.lattice import Points, scaled_points

WORK_SIDE = 1000  # pixels of the long side at which all of them work
MIN_AREA = 0.04  # of the picture that a grid must cover
BLOCKS = (7, 11, 15, 21, 31, 41, 61, 81)  # pixels of the adaptive thresholds
OFFSETS = (4, 10)  # grey levels below the neighbourhood
SQUARE = 16  # pixels of a square in the picture that the profile is measured on
MIN_CONTRAST = 0.3  # of the spread of the picture's greys, on the lines of a grid

Grey = NDArray[np.uint8]


def tutorial(photo: Pixels, cells: int) -> Points | None:
    """Adaptive threshold, contours by area, the largest one with four corners."""
    grey, scale = _small_grey(photo)
    ink = _inked(cv2.GaussianBlur(grey, (7, 7), 0), 11, 2)
    return _first_quad(ink, scale, hull=False)


def page_crop(photo: Pixels, cells: int) -> Points | None:
    """Close what is drawn, edges by Canny, the largest hull with four corners: the page, people hope."""
    grey, scale = _small_grey(photo)
    closed = cv2.morphologyEx(cv2.GaussianBlur(grey, (3, 3), 0), cv2.MORPH_CLOSE, np.ones((10, 10)))
    edges = cv2.dilate(cv2.Canny(closed, 55, 185), np.ones((3, 3)))
    return _first_quad(np.asarray(edges, np.uint8), scale, hull=True)


def hulls(photo: Pixels, cells: int) -> Points | None:
    """Sixteen thresholds, the hull of every large blot, and the one whose inside looks most like the grid."""
    grey, scale = _small_grey(photo)
    scored = [(_line_contrast(grey, quad, cells), i, quad) for i, quad in enumerate(_hull_quads(grey))]
    contrast, _, best = max(scored, default=(0.0, 0, None))
    return None if best is None or contrast < MIN_CONTRAST else scaled_points(best, 1 / scale)


BASELINES: dict[str, Callable[[Pixels, int], Points | None]] = {
    "largest 4-gon": tutorial,
    "page crop": page_crop,
    "16 x hulls": hulls,
}


def _small_grey(photo: Pixels) -> tuple[Grey, float]:
    scale = min(1.0, WORK_SIDE / max(photo.shape))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8), scale


def _inked(grey: NDArray[np.generic], block: int, offset: int) -> Grey:
    ink = cv2.adaptiveThreshold(
        np.asarray(grey, np.uint8), 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, offset
    )
    return np.asarray(ink, np.uint8)


def _first_quad(mask: Grey, scale: float, *, hull: bool) -> Points | None:
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    outlines = map(cv2.convexHull, contours) if hull else contours
    for contour in sorted(outlines, key=cv2.contourArea, reverse=True)[:10]:
        quad = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, closed=True), closed=True)
        if len(quad) == 4 and cv2.contourArea(quad) > MIN_AREA * mask.size:
            return scaled_points(_in_order(quad.reshape(4, 2)), 1 / scale)
    return None


def _hull_quads(grey: Grey) -> Iterator[Points]:
    for block, offset in product(BLOCKS, OFFSETS):
        contours, _ = cv2.findContours(_inked(grey, block, offset), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in sorted(map(cv2.convexHull, contours), key=cv2.contourArea, reverse=True)[:4]:
            quad = _four_corners(contour)
            if quad is not None and cv2.contourArea(quad.astype(np.float32)) > MIN_AREA * grey.size:
                yield quad


def _four_corners(hull: MatLike) -> Points | None:
    """Return a hull with ever coarser outline until four corners are left."""
    around = cv2.arcLength(hull, closed=True)
    for coarseness in np.linspace(0.01, 0.1, 19):
        quad = cv2.approxPolyDP(hull, coarseness * around, closed=True)
        if len(quad) == 4:
            return _in_order(quad.reshape(4, 2))
    return None


def _line_contrast(grey: Grey, quad: Points, cells: int) -> float:
    """Return how much darker the worst fifth of the expected lines is than the squares between them."""
    side = cells * SQUARE
    field = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) + 2
    plane = cv2.getPerspectiveTransform(quad.astype(np.float32), field)
    flat = cv2.warpPerspective(grey, plane, (side + 5, side + 5), flags=cv2.INTER_AREA).astype(np.float32)
    profiles = [np.median(flat, axis=axis) for axis in (0, 1)]
    contrasts = [_contrast(profile, cells) for profile in profiles]
    return float(np.quantile(np.concatenate(contrasts), 0.2) / max(float(flat.std()), 1.0))


def _contrast(profile: NDArray[np.floating], cells: int) -> NDArray[np.floating]:
    at = 2 + SQUARE * np.arange(cells + 1)
    lines = np.min([profile[at + shift] for shift in (-2, -1, 0, 1, 2)], axis=0)
    between = profile[at[:-1] + SQUARE // 2]
    beside = np.maximum(np.append(between, between[-1]), np.insert(between, 0, between[0]))
    return np.asarray(beside - lines)


def _in_order(quad: NDArray[np.generic]) -> Points:
    """Return four corners clockwise, the one nearest the photo's top-left first."""
    quad = np.asarray(quad, np.float64)
    middle = quad.mean(0)
    ring = quad[np.argsort(np.arctan2(quad[:, 1] - middle[1], quad[:, 0] - middle[0]))]
    return np.roll(ring, -int(ring.sum(1).argmin()), 0)
