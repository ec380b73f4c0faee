"""From a lattice that is right somewhere to one that is right everywhere: squares grow from their neighbours.

A rough lattice whose perspective is wrong fits near one of its corners, or in its middle, and lies squares
off elsewhere. A few squares there say how the paper lies; by that the next ones are found, and they say it
better.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.find.geometry import Points, SheetGeometry, is_plausible, map_nodes, transform
from vision.find.lines import find_lines
from vision.find.mesh import OUTLIER, SEEN
from vision.find.offsets import BORDER, CLEAREST, SQUARE, node_offsets
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

STAGES = (3, 4, 5, 6, 8)  # squares along the side of the part that has grown, before it is the whole
REACH = 0.4  # squares beside a node at which its lines are looked for
ROUNDS = 10
LOOSE = 3 * OUTLIER  # squares: with deviations beyond it, a node has little say in the first round
TIGHTER = 0.75  # by which that shrinks from round to round, down to OUTLIER
STIFFNESS = 1e-3  # pulls the plane to where it was believed, where little is seen
LEAST_SEEN = 0.5  # share of a part's nodes whose lines must show where the plane has them


def grown_lattices(photo: Pyramid, lattice: Points) -> Iterator[Points]:
    """Yield what grows from each corner of a rough lattice, and from its middle, pixels of the photo.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo; right to a third of a square in some place.
    """
    nodes = map_nodes(len(lattice) - 1)
    first, middle, last = 0.0, (len(lattice) - 1) / 2, float(len(lattice) - 1)
    for corner in ((first, first), (last, first), (last, last), (first, last)):
        away = np.abs(nodes - corner).max(axis=-1)
        yield from _grown(photo, lattice, away)
    yield from _grown(photo, lattice, 2 * np.abs(nodes - middle).max(axis=-1))


def _grown(photo: Pyramid, lattice: Points, away: NDArray[np.float64]) -> Iterator[Points]:
    """Yield the lattice that grows from where `away`, (n + 1, n + 1), is 0, if one does."""
    cells = len(lattice) - 1
    for size in (*(stage for stage in STAGES if stage < cells), cells):
        believed = SheetGeometry(lattice, error=1.0, score=0.0)
        flat = look_straight(photo, believed, square=SQUARE, border=BORDER)
        lines = find_lines(flat, run=SQUARE, top=CLEAREST)
        offsets, weights = node_offsets(lines, np.zeros_like(lattice), REACH)
        part = away <= size + 0.01
        plane = _fit_plane(map_nodes(cells)[part], offsets[part], weights[part], cells / 2)
        moved = transform(plane, map_nodes(cells))
        near = np.abs(map_nodes(cells) + offsets - moved) < 2 * OUTLIER
        if (near & (weights > SEEN))[part].mean() < LEAST_SEEN:
            return
        lattice = believed.to_photo(moved)
        if not is_plausible(lattice, photo.image.shape):
            return
    yield lattice


def _fit_plane(nodes: Points, offsets: Points, weights: Points, middle: float) -> NDArray[np.float64]:
    """Return the homography, (3, 3), that carries nodes, (k, 2), to where their lines are.

    Least squares of the algebraic error (Hartley and Zisserman 2004, section 4.1), reweighted so that far-off
    lines lose their say, and held near the identity where little is seen.
    """
    (x, y), (u, v) = nodes.T / middle - 1, (nodes + offsets).T / middle - 1
    one, none = np.ones_like(x), np.zeros_like(x)
    across = np.stack([one, x, y, none, none, none, -u * x, -u * y], axis=1)
    down = np.stack([none, none, none, one, x, y, -v * x, -v * y], axis=1)
    unknowns, moves = np.concatenate([across, down]), offsets.T.ravel() / middle
    believed, shift, loose = weights.T.ravel() / weights.mean(), np.zeros(8), LOOSE
    for _ in range(ROUNDS):
        trust = believed / (1 + ((unknowns @ shift - moves) * middle / loose) ** 2)
        normal = unknowns.T @ (trust[:, None] * unknowns) + STIFFNESS * trust.sum() * np.eye(8)
        shift = np.linalg.solve(normal, unknowns.T @ (trust * moves))
        loose = max(TIGHTER * loose, OUTLIER)
    a, b, c, d, e, f, g, h = shift
    plane = np.array([[1 + b, c, a], [e, 1 + f, d], [g, h, 1.0]])
    to_unit = np.array([[1 / middle, 0, -1], [0, 1 / middle, -1], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(to_unit) @ plane @ to_unit, np.float64)
