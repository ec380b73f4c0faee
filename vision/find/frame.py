"""The outer edge of a printed frame: thick on sudokus, and what a person points at as the grid's corner."""

from dataclasses import replace

import cv2
import numpy as np

from vision.find.geometry import SheetGeometry
from vision.find.lines import Plane
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight

SQUARE = 40  # pixels a square at which the frame is looked at
BORDER = 0.75  # squares seen beyond the lattice
INWARD = 0.12  # squares inside the lattice's edge at which the look across the frame begins
THICKEST = 0.3  # squares: ink that goes on further is not the frame
PLACES = 12  # a square side at which the frame is measured
FAINT = 0.08  # darkness, as a share of the paper's brightness, below which there is no frame


def with_frame(photo: Pyramid, found: SheetGeometry) -> SheetGeometry:
    """Return the grid with the outer corners of its printed frame.

    Each side's frame is measured at many places and the median taken, so that a thumb on a corner or a hole
    in the line does not matter.
    """
    flat = look_straight(photo, found.where, square=SQUARE, border=BORDER)
    left, right = (_frame_width(side) for side in (flat, flat[:, ::-1]))
    top, bottom = (_frame_width(side) for side in (flat.T, flat.T[:, ::-1]))
    n = found.where.cells
    corners = np.array([[-left, -top], [n + right, -top], [n + right, n + bottom], [-left, n + bottom]])
    return replace(found, frame=found.where.to_photo(corners))


def _frame_width(flat: Plane) -> float:
    """Return how far the ink of the left edge's line goes outward from the lattice's edge, in squares."""
    edge, inward, outward = (round(length * SQUARE) for length in (BORDER, INWARD, THICKEST))
    rows = np.linspace(edge, len(flat) - edge - 1, (len(flat) // SQUARE) * PLACES).astype(int)
    soft = cv2.blur(np.ascontiguousarray(flat), (1, 5))
    across = soft[rows, edge - outward - 4 : edge + inward][:, ::-1]  # from within the field outward
    darkest = across[:, : 2 * inward].argmin(axis=1)
    ink = np.take_along_axis(across, darkest[:, None], 1)
    paper = np.quantile(across[:, -4:], 0.5)
    is_line = (paper - ink)[:, 0] > FAINT
    if is_line.mean() < 0.3:
        return 0.0
    beyond = (across > (ink + paper) / 2) & (np.arange(across.shape[1]) > darkest[:, None])
    ends = np.where(beyond.any(axis=1), beyond.argmax(axis=1), across.shape[1])
    widths = (ends[is_line] - inward) / SQUARE
    width = float(np.median(widths))
    return width if width <= THICKEST else 0.0
