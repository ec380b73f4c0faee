"""Where the map lies in the photo: a lattice of nodes, and the way between map and photo."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Coordinates (x, y) along the last axis."""

MIN_SHARE = 0.05  # of the picture's long side: a field smaller than that cannot be read


@dataclass(frozen=True)
class SheetGeometry:
    """The printed lattice as found in a photo.

    Map coordinates are (column, row) in squares from the field's top-left corner as a person reads the
    sheet; photo coordinates are (x, y) in pixels of the upright photo, pixel centres at whole numbers.
    """

    lattice: Points
    """Photo position of every node, shape (n + 1, n + 1, 2): [row line, column line]."""
    error: float
    """Typical distance of the lattice from the lines it was fitted to, in squares."""
    score: float
    """How well printed lines support the lattice: 0 as anywhere on the photo, 1 a perfect grid."""

    @property
    def cells(self) -> int:
        """Squares along one side."""
        return len(self.lattice) - 1

    @property
    def corners(self) -> Points:
        """Outer corners of the field, shape (4, 2): top-left, top-right, bottom-right, bottom-left."""
        return self.lattice[[0, 0, -1, -1], [0, -1, -1, 0]]

    @property
    def cell_pixels(self) -> float:
        """Mean side of a square in the photo, in pixels."""
        corners = self.corners
        return float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)) / self.cells)

    @cached_property
    def plane(self) -> NDArray[np.float64]:
        """Homography, shape (3, 3), that carries map coordinates to the photo as if the sheet were flat."""
        homography, _ = cv2.findHomography(map_nodes(self.cells).reshape(-1, 2), self.lattice.reshape(-1, 2))
        return np.asarray(homography, np.float64)

    @cached_property
    def _bend(self) -> NDArray[np.float32]:
        """What the paper's curl adds to the plane at each node, in pixels, shape (n + 1, n + 1, 2)."""
        return (self.lattice - transform(self.plane, map_nodes(self.cells))).astype(np.float32)

    def to_photo(self, points: Points) -> Points:
        """Carry map coordinates (column, row), any shape (..., 2), to the photo.

        Beyond the field the bend of the nearest edge is kept.
        """
        points = np.asarray(points, np.float64)
        rows = points.reshape(points.shape[0] if points.ndim > 2 else 1, -1, 2)
        nodes = rows.astype(np.float32)
        bend = cv2.remap(
            self._bend, nodes[..., 0], nodes[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return (transform(self.plane, rows) + bend).reshape(points.shape)

    def turned(self, quarters: int) -> "SheetGeometry":
        """Return the same field read after turning it by so many quarter turns counter-clockwise."""
        return SheetGeometry(np.rot90(self.lattice, quarters).copy(), self.error, self.score)


def map_nodes(cells: int) -> Points:
    """Return the map coordinates (column, row) of all nodes, shape (cells + 1, cells + 1, 2)."""
    rows, columns = np.mgrid[0 : cells + 1, 0 : cells + 1].astype(np.float64)
    return np.stack([columns, rows], axis=-1)


def transform(homography: NDArray[np.float64], points: Points) -> Points:
    """Apply a homography to points of any shape (..., 2)."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography), np.float64).reshape(np.shape(points))


def is_plausible(lattice: Points, size: tuple[int, ...]) -> bool:
    """Whether a lattice could be a grid in a (height, width) picture: not tiny, not twisted, not far out."""
    corners = lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
    longest = max(size[:2])
    if not np.isfinite(lattice).all() or np.abs(corners - longest / 2).max() > 2 * longest:
        return False
    area = cv2.contourArea(corners.astype(np.float32), oriented=True)
    smallest = (MIN_SHARE * longest) ** 2
    return area > smallest and cv2.isContourConvex(corners.astype(np.float32))
