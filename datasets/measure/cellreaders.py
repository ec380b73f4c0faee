"""Plain ways to read squares, to compare ours with.

Each takes the cells of one sheet, seen straight and in even light as our own reader sees them, one by one: no
square hears of another, and nothing is known of the printed side.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from datasets.draw.flat.sheet import LABELS, NO_LABEL, PRINTED, draw_flat_sheet
from datasets.draw.recipe import Recipe
from engine import SIZE, Terrain
from vision.logits import softmax
from vision.read.cells import CELL_PIXELS, MARGIN

NETWORK = Path(__file__).parent / "plaincnn.onnx"
DRAWN_SEED, DRAWN_SHEETS = 71, 50  # drawn sheets that the neighbours are taken from
MOST_OF_A_KIND = 600
NEIGHBOURS = 7
EDGES = cv2.HOGDescriptor((32, 32), (16, 16), (8, 8), (8, 8), 9)
MIDDLE = slice(MARGIN + 4, MARGIN + CELL_PIXELS - 4)  # of a cell, without its printed lines
EMPTY = LABELS.index(Terrain.EMPTY)

Number = TypeVar("Number", bound=np.generic)
Cells = NDArray[np.uint8]
"""The cells of one sheet, (121, 48, 48, 3), row by row, a quarter square around each."""
Shares = NDArray[np.float64]
"""How likely each of `LABELS` is in each cell, (121, labels)."""
CellReader = Callable[[Cells], Shares]


def cells_of(picture: NDArray[Number]) -> NDArray[Number]:
    """Cut a straightened sheet, (368, 368, 3), into its 121 cells, each with what lies around it."""
    size = CELL_PIXELS + 2 * MARGIN
    at = [CELL_PIXELS * number for number in range(SIZE)]
    return np.stack([picture[y : y + size, x : x + size] for y in at for x in at])


@dataclass(frozen=True)
class NearestNeighbours:
    """The terrain of most of the drawn cells whose edges and colours are most alike."""

    search: cv2.ml.KNearest

    @classmethod
    def learn(cls, cells: Cells, truth: NDArray[np.int64]) -> "NearestNeighbours":
        """Take so many cells of each terrain; always the same ones."""
        rng = np.random.default_rng(DRAWN_SEED)
        kinds = [rng.permutation(np.flatnonzero(truth == kind))[:MOST_OF_A_KIND] for kind in np.unique(truth)]
        chosen = np.concatenate(kinds)
        search = cv2.ml.KNearest.create()
        search.train(_features(cells[chosen]), cv2.ml.ROW_SAMPLE, truth[chosen].astype(np.float32))
        return cls(search)

    def __call__(self, cells: Cells) -> Shares:
        """Return the share of the neighbours' votes."""
        _, _, votes, _ = self.search.findNearest(_features(cells), NEIGHBOURS)
        kinds = np.arange(len(LABELS))
        return np.asarray((votes[..., None] == kinds).mean(axis=1), np.float64)


@dataclass(frozen=True)
class PlainNetwork:
    """A small convolutional network that sees one cell (`datasets.train.plain`)."""

    session: onnxruntime.InferenceSession

    @classmethod
    def load(cls) -> "PlainNetwork":
        """Load the network that lies beside this file, for one thread."""
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return cls(onnxruntime.InferenceSession(NETWORK, options, providers=["CPUExecutionProvider"]))

    def __call__(self, cells: Cells) -> Shares:
        """Return a softmax as it comes, without calibration."""
        fed = np.ascontiguousarray(cells.transpose(0, 3, 1, 2), np.float32)
        return softmax(np.asarray(self.session.run(["terrain"], {"cells": fed})[0], np.float64))


@dataclass(frozen=True)
class FillThreshold:
    """Tells which cells are drawn on as readers of answer sheets do: mean grey against one threshold.

    It can tell filled from empty and no more.
    """

    threshold: float

    @classmethod
    def learn(cls, cells: Cells, truth: NDArray[np.int64]) -> "FillThreshold":
        """Take the threshold that tells most of these cells rightly; printed ones are left out."""
        drawn = ~np.isin(truth, PRINTED)
        means, filled = _mean_greys(cells[drawn]), truth[drawn] != EMPTY
        return cls(max(range(256), key=lambda at: int(((means <= at) == filled).sum())))

    def __call__(self, cells: Cells) -> NDArray[np.bool_]:
        """Return which cells are filled, (k,)."""
        return np.asarray(_mean_greys(cells) <= self.threshold)


def drawn_cells() -> tuple[Cells, NDArray[np.int64]]:
    """Return cells of drawn sheets like those of training, (k, 48, 48, 3), and the labels' places, (k,)."""
    recipe = Recipe.load("train")
    sheets = [draw_flat_sheet(recipe, DRAWN_SEED, index) for index in range(DRAWN_SHEETS)]
    cells = np.concatenate([cells_of(sheet.picture) for sheet in sheets])
    truth = np.concatenate([sheet.terrain.reshape(-1) for sheet in sheets]).astype(np.int64)
    return cells[truth != NO_LABEL], truth[truth != NO_LABEL]


def _mean_greys(cells: Cells) -> NDArray[np.float64]:
    return np.array([cv2.cvtColor(cell, cv2.COLOR_RGB2GRAY)[MIDDLE, MIDDLE].mean() for cell in cells])


def _features(cells: Cells) -> NDArray[np.float32]:
    """Return directions of edges (Dalal and Triggs 2005) and sixteen mean colours of each cell."""
    inner = slice(MARGIN, MARGIN + CELL_PIXELS)
    squares = [np.ascontiguousarray(cell[inner, inner]) for cell in cells]
    edges = np.stack([EDGES.compute(cv2.cvtColor(square, cv2.COLOR_RGB2GRAY)) for square in squares])
    colours = np.stack([cv2.resize(square, (4, 4), interpolation=cv2.INTER_AREA) for square in squares])
    return np.hstack([edges.reshape(len(cells), -1), colours.reshape(len(cells), -1) / np.float32(64)])
