"""How far apart evenly spaced lines stand, where the lattice that was seen does not lie on them.

The networks that see lattices take what runs beside a field for its last line, as the edge of a paper a
square away does; then they stretch the others over it. Lines that are printed tell their spacing.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice, map_nodes, nodes_between
from vision.find.lines import COARSE, find_lines
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

AROUND = 2  # squares beyond the lattice that are looked at on each side
SPACINGS = tuple(float(spacing) for spacing in np.arange(0.8, 1.201, 0.005))
"""Distances of lines that are tried, in squares of the lattice."""
STEP = 0.03  # squares between the places that are tried
CLEARER = 0.1  # share of their ink by which lines must stand out more elsewhere than where they were seen

Profile = NDArray[np.float64]
"""Evidence of lines, 0 to 1, at each pixel across them, from AROUND squares before the lattice."""


def respaced(photo: Pyramid, lattice: Lattice) -> Lattice | None:
    """Return a flat lattice on evenly spaced lines at and beside one; None where it lies on them as it is.

    Args:
        photo: the upright photo.
        lattice: n x n squares, in pixels of the photo.
    """
    flat = Lattice(nodes_between(lattice.corners, lattice.cells))
    view = look_straight(photo, flat, square=COARSE.square, border=AROUND)
    lines, inside = find_lines(view, COARSE).joined(COARSE.square), slice(*_ends(lattice.cells))
    across = np.clip(lines.upright, 0, 1)[inside].mean(axis=0)
    down = np.clip(lines.level, 0, 1)[:, inside].mean(axis=1)
    spacing, first = np.transpose([_comb(each.astype(np.float64), lattice.cells) for each in (across, down)])
    if (spacing == 1).all() and (first == 0).all():
        return None
    return Lattice(flat.to_photo(map_nodes(lattice.cells) * spacing + first))


def _ends(cells: int) -> tuple[int, int]:
    return AROUND * COARSE.square, (AROUND + cells) * COARSE.square


def _comb(profile: Profile, cells: int) -> tuple[float, float]:
    """Return the spacing of the lines that stand out most, and where they begin, in squares."""
    broad = np.asarray(cv2.dilate(profile.reshape(1, -1), np.ones((1, 3))).ravel(), np.float64)
    best, chosen = _contrast(broad, cells, 1.0, np.zeros(1))[0] + CLEARER, (1.0, 0.0)
    for spacing in SPACINGS:
        first = np.arange(-AROUND, cells + AROUND - cells * spacing, STEP)
        if not len(first):  # so many lines, so far apart, do not fit into what is looked at
            break
        contrast = _contrast(broad, cells, spacing, first)
        if contrast.max() > best:
            best, chosen = contrast.max(), (spacing, float(first[contrast.argmax()]))
    return chosen


def _contrast(profile: Profile, cells: int, spacing: float, first: Profile) -> Profile:
    """Return how much n + 1 lines stand out from the places halfway between them, for each beginning."""
    lines = np.arange(2 * cells + 1) / 2  # and the places halfway
    at = (AROUND + first[:, None] + spacing * lines) * COARSE.square
    seen = np.interp(at, np.arange(len(profile)), profile)
    return np.asarray(seen[:, ::2].mean(axis=1) - seen[:, 1::2].mean(axis=1), np.float64)
