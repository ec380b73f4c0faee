"""The geometry of a sheet: a lattice of nodes, and the way between map and photo."""

from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from engine import Side
from vision.find.judgement import COVERED, Judgement

Points = NDArray[np.float64]
"""Coordinates (x, y) along the last axis."""

MOST_HIDDEN = 0.2  # of the nodes: where more show no lines, these are faint, not covered
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
MARGIN = 0.6  # squares that every sheet has beside its field
MIN_SHARE = 0.05  # of the picture's long side: a field smaller than that cannot be read


@dataclass(frozen=True)
class SheetGeometry:
    """The printed lattice as found in a photo.

    Map coordinates are (column, row) in squares from the field's top-left corner as a person reads the
    sheet; photo coordinates are (x, y) in pixels of the upright photo, pixel centres at whole numbers.
    """

    lattice: Points
    """Photo position of every node, shape (n + 1, n + 1, 2): [row line, column line]."""
    error: float = 0.0
    """Typical distance of the lattice from the lines it was fitted to, in squares; 0 where it was not."""
    seen: NDArray[np.bool_] | None = None
    """Nodes near which both printed lines show, (n + 1, n + 1); None where nobody looked."""
    marked: Side | None = None
    """The side that the markers of our own printed sheets say it is; None where they were not seen."""
    frame: Points | None = None
    """Outer corners of the printed frame, (4, 2), where it is thicker than a line."""
    judged: Judgement | None = None
    """What the judge says of it; None where it was not asked."""
    upright: bool = False
    """Whether a person has said that the lattice lies upright; otherwise its print tells."""

    @property
    def cells(self) -> int:
        """Squares along one side."""
        return len(self.lattice) - 1

    @property
    def corners(self) -> Points:
        """Outer corners of the field, shape (4, 2): top-left, top-right, bottom-right, bottom-left."""
        return self.frame if self.frame is not None else self.lattice[[0, 0, -1, -1], [0, -1, -1, 0]]

    @property
    def cell_pixels(self) -> float:
        """Mean side of a square in the photo, in pixels."""
        corners = self.lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
        return float(np.mean(np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)) / self.cells)

    @property
    def probability(self) -> float:
        """That every corner is right to a quarter of a square, by the judge; 0 where it was not asked."""
        return self.judged.probability if self.judged else 0.0

    @property
    def hidden(self) -> NDArray[np.bool_]:
        """Squares that something covers, by the judge or as none of the lines about them shows, (n, n)."""
        seen = self.judged.covered > COVERED if self.judged else np.zeros((self.cells, self.cells), np.bool_)
        return np.asarray(seen | self._without_lines, np.bool_)

    @property
    def _without_lines(self) -> NDArray[np.bool_]:
        """Squares about which none of the printed lines shows; none where many lines are faint."""
        unseen = np.zeros(self.lattice.shape[:2], np.bool_) if self.seen is None else ~self.seen
        lost = unseen[:-1, :-1] & unseen[1:, :-1] & unseen[:-1, 1:] & unseen[1:, 1:]
        if not lost.any() or unseen.mean() > MOST_HIDDEN:
            return np.zeros_like(lost)
        ends = np.pad(lost, 1)  # nodes of a lost square, and from them all squares that touch one
        nodes = ends[1:, 1:] | ends[:-1, 1:] | ends[1:, :-1] | ends[:-1, :-1]
        return np.asarray(nodes[:-1, :-1] | nodes[1:, :-1] | nodes[:-1, 1:] | nodes[1:, 1:], np.bool_)

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
        coarse = ((whole + 0.5) * scale - 0.5).astype(np.float32)
        x, y = (
            cv2.resize(axis, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
            for axis in (np.ascontiguousarray(coarse[..., 0]), np.ascontiguousarray(coarse[..., 1]))
        )
        inside = slice(COARSE, COARSE + count)
        return np.asarray(x[inside, inside], np.float32), np.asarray(y[inside, inside], np.float32)

    def scaled(self, scale: float) -> "SheetGeometry":
        """Return the same lattice in the pixels of the photo at another scale."""
        frame = None if self.frame is None else (self.frame + 0.5) * scale - 0.5
        return replace(self, lattice=(self.lattice + 0.5) * scale - 0.5, frame=frame)

    def turned(self, quarters: int) -> "SheetGeometry":
        """Return the same field read after turning it by so many quarter turns counter-clockwise."""
        seen = None if self.seen is None else np.rot90(self.seen, quarters).copy()
        frame = None if self.frame is None else np.roll(self.frame, -quarters, axis=0)
        return replace(
            self,
            lattice=np.rot90(self.lattice, quarters).copy(),
            seen=seen,
            frame=frame,
            judged=self.judged.turned(quarters) if self.judged else None,
        )


@cache
def map_nodes(cells: int) -> Points:
    """Return the map coordinates (column, row) of all nodes, shape (cells + 1, cells + 1, 2), read-only."""
    rows, columns = np.mgrid[0 : cells + 1, 0 : cells + 1].astype(np.float64)
    nodes = np.stack([columns, rows], axis=-1)
    nodes.flags.writeable = False
    return nodes


def transform(homography: NDArray[np.float64], points: Points) -> Points:
    """Apply a homography to points of any shape (..., 2)."""
    flat = np.asarray(points, np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, homography), np.float64).reshape(np.shape(points))


def distortion(lattice: Points, size: tuple[int, ...]) -> float:
    """Return by how much no camera sees squares so: 0 for squares in perspective, 0.7 for ones twice as wide.

    A camera whose axis goes through the picture's middle sees the sides of a square, carried back by its
    focal length, equally long and at right angles (Zhang 2000, section 2.3). The focal length is unknown: of
    several, the one that fits best counts.
    """
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    corners = lattice[[0, 0, -1, -1], [0, -1, -1, 0]].astype(np.float32)
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


def is_plausible(lattice: Points, size: tuple[int, ...]) -> bool:
    """Whether a lattice could be a grid of squares in a (height, width) picture.

    It is not tiny, not twisted, not far out, and a camera may have seen its squares so.
    """
    corners = lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
    longest = max(size[:2])
    if not np.isfinite(lattice).all() or np.abs(corners - longest / 2).max() > 2 * longest:
        return False
    area = cv2.contourArea(corners.astype(np.float32), oriented=True)
    smallest = (MIN_SHARE * longest) ** 2
    if area <= smallest or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    return distortion(lattice, size) < MOST_DISTORTED
