from pathlib import Path

import numpy as np
import pytest

from datasets.cellset import LABELS, cut_folder
from datasets.decoys import draw_decoy
from datasets.generate import Order, write_dataset
from datasets.recipe import Recipe
from engine import Terrain


@pytest.fixture(name="folder", scope="module")
def _folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sheets")
    write_dataset(Order(Recipe.load("easy"), seed=3, count=2), folder)
    return folder


def test_every_cell_comes_with_what_is_drawn_in_it(folder: Path) -> None:
    cells = cut_folder(folder, all_cells=True, workers=1)

    assert len(cells.labels) == 2 * 121
    assert cells.cells.shape == (242, 48, 48, 3)
    assert cells.sheets.tolist() == [0] * 121 + [1] * 121
    assert cells.ruins.sum() >= 6
    mountains = cells.labels == LABELS.index(Terrain.MOUNTAIN)
    assert cells.cells[mountains].mean() < cells.cells[cells.labels == LABELS.index(Terrain.EMPTY)].mean()


def test_cells_cut_once_are_kept(folder: Path) -> None:
    first = cut_folder(folder, workers=1)
    again = cut_folder(folder, workers=1)

    assert np.array_equal(first.cells, again.cells)
    assert len(first.labels) < 242


def test_the_same_seed_draws_the_same_decoy() -> None:
    one, other = (draw_decoy(np.random.default_rng(9), 192) for _ in range(2))

    assert one.shape == (192, 192, 3)
    assert np.array_equal(one, other)
