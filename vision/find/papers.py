"""The outlines of what may be papers in a photo: the hulls of large connected things, as quadrilaterals."""

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.find.lattice import scaled_points
from vision.find.lines import Plane, flatten
from vision.find.pyramid import Pyramid

Quad = NDArray[np.float32]
"""Corners, shape (4, 2): clockwise in the photo, the one nearest its top left first."""

Grey = MatLike
"""One channel of 8 bit, or a mask, shape (height, width)."""
Hull = MatLike
"""Corners of a convex outline, shape (k, 1, 2)."""

SIDE = 400  # pixels of the photo's long side at which papers are looked for
MOST = 5
MOST_HULLS = 4  # of each way of looking for outlines
MIN_AREA = 0.015  # share of the photo below which an outline is not looked at
SAME_QUAD = 0.04  # corners closer than this share of the side are the same paper


def find_papers(photo: Pyramid) -> list[Quad]:
    """Return the outlines of what may be papers, pixels of the photo, the largest first."""
    image, scale = photo.at_least(SIDE / max(photo.image.shape))
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    outlines = [hull for mask in _masks(grey, flatten(image)) for hull in _large_hulls(mask)]
    outlines.sort(key=lambda hull: cv2.contourArea(hull), reverse=True)
    quads = _without_twins([as_quad(hull) for hull in outlines])[:MOST]
    return [scaled_points(quad, 1 / scale) for quad in quads]


def _without_twins(quads: list[Quad]) -> list[Quad]:
    """Drop quads whose corners all lie close to an earlier one's."""
    kept: list[Quad] = []
    for quad in quads:
        near = SAME_QUAD * np.sqrt(cv2.contourArea(quad))
        if all(np.abs(quad - other).max() > near for other in kept):
            kept.append(quad)
    return kept


def _masks(grey: Grey, flat: Plane) -> list[Grey]:
    even = np.clip(flat * 200, 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(grey, (0, 0), 1)
    thin = [
        cv2.adaptiveThreshold(plane, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, step)
        for plane, block, step in ((grey, 13, 5), (grey, 25, 8), (even, 7, 4), (grey, 51, 4))
    ]
    joined = [cv2.dilate(mask, np.ones((3, 3), np.uint8)) for mask in thin]
    level, _ = cv2.threshold(soft, 0, 255, cv2.THRESH_OTSU)
    bright = [((soft > level + step) * 255).astype(np.uint8) for step in (-25, 0, 25)]
    edges = cv2.dilate(cv2.Canny(cv2.GaussianBlur(grey, (0, 0), 0.8), 30, 90), np.ones((3, 3), np.uint8))
    return [*thin, *joined, *bright, edges]


def _large_hulls(mask: Grey) -> list[Hull]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    wide = [shape for shape in outlines if len(shape) >= 4 and _box_area(shape) > MIN_AREA * mask.size]
    hulls = [cv2.convexHull(outline) for outline in wide]
    large = [hull for hull in hulls if cv2.contourArea(hull) > MIN_AREA * mask.size]
    return sorted(large, key=cv2.contourArea, reverse=True)[:MOST_HULLS]


def _box_area(outline: MatLike) -> int:
    _, _, width, height = cv2.boundingRect(outline)
    return width * height


def as_quad(hull: Hull) -> Quad:
    """Return the quadrilateral that a convex outline is most like."""
    around = cv2.arcLength(hull, True)
    for coarseness in (0.02, 0.04, 0.06):
        shape = cv2.approxPolyDP(hull, coarseness * around, True).reshape(-1, 2)
        if len(shape) == 4:
            return _in_order(shape)
    return _in_order(cv2.boxPoints(cv2.minAreaRect(hull)))


def _in_order(corners: NDArray[np.generic]) -> Quad:
    """Return four corners clockwise (in a picture's axes), the one nearest the picture's top-left first."""
    quad = np.asarray(corners, np.float32)
    spokes = quad - quad.mean(axis=0)
    quad = quad[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))]
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)
