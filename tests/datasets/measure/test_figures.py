import pytest

from datasets.measure.figures import wilson


def test_the_interval_is_the_published_one() -> None:
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-4)  # Newcombe 1998, table I


def test_a_small_sample_without_a_miss_is_not_certain() -> None:
    low, high = wilson(30, 30)

    assert low == pytest.approx(0.8865, abs=5e-4)
    assert high == 1.0


def test_nothing_is_known_of_no_sample() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
