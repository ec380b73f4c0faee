"""A lattice of printed squares: where its nodes lie, and the way between map and photo."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.equality import ComparesArrays

Real = TypeVar("Real", bound=np.floating[Any])

Points = NDArray[np.float64]
"""Coordinates (x, y) along the last axis."""

MOST_POINTS = 32_000  # carried to the photo at once: OpenCV takes fewer than 32,767 in a row
COARSE = 8  # every eighth point of a raster goes through the homography; the others are interpolated
MOST_DISTORTED = 0.6  # see `distortion`; bent and cut off sheets have up to 0.5, ones squeezed to half 0.7
FOCALS = (
    0.6,
    0.8,
    1.0,
    1.4,
    2.5,
    8.0,
)  # of the picture's long side: phones have 0.8, scanners infinity
MIN_SHARE = 0.05  # of the picture's long side: a field smaller than that cannot be read


@dataclass(frozen=True, eq=False)
class Lattice(ComparesArrays):
    """The nodes of n x n printed squares in a photo, and with them every point of the map.

    Map coordinates are (column, row) in squares from the field's top-left corner as a person reads the
    sheet; photo coordinates are (x, y) in pixels of the upright photo, pixel centres at whole numbers.
    """

    nodes: Points
    """Photo position of every node, shape (n + 1, n + 1, 2): [row line, column line]; read only."""

    def __post_init__(self) -> None:
        """Keep the nodes from being written to, as what follows from them is computed once."""
        nodes = self.nodes.copy()
        nodes.flags.writeable = False
        object.__setattr__(self, "nodes", nodes)

    def __reduce__(self) -> tuple[type["Lattice"], tuple[Points]]:
        """Make it anew in another process, where arrays come as such that can be written to."""
        return Lattice, (self.nodes,)

    @property
    def cells(self) -> int:
        """Squares along one side."""
        return len(self.nodes) - 1

    @property
    def corners(self) -> Points:
        """The outermost nodes, shape (4, 2): top-left, top-right, bottom-right, bottom-left."""
        return corners_of(self.nodes)

    @property
    def cell_pixels(self) -> float:
        """Mean side of a square in the photo, in pixels."""
        return mean_side(self.corners) / self.cells

    @cached_property
    def plane(self) -> NDArray[np.float64]:
        """Homography, shape (3, 3), that carries map coordinates to the photo as if the sheet were flat."""
        homography, _ = cv2.findHomography(map_nodes(self.cells).reshape(-1, 2), self.nodes.reshape(-1, 2))
        return np.asarray(homography, np.float64)

    @cached_property
    def _bend(self) -> NDArray[np.float32]:
        """The shift of each node off the plane by the paper's curl, in pixels, shape (n + 1, n + 1, 2)."""
        return (self.nodes - transform(self.plane, map_nodes(self.cells))).astype(np.float32)

    def to_photo(self, points: Points) -> Points:
        """Carry map coordinates (column, row), any shape (..., 2), to the photo.

        Beyond the field the bend of the nearest edge is kept.
        """
        flat = np.asarray(points, np.float64).reshape(1, -1, 2)
        starts = range(0, flat.shape[1], MOST_POINTS)
        parts = [self._carried(flat[:, start : start + MOST_POINTS]) for start in starts]
        return np.concatenate([flat[:, :0], *parts], axis=1).reshape(np.shape(points))

    def _carried(self, row: Points) -> Points:
        """Carry at most MOST_POINTS, (1, k, 2), to the photo."""
        x, y = np.moveaxis(row.astype(np.float32), -1, 0)
        bend = cv2.remap(self._bend, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(transform(self.plane, row) + bend, np.float64)

    def places(
        self, start: float, step: float, count: int, *, scale: float = 1.0
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Carry a square raster of map coordinates to the photo; return x and y there, (count, count) each.

        Column and row are start, start + step, and so on; x and y are pixels of the photo at that scale.
        Only every eighth point is carried by the homography; those between lie on straight lines, which is
        exact to a thousandth of a square.
        """
        knots = -(-count // COARSE) + 2  # one more at either end, as a resized picture's rim is not exact
        along = start + step * (COARSE * np.arange(-1, knots - 1) + (COARSE - 1) / 2)
        whole = self.to_photo(np.stack(np.meshgrid(along, along), axis=-1))
        coarse = scaled_points(whole, scale).astype(np.float32)
        x, y = (
            cv2.resize(axis, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
            for axis in (np.ascontiguousarray(coarse[..., 0]), np.ascontiguousarray(coarse[..., 1]))
        )
        inside = slice(COARSE, COARSE + count)
        return np.asarray(x[inside, inside], np.float32), np.asarray(y[inside, inside], np.float32)

    def scaled(self, scale: float) -> "Lattice":
        """Return the same lattice in the pixels of the photo at another scale."""
        return Lattice(scaled_points(self.nodes, scale))

    def moved(self, x: float, y: float) -> "Lattice":
        """Return the same lattice so many pixels to the right and down."""
        return Lattice(self.nodes + np.array([x, y]))

    def beside(self, step: tuple[int, int]) -> "Lattice":
        """Return the lattice so many squares (right, down) beside."""
        return Lattice(self.to_photo(map_nodes(self.cells) + np.array(step, np.float64)))

    def turned(self, quarters: int) -> "Lattice":
        """Return the same field read after turning it by so many quarter turns counter-clockwise."""
        return Lattice(np.rot90(self.nodes, quarters).copy())


def corners_of(nodes: Points) -> Points:
    """Return the outermost of the nodes, shape (4, 2): top-left, top-right, bottom-right, bottom-left."""
    return nodes[[0, 0, -1, -1], [0, -1, -1, 0]]


def mean_side(corners: NDArray[np.floating]) -> float:
    """Return the mean length of the sides between corners that stand in order, shape (k, 2)."""
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def area_of(nodes: Points) -> float:
    """Return the area between the outermost of the nodes, in pixels; below 0 in a mirror."""
    return float(cv2.contourArea(corners_of(nodes).astype(np.float32), oriented=True))


def scaled_points(points: NDArray[Real], scale: float) -> NDArray[Real]:
    """Carry points in pixels of a photo to those of the same photo at another scale."""
    return np.asarray((points + 0.5) * scale - 0.5, points.dtype)


@cache
def map_nodes(cells: int) -> Points:
    """Return the map coordinates (column, row) of all nodes, shape (cells + 1, cells + 1, 2), read-only."""
    rows, columns = np.mgrid[0 : cells + 1, 0 : cells + 1].astype(np.float64)
    nodes = np.stack([columns, rows], axis=-1)
    nodes.flags.writeable = False
    return nodes


def nodes_between(corners: Points, cells: int) -> Points:
    """Return the nodes of so many squares a side between four corners, as if the paper were flat."""
    field = np.array([[0, 0], [cells, 0], [cells, cells], [0, cells]], np.float32)
    view = cv2.getPerspectiveTransform(field, corners.astype(np.float32))
    return transform(np.asarray(view, np.float64), map_nodes(cells))


def transform(homography: NDArray[np.float64], points: Points) -> Points:
    """Apply a homography to points of any shape (..., 2)."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography), np.float64).reshape(np.shape(points))


def distortion(nodes: Points, size: tuple[int, ...]) -> float:
    """Return by how much no camera sees squares so: 0 for squares in perspective, 0.7 for ones twice as wide.

    A camera whose axis goes through the picture's middle sees the sides of a square, carried back by its
    focal length, equally long and at right angles (Zhang 2000, section 2.3). The focal length is unknown: of
    several, the one that fits best counts.
    """
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    corners = corners_of(nodes).astype(np.float32)
    homography = cv2.getPerspectiveTransform(square, corners)
    middle = np.array([[1, 0, -size[1] / 2], [0, 1, -size[0] / 2], [0, 0, 1.0]])
    across, down = (middle @ homography)[:, :2].T
    worst = []
    for focal in FOCALS:
        back = 1 / np.array([focal * max(size[:2]), focal * max(size[:2]), 1.0])
        first, other = across * back, down * back
        long, high = (float(np.linalg.norm(side)) + 1e-12 for side in (first, other))
        worst.append(max(abs(float(np.log(long / high))), abs(float(first @ other)) / (long * high)))
    return min(worst)


def is_plausible(nodes: Points, size: tuple[int, ...]) -> bool:
    """Whether a lattice could be a grid of squares in a (height, width) picture.

    It is not tiny, not twisted, not far out, and a camera may have seen its squares so.
    """
    corners = corners_of(nodes)
    longest = max(size[:2])
    if not np.isfinite(nodes).all() or np.abs(corners - longest / 2).max() > 2 * longest:
        return False
    smallest = (MIN_SHARE * longest) ** 2
    if area_of(nodes) <= smallest or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    return distortion(nodes, size) < MOST_DISTORTED
