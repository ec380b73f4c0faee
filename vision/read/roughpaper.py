"""Smooths the texture of rough paper, which networks take for hatching or waves."""

import cv2
import numpy as np

from vision.image import Image
from vision.read.cells import CELL_PIXELS, MARGIN

ROUGH = 3.5  # grey levels: how much the paper's pixels differ from those around before it is smoothed
WITHIN = 6.0  # tones are averaged that differ by so many times as much,
MOST = 40.0  # but never by more grey levels: a stroke differs by more
NEAR = 2.0  # pixels around that count most
BARE = 0.2  # share of the squares on which nothing is drawn, at least
FROM_EDGES = 5  # pixels of a square along its edges that show the grid


def smooth_paper(sheet: Image) -> Image:
    """Return the sheet with the texture of its paper smoothed, where that is rough.

    Pixels are averaged with those near them of about their tone, so that strokes stay as they are (the
    bilateral filter of Tomasi and Manduchi, 1998). The numbers were chosen on photos used for development
    (card of terrain_v19).

    Args:
        sheet: RGB from `rectify`, of n squares a side.
    """
    texture = roughness(sheet)
    if texture < ROUGH:
        return sheet
    tones = min(WITHIN * texture, MOST)
    return Image(np.asarray(cv2.bilateralFilter(sheet, 5, tones, NEAR), np.uint8))


def roughness(sheet: Image) -> float:
    """Return by how many grey levels the pixels of bare paper differ from those around them."""
    grey = cv2.cvtColor(sheet, cv2.COLOR_RGB2GRAY).astype(np.float32)
    field = (grey - cv2.GaussianBlur(grey, (0, 0), NEAR))[MARGIN:-MARGIN, MARGIN:-MARGIN]
    cells = len(field) // CELL_PIXELS
    inner = slice(FROM_EDGES, CELL_PIXELS - FROM_EDGES)
    squares = field.reshape(cells, CELL_PIXELS, cells, CELL_PIXELS).transpose(0, 2, 1, 3)[:, :, inner, inner]
    pixels = squares.reshape(cells * cells, -1)
    apart = np.median(np.abs(pixels - np.median(pixels, axis=1, keepdims=True)), axis=1)
    return float(np.quantile(1.4826 * apart, BARE))  # as large as a standard deviation, if normal
