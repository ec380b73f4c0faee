"""From a rough lattice to one that follows every printed line, on curled paper too."""

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, SheetGeometry, map_nodes
from vision.lines import Lines, find_lines
from vision.pyramid import Pyramid
from vision.straight import look_straight
from vision.support import View, support_by

SQUARE = 32  # pixels a square at which lines are looked for
BORDER = 1.25  # squares round the field that are looked at too
FIRST_LOOK = ((0.5, 1, 0.4), (0.7, 1, 0.3), (0.85, 2, 0.25), (1.0, 2, 0.25), (1.0, 2, 0.2))
# how far from the middle to the edge nodes are asked; degree of the bend; squares searched beside a node
SECOND_LOOK = ((3, 0.2, 0.1), (4, 0.15, 0.3), (6, 0.12, 1.0))  # degree; squares; trust in the edge's lines
DEGREES = (1, 2, 3, 4, 6)  # of which the smallest is taken that explains nodes it was not fitted to
WORTH = 0.97  # a higher degree must lower the cost of those nodes to this share
EDGE_TRUST = 0.1  # the field's edge is drawn as two lines: the inner squares say which one it is
INWARD = 0.5  # of a line's evidence: so much less does one count that lies farther out beside the edge
CLEAREST = 3.0  # line evidence: among hatchings, bold lines are to be told from faint ones
OUTLIER = 0.06  # squares: deviations well beyond it hardly count
SEEN = 0.15  # line evidence from which a node's line counts as seen
STIFFNESS = 0.005  # pulls the bend's higher terms to zero where little is seen
NOTHING = 1e-6  # weight of a node that is not asked


def refine(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Move a lattice that is right to a third of a square onto the lines that are there.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo.
    """
    return finish(photo, approach(photo, lattice))


def approach(photo: Pyramid, lattice: Points) -> SheetGeometry:
    """Move a lattice near to the lines that are there, from the middle outward; `finish` makes it exact.

    Its score tells already whether that is worth while.
    """
    rough = SheetGeometry(lattice, error=1.0, score=0.0)
    cells = rough.cells
    shifts = np.zeros((cells + 1, cells + 1, 2))
    flat = look_straight(photo, rough, square=SQUARE, border=BORDER)
    lines = find_lines(flat, run=SQUARE, top=CLEAREST)
    for part, degree, reach in FIRST_LOOK:  # growing outward: what bends far out is known by then
        offsets, weights = _node_offsets(lines, shifts, reach)
        shifts = _fit_bend(offsets, weights * _trust(cells, EDGE_TRUST) * _within(part, cells), degree)
    score = support_by(flat, _view(photo, rough), shifts).score
    return SheetGeometry(rough.to_photo(map_nodes(cells) + shifts), 1.0, score)


def finish(photo: Pyramid, near: SheetGeometry) -> SheetGeometry:
    """Follow every line from a lattice that lies nearly on them."""
    cells = near.cells
    flat = look_straight(photo, near, square=SQUARE, border=BORDER)
    lines, shifts = find_lines(flat, run=SQUARE, top=CLEAREST), np.zeros((cells + 1, cells + 1, 2))
    for degree, reach, edge in SECOND_LOOK:
        offsets, weights = _node_offsets(lines, shifts, reach, inward=INWARD)
        weights = weights * _trust(cells, edge)
        shifts = _fit_bend(offsets, weights, degree)
    shifts = _fit_bend(offsets, weights, _fitting_degree(offsets, weights))
    away = np.abs(offsets - shifts)
    error = float(np.median(away[weights >= np.median(weights)]))
    residuals = np.where((weights > SEEN).all(axis=-1), np.hypot(away[..., 0], away[..., 1]), np.nan)
    seen = support_by(flat, _view(photo, near), shifts)
    found = SheetGeometry(near.to_photo(map_nodes(cells) + shifts), error, seen.score)
    return replace(
        found,
        weakest=seen.weakest,
        missing=seen.missing,
        open_sides=seen.open_sides,
        barest=seen.barest,
        residuals=residuals,
    )


def support(photo: Pyramid, geometry: SheetGeometry) -> float:
    """Return how well lines stand where the lattice says, and nowhere else: about 0 by chance, to 1."""
    flat = look_straight(photo, geometry, square=SQUARE, border=BORDER)
    return support_by(flat, _view(photo, geometry), np.zeros_like(geometry.lattice)).score


def _view(photo: Pyramid, geometry: SheetGeometry) -> View:
    return View(geometry, photo.image.shape, SQUARE, BORDER)


def _node_offsets(
    lines: Lines, shifts: Points, reach_squares: float, inward: float = 0.0
) -> tuple[Points, Points]:
    """Return where the strongest lines near each node lie (across, down), in squares, and their weights.

    Args:
        lines: evidence, seen straight from above.
        shifts: where the nodes are believed, beside their places in the picture, in squares.
        reach_squares: how far a line may lie from there.
        inward: by how much less a line at the far end counts than one at the near end, at the field's edge.
    """
    cells, (height, width) = len(shifts) - 1, lines.upright.shape
    places = (map_nodes(cells) + shifts + BORDER) * SQUARE - 0.5
    x, y = np.moveaxis(np.rint(places).astype(int), -1, 0)
    x, y = x.clip(0, width - 1)[..., None], y.clip(0, height - 1)[..., None]
    reach = round(reach_squares * SQUARE)
    steps = np.arange(-reach, reach + 1)
    across = lines.upright[y, (x + steps).clip(0, width - 1)]
    down = lines.level[(y + steps).clip(0, height - 1), x]
    favour = _favour(cells, steps / max(reach, 1), inward)
    found = [_peak(profile, steps, favour[way]) for way, profile in enumerate((across, down))]
    peaks = np.stack([place for place, _ in found], axis=-1) + np.concatenate([x, y], axis=-1)
    offsets = (peaks + 0.5) / SQUARE - BORDER - map_nodes(cells)
    weights = np.stack([weight for _, weight in found], axis=-1)
    return offsets, weights


def _favour(cells: int, away: NDArray[np.float64], inward: float) -> NDArray[np.float64]:
    """Return how much lines beside each node count, [way, row, column, step]: the field's own edge is the inner.

    Args:
        cells: squares along one side.
        away: how far the steps lead across or down, -1 to 1.
        inward: by how much less the outermost step counts than the innermost.
    """
    favour = np.ones((2, cells + 1, cells + 1, len(away)))
    rising, falling = 1.0 - inward * (1.0 - away) / 2, 1.0 - inward * (1.0 + away) / 2
    favour[0, :, 0], favour[0, :, -1] = rising, falling
    favour[1, 0], favour[1, -1] = rising, falling
    return favour


def _within(part: float, cells: int) -> Points:
    """Return 1 for nodes in the middle part of the field, and next to nothing for the others."""
    away = np.abs(map_nodes(cells) - cells / 2).max(axis=-1, keepdims=True)
    return np.where(away <= part * cells / 2 + 0.01, 1.0, NOTHING)


def _trust(cells: int, edge: float) -> Points:
    """Return how far each node's lines (upright, level) are trusted: so far those of the field's edge."""
    trust = np.ones((cells + 1, cells + 1, 2))
    trust[:, [0, -1], 0] = edge
    trust[[0, -1], :, 1] = edge
    return trust


def _peak(
    profile: NDArray[np.float32], steps: NDArray[np.int_], favour: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sub-pixel place of the highest peak along the last axis, and how far it stands out."""
    best = np.clip((profile * favour).argmax(axis=-1), 1, len(steps) - 2)[..., None]
    left, top, right = (np.take_along_axis(profile, best + k, -1)[..., 0].astype(float) for k in (-1, 0, 1))
    curve = np.maximum(2 * top - left - right, 1e-3)
    shift = np.clip((right - left) / (2 * curve), -0.5, 0.5)
    return steps[best[..., 0]] + shift, np.maximum(top - np.median(profile, axis=-1), 0.0) + 1e-4


def _fitting_degree(offsets: Points, weights: Points) -> int:
    """Return the smallest degree that explains nodes as well as any, half of them fitted, half held out."""
    half = (np.indices(offsets.shape[:2]) // 2).sum(axis=0) % 2 == 0  # neighbours see the same ink
    costs = {}
    for degree in DEGREES:
        costs[degree] = 0.0
        for fitted in (half, ~half):
            bend = _fit_bend(offsets, weights * np.where(fitted, 1.0, NOTHING)[..., None], degree)
            cost = weights * np.log1p(((offsets - bend) / OUTLIER) ** 2)
            costs[degree] += float(cost[~fitted].sum())
    chosen = DEGREES[0]
    for degree in DEGREES[1:]:
        if costs[degree] < WORTH * costs[chosen]:
            chosen = degree
    return chosen


def _fit_bend(offsets: Points, weights: Points, degree: int) -> Points:
    """Fit a smooth field to the offsets; return its value at each node.

    Least squares, reweighted so that far-off values lose their say (Cauchy weights); across and down at once.
    """
    basis, stiff = _terms(len(offsets) - 1, degree)
    values, weights = (np.moveaxis(axis, -1, 0).reshape(2, -1) for axis in (offsets, weights))
    scale = 3 * OUTLIER
    fitted = np.repeat(
        (values * weights).sum(1, keepdims=True) / weights.sum(1, keepdims=True), len(basis), 1
    )
    for _ in range(8):
        trust = weights / weights.mean(1, keepdims=True) / (1 + ((values - fitted) / scale) ** 2)
        normal = basis.T @ (trust[..., None] * basis) + stiff * trust.mean(1)[:, None, None]
        fitted = (np.linalg.solve(normal, ((trust * values) @ basis)[..., None])[..., 0]) @ basis.T
        scale = max(scale * 0.7, OUTLIER)
    return np.asarray(np.moveaxis(fitted.reshape(2, *offsets.shape[:2]), 0, -1))


@cache
def _terms(cells: int, degree: int) -> tuple[Points, Points]:
    """Return the polynomials of that degree at all nodes, and how stiff each is."""
    nodes = map_nodes(cells).reshape(-1, 2) / cells * 2 - 1
    terms = [
        (a, b) for a in range(degree + 1) for b in range(degree + 1) if a + b <= degree or max(a, b) == 1
    ]
    basis = np.stack([nodes[:, 0] ** a * nodes[:, 1] ** b for a, b in terms], axis=1)
    return basis, np.diag([STIFFNESS * len(nodes) * max(a + b - 1, 0) ** 2 for a, b in terms])
