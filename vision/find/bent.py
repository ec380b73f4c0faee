"""From a lattice that is off by up to a square and a half to one that lies on the lines of a bent sheet.

A sheet that lies free is a plane that bulges a little. Eight numbers say how the plane is seen and three how
it bulges; how far a bulge moves what is printed follows from the tilt, for the lens of a phone. A thousand
such sheets about a proposal are held against the printed lines, then others beside the best of them, each
time more exactly.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.geometry import Points, SheetGeometry, map_nodes, transform
from vision.find.lines import FINE, Edges, Lines, Plane, find_edges
from vision.find.mesh import EDGE_TRUST, OUTLIER
from vision.find.offsets import CLEAREST, node_offsets
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

BORDER = 2.5  # squares round the proposal that are looked at too
COARSE = 24  # pixels a square at which sheets are held against the lines
FOCAL = 0.8  # of the picture's long side, as phones have
TRIED, BESIDE = 1500, 900  # sheets about the proposal, and beside the best ones each time
KEPT = 50  # of them, whose surroundings are tried next
TOLERANCES = (6, 4, 3, 2, 1)  # pixels by which a line may lie aside, from time to time
NARROWER = 0.6  # by which the surroundings shrink from time to time
APART = (0.8, 0.6, 0.45, 0.3, 0.3)  # squares by which corners of the sheets that are kept differ
SPREAD = (0.038, 0.035, 0.06, 0.035, 0.038, 0.06, 0.04, 0.04, 0.1, 0.1, 0.1)
# how far proposals of drawn photos were off in each of the numbers, by half the field's side
UNLIKELY = 0.4  # of the spread of all scores, that a sheet loses for being off as far as most
FOLLOWED = 12  # sheets that are moved onto the lines
REACHES = (0.25, 0.2)  # squares about a node in which its lines are looked for then
ROUNDS = 6  # of a fit, in which far-off lines lose their say
LOOSE, TIGHTER = 3 * OUTLIER, 0.7
STIFF = np.array(
    [0, 0, 0, 0, 0, 0, 0.002, 0.002, 0.003, 0.003, 0.003]
)  # pulls to the proposal where little is seen
NOTHING = 1e-6  # keeps a fit solvable where nothing pulls
MOST_ROWS = 10_000
NEAREST = 0.1  # of the distance to the middle, nearer than which nothing is seen of a sheet

Floats = NDArray[np.floating]
Sheets = NDArray[np.float64]
"""Eleven numbers each, (k, 11): the homography less the identity without its last term, and the bulge by the
squares of x, of x and y, and of y, all in units of half the field's side from its middle."""


def bent_lattices(photo: Pyramid, lattice: Points) -> list[SheetGeometry]:
    """Return lattices of bent sheets near a rough one that lie on printed lines, the best first.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.
    """
    search = _Search.about(photo, lattice)
    followed = [search.followed(sheet) for sheet in search.best_sheets()]
    found = [sheet for sheet in followed if np.isfinite(sheet).all()]
    if not found:
        return []
    scores = search.scores(np.array(found), _tolerant(search.edges, TOLERANCES[-1]))
    return [search.lattice(found[k], float(scores[k])) for k in np.argsort(-scores, kind="stable")]


def along_bend(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Return the bent sheet that is most like a lattice, moved onto the lines near it."""
    search = _Search.about(photo, lattice)
    cells = search.rough.cells
    unit = map_nodes(cells) / cells * 2 - 1
    there = transform(np.asarray(np.linalg.inv(search.rough.plane), np.float64), lattice) / cells * 2 - 1
    flat = np.zeros(len(SPREAD))
    return search.lattice(search.followed(_fit(flat, unit, there, np.ones_like(unit), search.normal)), 0.0)


@dataclass(frozen=True)
class _Search:
    """A rough lattice, seen straight from above."""

    rough: SheetGeometry
    """Flat."""
    normal: Points
    """Where a bulge moves what is printed, (3,), homogeneous."""
    edges: Edges
    lines: Lines

    @classmethod
    def about(cls, photo: Pyramid, lattice: Points) -> "_Search":
        plane = SheetGeometry(lattice, error=1.0, score=0.0).plane
        rough = SheetGeometry(transform(plane, map_nodes(len(lattice) - 1)), error=1.0, score=0.0)
        edges = find_edges(look_straight(photo, rough, square=FINE.square, border=BORDER), FINE)
        return cls(rough, _normal(rough, photo.image.shape), edges, edges.joined(FINE.square, CLEAREST))

    def best_sheets(self) -> Sheets:
        """Return sheets that lie near printed lines, the best first."""
        chance = np.random.default_rng(0)
        spread = np.array(SPREAD)
        sheets = np.concatenate(
            [np.zeros((1, len(spread))), spread * chance.normal(size=(TRIED, len(spread)))]
        )
        for tolerance, apart in zip(TOLERANCES, APART, strict=True):
            if tolerance < TOLERANCES[0]:
                spread = NARROWER * spread
                beside = np.repeat(sheets, max(1, BESIDE // len(sheets)), axis=0)
                sheets = np.concatenate([sheets, beside + spread * chance.normal(size=beside.shape)])
            scores = self.scores(sheets, _tolerant(self.edges, tolerance))
            unlikely = UNLIKELY * scores.std() * ((sheets / SPREAD) ** 2).mean(axis=1)
            sheets = sheets[self._distinct(sheets, scores - unlikely, apart)]
        return sheets[:FOLLOWED]

    def scores(self, sheets: Sheets, lines: Lines) -> NDArray[np.float64]:
        """Return how much more stands on the lines of each sheet than between them, the weaker ones twice."""
        cells = self.rough.cells
        halves = (map_nodes(2 * cells) / cells - 1.0).astype(np.float32)
        places = _seen(sheets.astype(np.float32), halves, self.normal.astype(np.float32))
        grown, start = np.float32(COARSE * cells / 2), np.float32((cells / 2 + BORDER) * COARSE - 0.5)
        x, y = np.moveaxis(places * grown + start, -1, 0)
        stands = []
        for plane, along in ((lines.upright, 1), (lines.level, 2)):
            seen = _look_up(plane, x, y).mean(axis=along)
            on, between = seen[:, ::2], seen[:, 1::2]
            before, after = between[:, [0, *range(cells)]], between[:, [*range(cells), -1]]
            stands.append(on - (before + after) / 2)
        every = np.sort(np.concatenate(stands, axis=1), axis=1)
        return np.asarray((every.mean(axis=1) + every[:, : cells + 1].mean(axis=1)) / 2, np.float64)

    def followed(self, sheet: Sheets) -> Sheets:
        """Return a sheet, (11,), moved onto the lines near it."""
        cells = self.rough.cells
        unit = map_nodes(cells) / cells * 2 - 1
        trust = np.ones((cells + 1, cells + 1, 2))
        trust[:, [0, -1], 0] = trust[[0, -1], :, 1] = EDGE_TRUST
        for reach in REACHES:
            shifts = (_seen(sheet[None], unit, self.normal)[0] - unit) * cells / 2
            offsets, weights = node_offsets(self.lines, shifts, reach, square=FINE.square, border=BORDER)
            sheet = _fit(sheet, unit, unit + offsets * 2 / cells, weights * trust, self.normal)
        return sheet

    def lattice(self, sheet: Sheets, score: float) -> SheetGeometry:
        """Return where the nodes of a sheet, (11,), lie in the photo."""
        cells = self.rough.cells
        unit = _seen(sheet[None], map_nodes(cells) / cells * 2 - 1, self.normal)[0]
        return SheetGeometry(self.rough.to_photo((unit + 1) * cells / 2), error=1.0, score=score)

    def _distinct(self, sheets: Sheets, scores: NDArray[np.float64], apart: float) -> list[int]:
        """Return which sheets are best, none of them with all corners near those of a better one."""
        order = np.argsort(-scores, kind="stable")[: 8 * KEPT]
        corners = _seen(sheets[order], np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]), self.normal)
        corners = corners * self.rough.cells / 2
        left = np.ones(len(order), np.bool_)
        kept: list[int] = []
        for k, sheet in enumerate(order):
            if left[k] and len(kept) < KEPT:
                kept.append(int(sheet))
                left &= np.abs(corners - corners[k]).max(axis=(1, 2)) > apart
        return kept


def _normal(rough: SheetGeometry, shape: tuple[int, ...]) -> Points:
    """Return what a bulge of half the field's side adds to homogeneous places on the flat field, (3,)."""
    height, width = shape[:2]
    lens = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0.0]]) * FOCAL * max(height, width)
    lens += np.array([[0, 0, (width - 1) / 2], [0, 0, (height - 1) / 2], [0, 0, 1.0]])
    half = rough.cells / 2
    unit = rough.plane @ np.array([[half, 0, half], [0, half, half], [0, 0, 1.0]])
    across, down = np.linalg.solve(lens, unit)[:, :2].T
    lengths = np.linalg.norm(across), np.linalg.norm(down)
    upward = np.cross(across / lengths[0], down / lengths[1]) * np.sqrt(lengths[0] * lengths[1])
    return np.asarray(np.linalg.solve(unit, lens @ upward), np.float64)


def _bulges(places: Floats) -> Floats:
    x, y = np.moveaxis(places, -1, 0)
    return np.stack([x * x, x * y, y * y])


def _seen(sheets: Floats, places: Floats, normal: Floats) -> Floats:
    """Return where places (..., 2) of the flat field are seen on each sheet, (k, ..., 2)."""
    x, y = np.moveaxis(places, -1, 0)
    grown = (slice(None), *(None,) * x.ndim)
    a, b, c, d, e, f, g, h = (sheets[:, k][grown] for k in range(8))
    bulge = np.tensordot(sheets[:, 8:], _bulges(places), 1)
    depth = np.maximum(1 + g * x + h * y + bulge * normal[2], NEAREST)
    right = (x + a * x + b * y + c + bulge * normal[0]) / depth
    down = (y + d * x + e * y + f + bulge * normal[1]) / depth
    return np.stack([right, down], axis=-1)


def _fit(sheet: Sheets, unit: Points, there: Points, weights: Points, normal: Points) -> Sheets:
    """Return the sheet, (11,), whose nodes lie nearest to where their lines are.

    Gauss and Newton's way, reweighted so that far-off lines lose their say.
    """
    half = (len(unit) - 1) / 2
    x, y, bulges = unit[..., 0].ravel(), unit[..., 1].ravel(), _bulges(unit).reshape(3, -1)
    none, flat = np.zeros((len(x), 3)), np.stack([x, y, np.ones_like(x)], axis=1)
    believed, loose = weights.reshape(-1, 2) / weights.mean(), LOOSE
    for _ in range(ROUNDS):
        seen = _seen(sheet[None], unit, normal)[0].reshape(-1, 2)
        depth = np.maximum(1 + flat[:, :2] @ sheet[6:8] + sheet[8:] @ bulges * normal[2], NEAREST)[:, None]
        lifted = [(normal[k] - seen[:, [k]] * normal[2]) * bulges.T for k in (0, 1)]
        across = np.hstack([flat, none, -seen[:, [0]] * flat[:, :2], lifted[0]]) / depth
        down = np.hstack([none, flat, -seen[:, [1]] * flat[:, :2], lifted[1]]) / depth
        missed = (there.reshape(-1, 2) - seen) * half
        trust = believed / (1 + (missed / loose) ** 2)
        slopes, misses, says = half * np.concatenate([across, down]), missed.T.ravel(), trust.T.ravel()
        curved = (slopes * says[:, None]).T @ slopes + np.diag(STIFF * len(x) + NOTHING)
        sheet = sheet + np.linalg.solve(curved, slopes.T @ (says * misses) - STIFF * len(x) * sheet)
        loose = max(TIGHTER * loose, OUTLIER)
    return sheet


def _tolerant(edges: Edges, aside: int) -> Lines:
    """Return line evidence at COARSE pixels a square that counts so many pixels beside the line too."""
    ahead = np.ones((1, 2 * aside + 1), np.uint8)
    upright = cv2.dilate(_shrunk(cv2.blur(edges.across, (1, FINE.square))), ahead)
    level = cv2.dilate(_shrunk(cv2.blur(edges.down, (FINE.square, 1))), ahead.T)
    return Lines(np.asarray(upright, np.float32), np.asarray(level, np.float32))


def _shrunk(plane: cv2.typing.MatLike) -> cv2.typing.MatLike:
    share = COARSE / FINE.square
    return cv2.resize(plane, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)


def _look_up(plane: Plane, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the values of a plane at places of any shape, 0 beyond it."""
    width = int(np.prod(x.shape[1:]))
    rows = [axis.reshape(-1, width) for axis in (x, y)]
    parts = [  # as many at once as OpenCV takes
        cv2.remap(plane, rows[0][k : k + MOST_ROWS], rows[1][k : k + MOST_ROWS], cv2.INTER_LINEAR)
        for k in range(0, len(rows[0]), MOST_ROWS)
    ]
    return np.asarray(np.concatenate(parts), np.float32).reshape(x.shape)
