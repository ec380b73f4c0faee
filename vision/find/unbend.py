"""A bent sheet as the network sees it: shown with its bend taken out, again and again, until it lies flat."""

import cv2
import numpy as np

from vision.find.geometry import Points, SheetGeometry, map_nodes
from vision.find.lattice_net import SEEN_SHARE, paper_colour, seen_by
from vision.find.mesh import fit_bend
from vision.find.pyramid import Pyramid
from vision.released import ReleasedModel

LOOKS = 3
DEGREE = 3  # of the polynomials that a bend follows
FEWEST = 0.3  # of the field's points that must be seen
BARE = 1e-6  # weight of a node near which nothing was seen


def unbent(photo: Pyramid, lattice: Points, model: ReleasedModel, *, sheets_only: bool) -> Points:
    """Return the lattice with its nodes where the network sees them on the bent sheet.

    Args:
        photo: the upright photo.
        lattice: roughly where the field lies, (n + 1, n + 1, 2), pixels of the photo.
        model: the released lattice network.
        sheets_only: leave out grids of other games.
    """
    near = SheetGeometry(lattice, error=1.0, score=0.0)
    for _ in range(LOOKS):
        shifts = _seen_aside(photo, near, model, sheets_only)
        if shifts is None:
            break
        near = SheetGeometry(near.to_photo(map_nodes(near.cells) + shifts), error=1.0, score=0.0)
    return near.lattice


def _seen_aside(
    photo: Pyramid, near: SheetGeometry, model: ReleasedModel, sheets_only: bool
) -> Points | None:
    """Return by how much each node is seen beside where it was thought, in squares, (n + 1, n + 1, 2)."""
    side, stride = int(model.config["side"]), int(model.config["stride"])
    step = near.cells / (SEEN_SHARE * side)
    start = near.cells / 2 - side / 2 * step
    image, scale = photo.at_least(min(1.0, 1 / (step * near.cell_pixels)))
    x, y = near.places(start + step / 2, step, side, scale=scale)
    picture = cv2.remap(image, x, y, cv2.INTER_LINEAR, borderValue=paper_colour(photo))
    inside, coordinates = seen_by(model, np.asarray(picture, np.uint8), sheets_only)
    down, right = np.nonzero(inside)
    if len(down) < FEWEST * (SEEN_SHARE * side / stride) ** 2:
        return None
    there = start + step * stride * (np.stack([right, down], axis=1) + 0.5)
    here = near.cells * coordinates[:, down, right].T
    offsets, weights = _by_node(here, there - here, near.cells)
    return fit_bend(offsets, weights, DEGREE)


def _by_node(places: Points, offsets: Points, cells: int) -> tuple[Points, Points]:
    """Average what was seen about each node; return it and how much that was, (n + 1, n + 1, 2) each."""
    low = np.clip(np.floor(places), 0, cells - 1).astype(int)
    share = np.clip(places - low, 0, 1)
    sums, counts = np.zeros((cells + 1, cells + 1, 2)), np.full((cells + 1, cells + 1, 2), BARE)
    for right in (0, 1):
        for down in (0, 1):
            weight = np.abs(1 - right - share[:, :1]) * np.abs(1 - down - share[:, 1:])
            node = low[:, 1] + down, low[:, 0] + right
            np.add.at(sums, node, weight * offsets)
            np.add.at(counts, node, weight)
    return sums / counts, counts
