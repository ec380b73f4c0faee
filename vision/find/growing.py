"""From a rough lattice to one on the lines of a sheet that runs out of the photo, from its middle outward.

There a rough lattice is squeezed into what is left of the field, and its middle lies up to a square aside:
growth starts there too, every half square.
"""

from collections.abc import Iterator

import numpy as np

from vision.find.geometry import Points, SheetGeometry, map_nodes
from vision.find.lines import FINE, Lines
from vision.find.mesh import NOTHING, fit_bend, fit_mesh, lines_at, moved
from vision.find.offsets import node_offsets
from vision.find.outline import at_edge
from vision.find.pyramid import Pyramid

ASIDE = tuple((right / 2, down / 2) for right in range(-2, 3) for down in range(-2, 3))
"""By how many squares (right, down) the middle may lie aside of where a proposal puts it."""
MOST_GROWN = 9  # starts from which rings are followed: those about which the clearest lines stand
MIDDLE = ((0.3, 0.4), (0.3, 0.25), (0.5, 0.25))  # parts of the field, and squares searched beside a node
SAME = 0.1  # squares within which two starts have come to the same lines
RING = 0.25  # squares searched beside where the nodes within say that a ring's nodes lie
AGAIN = (0.2, 0.2)  # and beside all nodes, in the end
EDGE_TRUST = 0.1  # the field's edge is drawn as two lines: the inner squares say which one it is


def grown_lattices(photo: Pyramid, lattice: Points) -> list[SheetGeometry]:
    """Return lattices that follow lines from the middle outward, those on the clearest lines first.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo, roughly.
    """
    rough = SheetGeometry(lattice)
    lines = lines_at(photo, rough, FINE)
    grown = [_grown(lines, shifts) for shifts in _middles(lines, rough.cells)]
    return [moved(rough, shifts) for _, shifts in sorted(grown, key=lambda pair: -pair[0])]


def _middles(lines: Lines, cells: int) -> list[Points]:
    """Return by how much the lines of the middle lie aside, each lattice once, the clearest first."""
    found: list[tuple[float, Points]] = []
    asked = _within(MIDDLE[0][0], cells)
    for start in ASIDE:
        shifts = np.zeros((cells + 1, cells + 1, 2)) + start
        for part, reach in MIDDLE:
            offsets, weights = node_offsets(lines, shifts, reach, FINE.square)
            shifts = fit_bend(offsets, weights * _trust(cells) * _within(part, cells), 1)
        if all(np.abs((shifts - other) * asked).max() > SAME for _, other in found):
            found.append((float((weights * asked).sum()), shifts))
    return [shifts for _, shifts in sorted(found, key=lambda pair: -pair[0])[:MOST_GROWN]]


def _grown(lines: Lines, shifts: Points) -> tuple[float, Points]:
    """Return how clear the lines are, and by how much each node lies aside, in squares, (n + 1, n + 1, 2)."""
    cells = len(shifts) - 1
    for part, reach in _rings(cells):
        offsets, weights = node_offsets(lines, shifts, reach, FINE.square)
        shifts = fit_mesh(offsets, weights * _trust(cells) * _within(part, cells))
    return float(weights.mean()), shifts


def _rings(cells: int) -> Iterator[tuple[float, float]]:
    """Yield how far out nodes are asked, as shares of the way to the edge, and how far beside them."""
    for nodes in np.arange(cells / 2 - (cells - 4) // 2, cells / 2 + 0.1):
        yield 2 * nodes / cells, RING
    yield from ((1.0, reach) for reach in AGAIN)


def _within(part: float, cells: int) -> Points:
    """Return 1 for nodes in the middle part of the field, and next to nothing for the others."""
    away = np.abs(map_nodes(cells) - cells / 2).max(axis=-1, keepdims=True)
    return np.where(away <= part * cells / 2 + 0.01, 1.0, NOTHING)


def _trust(cells: int) -> Points:
    """Return how far each node's lines (upright, level) are trusted: those of the field's edge little."""
    return np.where(at_edge(cells), EDGE_TRUST, 1.0)
