"""Measures the support of a lattice by printed lines: contrast on its lines, and between them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.geometry import Points
from vision.find.lines import Edges, Plane

LEAST_INK = 0.05  # line evidence below which nothing is printed: blank paper supports no lattice
FAINTEST = 1.0  # evidence beyond which a line is no clearer: here faint lines count like bold ones
DENSE = 8  # places a square at which a line is looked at
BETWEEN = 0.5  # squares beside a line at which there should be none


def support_by(edges: Edges, shifts: Points, border: float, square: int) -> float:
    """Return how well lines stand where a lattice says, and nowhere else: about 0 by chance, to 1.

    The weaker half of the lines decides as much as all of them, and the outermost ones must be the last: a
    lattice one square beside the true one has a line in the void, and another just beyond its edge.

    Args:
        edges: of the sheet from straight above.
        shifts: where the nodes lie, beside their places in the picture, in squares, (n + 1, n + 1, 2).
        border: squares beyond the field on each side of the picture.
        square: pixels a square.
    """
    lines = edges.joined(square // 2, FAINTEST)
    stands = np.concatenate(
        [
            _stands(lines.upright, shifts, border, square),
            _stands(lines.level.T, shifts.swapaxes(0, 1)[..., ::-1], border, square),
        ]
    )
    weaker = np.sort(stands)[: len(stands) // 2]
    return float(np.clip(0.5 * stands.mean() + 0.5 * weaker.mean(), 0.0, 1.0))


def _stands(upright: Plane, shifts: Points, border: float, square: int) -> NDArray[np.float64]:
    """Return how far each line that runs upright in the picture stands out from what lies between them."""
    cells = len(shifts) - 1
    forgiving = cv2.dilate(np.ascontiguousarray(upright), np.ones((1, 3), np.uint8))
    layers = [np.ascontiguousarray(layer) for layer in np.moveaxis(shifts.astype(np.float32), -1, 0)]
    along = ((np.arange(cells * DENSE) + 0.5) / DENSE).astype(np.float32)
    places = np.concatenate([np.arange(-1.0, cells + 2), np.arange(cells) + BETWEEN]).astype(np.float32)
    column, row = np.meshgrid(places, along)
    right, down = (
        cv2.remap(layer, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for layer in layers
    )
    x, y = ((axis + border) * square - 0.5 for axis in (column + right, row + down))
    seen = cv2.remap(forgiving, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    means = np.asarray(seen, np.float64).mean(axis=0)
    on, between = means[: cells + 3], float(means[cells + 3 :].mean())
    stands = on[1:-1] - between
    stands[[0, -1]] -= np.maximum(on[[0, -1]] - between, 0.0)
    return np.asarray(stands / max(float(on[1:-1].mean() + between), LEAST_INK), np.float64)
