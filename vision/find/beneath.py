"""Places the squares that something covers: as the rest of the sheet bends."""

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np

from vision.find.geometry import SheetGeometry
from vision.find.lattice import Lattice, map_nodes, transform
from vision.find.mesh import NOTHING, fit_bend

DEGREE = 3  # of the polynomials that the bend is carried on by
FEWEST = 0.4  # share of the nodes that must be seen for that


def carried_beneath(sheet: SheetGeometry) -> SheetGeometry:
    """Return the sheet with the nodes of covered squares where the bend of the others leads.

    What lies on a sheet has lines of its own: those that were followed there are not the sheet's.
    """
    if sheet.evidence.judged is None or not sheet.hidden.any():
        return sheet
    beside = np.pad(sheet.hidden, 1)
    covered = beside[1:, 1:] | beside[:-1, 1:] | beside[1:, :-1] | beside[:-1, :-1]
    if (~covered).mean() < FEWEST:
        return sheet
    nodes = map_nodes(sheet.where.cells)
    flat, _ = cv2.findHomography(nodes[~covered], sheet.lattice[~covered])
    if flat is None:
        return sheet
    bend = transform(np.asarray(np.linalg.inv(flat), np.float64), sheet.lattice) - nodes
    weights = np.where(covered, NOTHING, 1.0)[..., None] * np.ones(2)
    carried = nodes + np.where(covered[..., None], fit_bend(bend, weights, DEGREE), bend)
    return replace(sheet, where=Lattice(transform(np.asarray(flat, np.float64), carried)))


def led_by_halves(lattice: Lattice) -> Iterator[Lattice]:
    """Yield the flat lattices to which the left, right, upper and lower half of one lead.

    What lies on a sheet, as a finger, may lead the lines of that half astray; then the other one is right.
    """
    nodes, half = map_nodes(lattice.cells), lattice.cells // 2 + 1  # a line more than half of the squares has
    for part in (np.s_[:, :half], np.s_[:, -half:], np.s_[:half], np.s_[-half:]):
        flat, _ = cv2.findHomography(nodes[part].reshape(-1, 2), lattice.nodes[part].reshape(-1, 2))
        if flat is not None:
            yield Lattice(transform(np.asarray(flat, np.float64), nodes))
