"""Tells the outermost lines of a field from a frame that is printed around it."""

import numpy as np
from numpy.typing import NDArray

from vision.find.lattice import Lattice, Points, transform

FRAME_GAP = 0.1  # squares that a frame stands off at least
FRAME_EVEN = 0.045  # squares by which the middle half of its distances along a side differ at most
FRAME_ALIKE = 0.05  # squares by which its distances on two sides differ at most
FRAME_NEAR = 0.05  # squares off on a side, where two others have a frame already
LINE_WITHIN = 1.0  # line evidence from which a line stands where those within expect the edge


def ended_evenly(field: Lattice) -> Lattice:
    """Return the lattice with its outermost squares as large as their neighbours within.

    Where its edge was taken for a frame's line they are too large, and in a picture that is straightened
    with them nothing shows it.
    """
    flat = np.asarray(np.linalg.inv(field.plane), np.float64)
    nodes = transform(flat, field.nodes)
    for rows in (nodes, nodes.swapaxes(0, 1)):
        rows[0], rows[-1] = 2 * rows[1] - rows[2], 2 * rows[-2] - rows[-3]
    return Lattice(transform(field.plane, nodes))


def at_edge(cells: int) -> NDArray[np.bool_]:
    """Return which nodes' lines (upright, level) are the field's outermost ones, (n + 1, n + 1, 2)."""
    edge = np.zeros((cells + 1, cells + 1, 2), np.bool_)
    edge[:, [0, -1], 0] = edge[[0, -1], :, 1] = True
    return edge


def on_frame(traced: Points, expected: Points, clear: Points) -> NDArray[np.bool_]:
    """Return which nodes' lines were traced along a frame, (n + 1, n + 1, 2).

    A frame stands evenly off a side, further than the lines within let expect the field's edge; and either
    another line stands there, or the frame stands as far off another side.

    Args:
        traced: where lines were traced beside their nodes, in squares, (n + 1, n + 1, 2).
        expected: where the lines within expect them, likewise.
        clear: line evidence near what is expected, likewise.
    """
    outward = _by_side(traced - expected) * np.array([[-1.0], [1.0], [-1.0], [1.0]])
    low, off, high = np.quantile(outward, [0.25, 0.5, 0.75], axis=1)
    even = (off > FRAME_GAP) & (high - low < FRAME_EVEN)
    alike = even & even[:, None] & (np.abs(off - off[:, None]) < FRAME_ALIKE) & ~np.eye(4, dtype=bool)
    framed = even & ((np.median(_by_side(clear), axis=1) > LINE_WITHIN) | alike.any(axis=1))
    if framed.sum() > 1:
        framed |= (off > FRAME_NEAR) & (np.abs(off - np.median(off[framed])) < FRAME_GAP)
    nodes = np.zeros(traced.shape, np.bool_)
    nodes[:, [0, -1], 0] = framed[:2]
    nodes[[0, -1], :, 1] = framed[2:, None]
    return nodes


def within_frame(traced: Points, expected: Points, framed: NDArray[np.bool_]) -> Points:
    """Return where the lines of nodes are expected, once frames are known: all along a side evenly within.

    A frame is bold and shows everywhere; the lines within say where the field ends on the whole, but may be
    far off at a corner.
    """
    gap = traced - expected
    gap[:, [0, -1], 0] = np.median(gap[:, [0, -1], 0], axis=0)
    gap[[0, -1], :, 1] = np.median(gap[[0, -1], :, 1], axis=1, keepdims=True)
    return np.where(framed, traced - gap, expected)


def _by_side(field: Points) -> Points:
    """Return the values of the outermost lines, (4, n + 1): left, right, upper, lower."""
    return np.stack([field[:, 0, 0], field[:, -1, 0], field[0, :, 1], field[-1, :, 1]])
