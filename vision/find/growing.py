"""From a rough lattice to one on the lines of a bent sheet, followed from the field's middle outward.

In the middle a bent sheet is nearly flat; what the lines do there says where they go on. Where a sheet
bulges, the middle of a rough lattice lies up to a square aside: growth starts there too, every half square.
"""

from collections.abc import Iterator

import numpy as np

from vision.find.geometry import Points, SheetGeometry, is_plausible
from vision.find.lines import PLAIN, Lines, Sight
from vision.find.mesh import edges_at, fit_bend, fit_mesh, moved, trust, within
from vision.find.offsets import BORDER, CLEAREST, node_offsets
from vision.find.pyramid import Pyramid
from vision.find.support import support_by

HERE = ((0.0, 0.0),)
ASIDE = tuple((right / 2, down / 2) for right in range(-2, 3) for down in range(-2, 3))
"""By how many squares (right, down) the middle may lie aside of where a proposal puts it."""
MOST_GROWN = 9  # starts from which rings are followed: those about which the clearest lines stand
MIDDLE = ((0.3, 0.4), (0.3, 0.25), (0.5, 0.25))  # parts of the field, and squares searched beside a node
SAME = 0.1  # squares within which two starts have come to the same lines
RING = 0.25  # squares searched beside where the nodes within say that a ring's nodes lie
AGAIN = (0.2, 0.2)  # and beside all nodes, in the end


Starts = tuple[tuple[float, float], ...]


def grown_lattices(
    photo: Pyramid, lattice: Points, sight: Sight = PLAIN, starts: Starts = ASIDE
) -> list[SheetGeometry]:
    """Return lattices that follow lines from the middle outward, the best supported first.

    Args:
        photo: the upright photo.
        lattice: (n + 1, n + 1, 2), pixels of the photo, roughly.
        sight: how closely lines are looked at.
        starts: by how much its middle may lie aside.
    """
    rough = SheetGeometry(lattice, error=1.0, score=0.0)
    edges = edges_at(photo, rough, sight)
    lines = edges.joined(sight.square, CLEAREST)
    grown = [_grown(lines, shifts, sight) for shifts in _middles(lines, rough.cells, sight, starts)]
    found = [(support_by(edges, shifts, BORDER, sight.square), moved(rough, shifts)) for shifts in grown]
    plausible = [(score, one) for score, one in found if is_plausible(one.lattice, photo.image.shape)]
    return [one for _, one in sorted(plausible, key=lambda pair: -pair[0])]


def _middles(lines: Lines, cells: int, sight: Sight, starts: Starts) -> list[Points]:
    """Return by how much the lines of the middle lie aside, each lattice once, the clearest first."""
    found: list[tuple[float, Points]] = []
    asked = within(MIDDLE[0][0], cells)
    for start in starts:
        shifts = np.zeros((cells + 1, cells + 1, 2)) + start
        for part, reach in MIDDLE:
            offsets, weights = node_offsets(lines, shifts, reach, square=sight.square)
            shifts = fit_bend(offsets, weights * trust(cells) * within(part, cells), 1)
        if all(np.abs((shifts - other) * asked).max() > SAME for _, other in found):
            found.append((float((weights * asked).sum()), shifts))
    return [shifts for _, shifts in sorted(found, key=lambda pair: -pair[0])[:MOST_GROWN]]


def _grown(lines: Lines, shifts: Points, sight: Sight) -> Points:
    """Return by how much each node lies beside the rough lattice, in squares, (n + 1, n + 1, 2)."""
    cells = len(shifts) - 1
    for part, reach in _rings(cells):
        offsets, weights = node_offsets(lines, shifts, reach, square=sight.square)
        shifts = fit_mesh(offsets, weights * trust(cells) * within(part, cells))
    return shifts


def _rings(cells: int) -> Iterator[tuple[float, float]]:
    """Yield how far out nodes are asked, as shares of the way to the edge, and how far beside them."""
    for nodes in np.arange(cells / 2 - (cells - 4) // 2, cells / 2 + 0.1):
        yield 2 * nodes / cells, RING
    yield from ((1.0, reach) for reach in AGAIN)
