import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.draw.ledger.coinrows import draw_row
from datasets.draw.ledger.strip import EMPTY, FILLED, HIDDEN, UNKNOWN
from datasets.draw.sheet.ledger import COINS
from vision.read.ledgercrops import COIN_PIXELS, ROW_HEIGHT

SEED = 71
Drawn = tuple[NDArray[np.uint8], NDArray[np.int64]]


@pytest.fixture(name="drawn", scope="module")
def _drawn() -> list[Drawn]:
    return [draw_row(index, seed=SEED) for index in range(60)]


def test_a_row_is_as_the_reader_cuts_it() -> None:
    row, filled = draw_row(3, seed=SEED)

    assert row.shape == (ROW_HEIGHT, COINS * COIN_PIXELS, 3)
    assert row.dtype == np.uint8
    assert filled.shape == (COINS,)


def test_every_count_and_every_state_comes_up(drawn: list[Drawn]) -> None:
    states = [filled for _, filled in drawn]
    counts = {int(state.sum()) for state in states if np.isin(state, (EMPTY, FILLED)).all()}

    assert counts >= set(range(COINS + 1))
    assert set(np.concatenate(states).tolist()) == {EMPTY, FILLED, HIDDEN, UNKNOWN}


def test_filled_coins_look_different_from_empty_ones_of_their_row(drawn: list[Drawn]) -> None:
    told_apart = []
    for row, filled in drawn[:60]:
        coins = (
            row.reshape(ROW_HEIGHT, COINS, COIN_PIXELS, 3).astype(float)[8:32, :, 6:26].mean(axis=(0, 2, 3))
        )
        if set(filled.tolist()) == {EMPTY, FILLED}:
            told_apart.append(coins[filled == FILLED].mean() < coins[filled == EMPTY].mean())

    assert len(told_apart) > 30
    assert np.mean(told_apart) > 0.8  # shadows and coloured pencils make some darker that are empty
