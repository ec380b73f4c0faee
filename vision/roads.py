"""Roads to the map field that need no training: closed outlines, and lines that meet in two vanishing points.

Each road proposes quadrilaterals that have the field's perspective; the comb then says where in that
perspective the lattice lies, and the mesh judges the proposals all alike.
"""

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.image import Image
from vision.lines import Plane

Quad = NDArray[np.float32]
"""Corners, shape (4, 2): clockwise in the photo, the uppermost left one first."""

Grey = MatLike
"""One channel of 8 bit, or a mask, shape (height, width)."""
Hull = MatLike
"""Corners of a convex outline, shape (k, 1, 2)."""

MIN_AREA = 0.015  # share of the photo below which an outline is not looked at
LONGEST_SEGMENTS = 400
SHORTEST_SEGMENT = 12  # pixels
ROOM_FOR_LINES = (
    5  # for each row and column of a picture; photos have 0.7 to 2.4, a moire of 21 crashed OpenCV
)
FAMILIES = 4
TRIALS = 400  # pairs of segments tried as the cross of a vanishing point
PARALLEL = 0.03  # sine of the angle within which a segment points at a vanishing point
SQUARENESS = 0.5  # sine of the angle that two families must at least make
SAME_QUAD = 0.04  # corners closer than this share of the side are the same proposal


def find_quads(image: Image, flat: Plane, seed: int = 0) -> list[Quad]:
    """Propose quadrilaterals with the field's perspective, most promising road first."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    return without_twins([*outline_quads(grey, flat), *vanishing_quads(grey, np.random.default_rng(seed))])


def without_twins(quads: list[Quad]) -> list[Quad]:
    """Drop quads whose corners all lie close to an earlier one's."""
    kept: list[Quad] = []
    for quad in quads:
        near = SAME_QUAD * np.sqrt(cv2.contourArea(quad))
        if all(np.abs(quad - other).max() > near for other in kept):
            kept.append(quad)
    return kept


def outline_quads(grey: Grey, flat: Plane, limit: int = 12) -> list[Quad]:
    """Return the hulls of the largest connected things under many thresholds, as quads, largest first.

    A copy of half the size shows them as well, with a quarter of the specks.
    """
    half = (grey.shape[1] // 2, grey.shape[0] // 2)
    coarse, even = (cv2.resize(plane, half, interpolation=cv2.INTER_AREA) for plane in (grey, flat))
    outlines = [hull for mask in _masks(coarse, np.asarray(even, np.float32)) for hull in _large_hulls(mask)]
    outlines.sort(key=lambda hull: cv2.contourArea(hull), reverse=True)
    return without_twins([2 * _as_quad(hull) + np.float32(0.5) for hull in outlines])[:limit]


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


def _large_hulls(mask: Grey, most: int = 4) -> list[Hull]:
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    wide = [one for one in outlines if len(one) >= 4 and _box_area(one) > MIN_AREA * mask.size]
    hulls = [cv2.convexHull(outline) for outline in wide]
    large = [hull for hull in hulls if cv2.contourArea(hull) > MIN_AREA * mask.size]
    return sorted(large, key=cv2.contourArea, reverse=True)[:most]


def _box_area(outline: MatLike) -> int:
    _, _, width, height = cv2.boundingRect(outline)
    return width * height


def _as_quad(hull: Hull) -> Quad:
    around = cv2.arcLength(hull, True)
    for coarseness in (0.02, 0.04, 0.06):
        shape = cv2.approxPolyDP(hull, coarseness * around, True).reshape(-1, 2)
        if len(shape) == 4:
            return in_order(shape)
    return in_order(cv2.boxPoints(cv2.minAreaRect(hull)))


def in_order(corners: NDArray[np.generic]) -> Quad:
    """Return four corners clockwise (in a picture's axes), the one nearest the picture's top-left first."""
    quad = np.asarray(corners, np.float32)
    spokes = quad - quad.mean(axis=0)
    quad = quad[np.argsort(np.arctan2(spokes[:, 1], spokes[:, 0]))]
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def vanishing_quads(grey: Grey, rng: np.random.Generator) -> list[Quad]:
    """Return quads between lines of two families that each meet in a vanishing point."""
    segments = _find_segments(grey)
    if len(segments) < 8:
        return []
    half, centre = max(grey.shape) / 2, np.array(grey.shape[::-1]) / 2
    ends = (segments.reshape(-1, 2, 2) - centre) / half
    families = _find_families(ends, rng)
    pairs = [(a, b) for k, a in enumerate(families) for b in families[k + 1 :]]
    quads = [_quad_between(*a, *b) for a, b in pairs]
    return [in_order(quad * half + centre) for quad in quads if quad is not None and _is_sensible(quad)]


def _find_segments(grey: Grey) -> NDArray[np.float64]:
    drawing = cv2.ximgproc.createEdgeDrawing()
    settings = cv2.ximgproc.EdgeDrawing.Params()
    settings.MinLineLength = SHORTEST_SEGMENT
    drawing.setParams(settings)
    drawing.detectEdges(grey)
    edges = sum(len(points) for points in drawing.getSegments())
    if edges > ROOM_FOR_LINES * SHORTEST_SEGMENT * sum(grey.shape):
        return np.zeros((0, 4))  # a pattern all over, no sheet, and more lines than OpenCV can bear
    found = drawing.detectLines()
    segments = np.zeros((0, 4)) if found is None else np.asarray(found, np.float64).reshape(-1, 4)
    longest = np.argsort(-np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]))
    return segments[longest[:LONGEST_SEGMENTS]]


def _find_families(
    ends: NDArray[np.float64], rng: np.random.Generator
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return vanishing points (homogeneous) with the middles of the segments that point at them."""
    spans = ends[:, 1] - ends[:, 0]
    lengths = np.linalg.norm(spans, axis=1)
    middles, headings = ends.mean(axis=1), spans / lengths[:, None]
    weights = np.minimum(lengths, 0.5)
    straight = np.cross(np.insert(ends[:, 0], 2, 1.0, 1), np.insert(ends[:, 1], 2, 1.0, 1))
    straight /= np.linalg.norm(straight[:, :2], axis=1, keepdims=True)
    first, second = rng.choice(len(ends), (2, TRIALS), p=weights / weights.sum())
    points = np.cross(straight[first], straight[second])
    norms = np.linalg.norm(points, axis=1, keepdims=True)
    points = (points / np.maximum(norms, 1e-12))[norms[:, 0] > 1e-9]
    points = points[np.hypot(points[:, 0], points[:, 1]) > 1.4 * np.abs(points[:, 2])]  # not in the picture
    towards = points[:, None, :2] - points[:, None, 2:] * middles
    towards /= np.linalg.norm(towards, axis=2, keepdims=True) + 1e-12
    sines = np.abs(towards[..., 0] * headings[:, 1] - towards[..., 1] * headings[:, 0])
    votes = (sines < PARALLEL) * weights
    families = []
    for _ in range(FAMILIES):
        if not len(points) or votes.sum(axis=1).max() <= 0:
            break
        members = votes[votes.sum(axis=1).argmax()] > 0
        point = np.linalg.svd(straight[members] * weights[members, None])[2][-1]
        families.append((point, middles[members]))
        votes = votes * ~members
    return families


def _quad_between(
    point: NDArray[np.float64],
    middles: NDArray[np.float64],
    other_point: NDArray[np.float64],
    other_middles: NDArray[np.float64],
) -> NDArray[np.float64] | None:
    """Return the quad that the outermost lines of both families enclose, or None where it has no corners."""
    sides = _outermost(point, middles, other_point)
    other_sides = _outermost(other_point, other_middles, point)
    corners = [np.cross(sides[i], other_sides[j]) for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))]
    if min(abs(corner[2]) for corner in corners) < 1e-9:
        return None
    return np.array([corner[:2] / corner[2] for corner in corners])


def _outermost(
    point: NDArray[np.float64], middles: NDArray[np.float64], other_point: NDArray[np.float64]
) -> list[NDArray[np.float64]]:
    """Return the first and the last line through a vanishing point, leaving out the outer 4 % of segments."""
    centre = np.append(np.median(middles, axis=0), 1.0)
    across = other_point[:2] - other_point[2] * centre[:2]
    across /= np.linalg.norm(across) + 1e-12
    lines = np.cross(point, np.insert(middles, 2, 1.0, axis=1))
    crossings = np.cross(lines, np.cross(other_point, centre))
    crossings = crossings[np.abs(crossings[:, 2]) > 1e-9]
    if not len(crossings):
        return [np.zeros(3), np.zeros(3)]
    places = (crossings[:, :2] / crossings[:, 2:] - centre[:2]) @ across
    ends = np.quantile(places, [0.04, 0.96])
    return [np.cross(point, np.append(centre[:2] + across * end, 1.0)) for end in ends]


def _is_sensible(quad: NDArray[np.float64]) -> bool:
    """Whether the quad is convex, large enough, not far out of the picture, and not a sliver."""
    shape = quad.astype(np.float32)
    sides = np.roll(quad, -1, axis=0) - quad
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 0.1 or np.abs(quad).max() > 8 or not cv2.isContourConvex(shape):
        return False
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool(np.abs(turns / (lengths * np.roll(lengths, -1))).min() > SQUARENESS)
