import numpy as np
import pytest
from numpy.typing import NDArray

from vision.read.coins import EMPTY, FILLED, HIDDEN, likeliest_count


def surely(states: list[int], share: float = 0.999) -> NDArray[np.float64]:
    """Return probabilities of a network that is that sure of each coin."""
    shares = np.full((3, len(states)), (1 - share) / 2)
    shares[states, np.arange(len(states))] = share
    return shares


@pytest.mark.parametrize("count", [0, 1, 7, 14])
def test_coins_filled_from_the_left_are_counted(count: int) -> None:
    states = [FILLED] * count + [EMPTY] * (14 - count)

    assert likeliest_count(surely(states)).coins == count


def test_a_clear_row_is_counted_surely() -> None:
    assert likeliest_count(surely([FILLED] * 5 + [EMPTY] * 9)).confidence > 0.98


def test_a_gap_in_the_row_is_doubtful() -> None:
    gapped = [FILLED] * 3 + [EMPTY] + [FILLED] + [EMPTY] * 9

    assert likeliest_count(surely(gapped)).confidence < 0.01


def test_a_covered_coin_is_doubtful() -> None:
    covered = [FILLED] * 3 + [HIDDEN] + [EMPTY] * 10

    assert likeliest_count(surely(covered)).confidence < 0.01


def test_a_row_is_as_sure_as_its_weakest_coin() -> None:
    shares = surely([FILLED] * 5 + [EMPTY] * 9, share=0.95)

    assert likeliest_count(shares).confidence == pytest.approx(0.95, abs=0.01)


def test_two_counts_share_the_confidence() -> None:
    shares = surely([FILLED] * 2 + [EMPTY] * 12, share=1.0)
    shares[:, 2] = (0.6, 0.4, 0.0)

    assert likeliest_count(shares).confidence == pytest.approx(0.6)
