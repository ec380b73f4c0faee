import numpy as np
import pytest

from vision.read.ledgercrops import best_prints
from vision.read.ledgerplaces import SEASONS, SLOTS

FINAL = SEASONS * SLOTS


def cells(brightness: dict[int, int]) -> np.ndarray:
    """Return 21 grey cells, some darker than the others."""
    pictures = np.full((FINAL + 1, 44, 56, 3), 200, np.uint8)
    for cell, grey in brightness.items():
        pictures[cell] = grey
    return pictures


@pytest.mark.parametrize(
    ("season", "slot", "twin"), [(0, 1, (1, 0)), (2, 0, (1, 1)), (3, 1, (0, 0)), (0, 0, (3, 1))]
)
def test_an_edicts_letter_stands_in_two_seasons(season: int, slot: int, twin: tuple[int, int]) -> None:
    assert best_prints(cells({}))[season * SLOTS + slot] == twin[0] * SLOTS + twin[1]


@pytest.mark.parametrize("slot", [2, 3, 4])
def test_of_cells_that_are_printed_alike_the_least_written_one_shows_the_print(slot: int) -> None:
    written = cells({slot: 120, SLOTS + slot: 130, 2 * SLOTS + slot: 140})

    best = best_prints(written)

    assert best[slot : 3 * SLOTS : SLOTS].tolist() == [3 * SLOTS + slot] * 3
    assert best[3 * SLOTS + slot] == 2 * SLOTS + slot


def test_no_cell_is_its_own_print() -> None:
    pictures = np.random.default_rng(5).integers(0, 255, (FINAL + 1, 44, 56, 3), np.uint8)

    assert (best_prints(pictures) != np.arange(FINAL + 1)).all()


def test_a_sheet_without_a_place_for_the_final_score_has_one_cell_less() -> None:
    assert best_prints(cells({})[:FINAL]).shape == (FINAL,)
