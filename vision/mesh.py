"""From a rough lattice to one that follows every printed line, on curled paper too."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Points, SheetGeometry, map_nodes
from vision.lines import Lines, Plane, find_lines

SQUARE = 32  # pixels a square at which lines are looked for
BORDER = 1.25  # squares round the field that are looked at too
ROUNDS = ((1, 0.36), (2, 0.3), (3, 0.2), (3, 0.15))  # degree of the bend; squares searched beside a node
EDGE_TRUST = 0.1  # the field's edge is drawn as two lines: the inner squares say which one it is
OUTLIER = 0.06  # squares: deviations well beyond it hardly count
LEAST_INK = 0.05  # line evidence below which nothing is printed: blank paper supports no lattice
STIFFNESS = 0.02  # pulls the bend's higher terms to zero where little is seen


def refine(flat: Plane, lattice: Points) -> SheetGeometry:
    """Move a lattice that is right to a third of a square onto the lines that are there.

    Args:
        flat: darkness relative to paper, from `flatten`.
        lattice: (n + 1, n + 1, 2), pixels of `flat`.
    """
    geometry = SheetGeometry(lattice, error=1.0, score=0.0)
    for degree, reach in ROUNDS:
        lines = find_lines(look_straight(flat, geometry), run=SQUARE)
        offsets, weights = _node_offsets(lines, geometry.cells, reach)
        smooth = _fit_bend(offsets, weights, degree)
        error = float(np.median(np.abs(offsets - smooth)[weights >= np.median(weights)]))
        moved = geometry.to_photo(map_nodes(geometry.cells) + smooth)
        geometry = SheetGeometry(moved, error, score=0.0)
    return SheetGeometry(geometry.lattice, geometry.error, support(flat, geometry))


def look_straight(
    flat: Plane, geometry: SheetGeometry, *, square: int = SQUARE, border: float = BORDER
) -> Plane:
    """Return the field and so many squares round it as seen from above, `square` pixels a square."""
    side = round((geometry.cells + 2 * border) * square)
    along = (np.arange(side) + 0.5) / square - border
    places = geometry.to_photo(np.stack(np.meshgrid(along, along), axis=-1)).astype(np.float32)
    return np.asarray(
        cv2.remap(
            flat,
            places[..., 0],
            places[..., 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=1.0,
        ),
        np.float32,
    )


def _node_offsets(lines: Lines, cells: int, reach_squares: float) -> tuple[Points, Points]:
    """Return each node's distance (across, down) to the nearest strong line, in squares, and its weight."""
    reach = round(reach_squares * SQUARE)
    at = np.rint((np.arange(cells + 1) + BORDER) * SQUARE - 0.5).astype(int)
    steps = np.arange(-reach, reach + 1)
    across = lines.upright[at[:, None, None], at[None, :, None] + steps]
    down = lines.level[at[:, None, None] + steps, at[None, :, None]]
    found = [_peak(profile, steps) for profile in (across, down)]
    offsets = np.stack([place for place, _ in found], axis=-1)
    rounding = (at + 0.5) / SQUARE - BORDER - np.arange(cells + 1)
    offsets = offsets / SQUARE + np.stack(np.meshgrid(rounding, rounding), axis=-1)
    weights = np.stack([weight for _, weight in found], axis=-1)
    weights[:, [0, -1], 0] *= EDGE_TRUST
    weights[[0, -1], :, 1] *= EDGE_TRUST
    return offsets, weights


def _peak(
    profile: NDArray[np.float32], steps: NDArray[np.int_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the sub-pixel place of the highest peak along the last axis, and how far it stands out."""
    best = np.clip(profile.argmax(axis=-1), 1, len(steps) - 2)[..., None]
    left, top, right = (np.take_along_axis(profile, best + k, -1)[..., 0].astype(float) for k in (-1, 0, 1))
    curve = np.maximum(2 * top - left - right, 1e-3)
    shift = np.clip((right - left) / (2 * curve), -0.5, 0.5)
    return steps[best[..., 0]] + shift, np.maximum(top - np.median(profile, axis=-1), 0.0) + 1e-4


def _fit_bend(offsets: Points, weights: Points, degree: int) -> Points:
    """Fit a smooth field to the offsets, robustly; return its value at each node."""
    cells = len(offsets) - 1
    nodes = map_nodes(cells).reshape(-1, 2) / cells * 2 - 1
    terms = [
        (a, b) for a in range(degree + 1) for b in range(degree + 1) if a + b <= degree or max(a, b) == 1
    ]
    basis = np.stack([nodes[:, 0] ** a * nodes[:, 1] ** b for a, b in terms], axis=1)
    stiff = np.diag([STIFFNESS * len(nodes) * max(a + b - 1, 0) for a, b in terms])
    return np.stack(
        [_robust_fit(basis, stiff, offsets[..., k].ravel(), weights[..., k].ravel()) for k in (0, 1)], axis=-1
    ).reshape(offsets.shape)


def _robust_fit(basis: Points, stiff: Points, values: Points, weights: Points) -> Points:
    """Least squares reweighted so that far-off values lose their say (Cauchy weights)."""
    scale, fitted = 3 * OUTLIER, np.full_like(values, np.average(values, weights=weights))
    for _ in range(8):
        trust = weights / weights.mean() / (1 + ((values - fitted) / scale) ** 2)
        normal = basis.T @ (trust[:, None] * basis) + stiff * trust.mean()
        fitted = basis @ np.linalg.solve(normal, basis.T @ (trust * values))
        scale = max(scale * 0.7, OUTLIER)
    return np.asarray(fitted)


def support(flat: Plane, geometry: SheetGeometry) -> float:
    """Return how well lines stand where the lattice says, and nowhere else: about 0 by chance, to 1.

    The weaker half of the lines decides as much as all of them, and the outermost ones must be the last:
    a lattice one square beside the true one has a line in the void, and another just beyond its edge.
    """
    lines = find_lines(look_straight(flat, geometry), run=SQUARE // 2)
    stands = np.concatenate([_stands(plane, geometry.cells) for plane in (lines.upright, lines.level.T)])
    weakest = np.sort(stands)[: len(stands) // 2]
    return float(np.clip(0.5 * stands.mean() + 0.5 * weakest.mean(), 0.0, 1.0))


def _stands(upright: Plane, cells: int) -> NDArray[np.float64]:
    """Return how far each line of one family stands out from what lies between the lines."""
    border = round(BORDER * SQUARE)
    profile = cv2.dilate(upright, np.ones((1, 3), np.uint8))[border:-border].mean(axis=0)

    def at(line: NDArray[np.floating]) -> NDArray[np.float64]:
        return np.asarray(profile[np.rint((line + BORDER) * SQUARE - 0.5).astype(int)], np.float64)

    on, between, beyond = (
        at(np.arange(cells + 1.0)),
        at(np.arange(cells) + 0.5),
        at(np.array([-1.0, cells + 1.0])),
    )
    stands = on - between.mean()
    stands[[0, -1]] -= np.maximum(beyond - between.mean(), 0.0)
    return np.asarray(stands / max(float(on.mean() + between.mean()), LEAST_INK), np.float64)
