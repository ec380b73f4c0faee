"""Spoilt photos and sheets: what is lost is said to be lost, and the same seed spoils alike."""

import numpy as np
import pytest

from datasets.draw.flat.sheet import draw_flat_sheet
from datasets.draw.flat.spoils import KINDS, LOST, Spoil
from datasets.draw.pencil import Pixels
from datasets.draw.recipe import Recipe
from datasets.measure.spoiling.ways import SPOILS, TAMPERED, spoilt
from engine import SIZE
from vision.read.cells import CELL_PIXELS, MARGIN

LOSING = {"_exposed_twice", "_overexposed", "_bands_lost", "_other_squares"}
"""Kinds that lose squares; the others leave each of them to be read, with more or less doubt."""
FIELD = np.array([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)]) * CELL_PIXELS + float(MARGIN)


@pytest.fixture(name="pictures", scope="module")
def _pictures() -> list[Pixels]:
    return [draw_flat_sheet(Recipe.load("train"), 41, index).picture for index in range(2)]


@pytest.mark.parametrize("kind", [*SPOILS, *TAMPERED])
def test_the_same_seed_spoils_alike(kind: str, pictures: list[Pixels]) -> None:
    once, again, other = (spoilt(kind, pictures[0], FIELD, seed) for seed in (1, 1, 2))

    assert once.shape == pictures[0].shape
    assert once.dtype == np.uint8
    assert np.array_equal(once, again)
    assert not np.array_equal(once, pictures[0])
    assert other.shape == once.shape


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_what_is_lost_differs_from_what_was_there(kind: Spoil, pictures: list[Pixels]) -> None:
    was_lost = False
    for seed in range(4):
        seen, lost = kind(pictures[0], pictures[1], np.random.default_rng(seed))

        assert seen.shape == pictures[0].shape
        assert lost.shape == (SIZE, SIZE)
        assert lost.min() >= 0
        changed = np.abs(seen.astype(int) - pictures[0]).max(axis=2)[MARGIN:-MARGIN, MARGIN:-MARGIN]
        most = changed.reshape(SIZE, CELL_PIXELS, SIZE, CELL_PIXELS).max(axis=(1, 3))
        assert (most[lost > LOST] > 0).all()
        was_lost |= bool((lost > LOST).any())

    assert was_lost == (kind.__name__ in LOSING)
