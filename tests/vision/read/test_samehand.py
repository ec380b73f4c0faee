import numpy as np
import pytest

from vision.read.samehand import of_one_hand

FIR, STAR, WAVE = np.eye(3)
"""What three drawings look like; none like another."""
ALL = np.ones(6, np.bool_)


def _sheet(unsure: list[float]) -> np.ndarray:
    """Return what five sure squares and an unsure one hold: three forests, a hero, a water, and the last."""
    sure = 0.98 * np.eye(3)[[0, 0, 0, 1, 2]] + 0.02 / 3
    return np.vstack([sure, unsure])


def test_a_square_is_what_the_squares_that_look_like_it_are() -> None:
    signs = np.stack([FIR, FIR, FIR, STAR, WAVE, FIR])

    heard = of_one_hand(_sheet([0.4, 0.55, 0.05]), signs, ALL)

    assert heard[5].argmax() == 0
    assert heard.sum(axis=1) == pytest.approx(1.0)


def test_a_square_that_looks_like_the_hero_stays_one_however_many_forests_there_are() -> None:
    signs = np.stack([FIR, FIR, FIR, STAR, WAVE, STAR])

    assert of_one_hand(_sheet([0.4, 0.55, 0.05]), signs, ALL)[5].argmax() == 1


def test_sure_squares_stay_what_they_are() -> None:
    signs = np.tile(FIR, (6, 1))

    heard = of_one_hand(_sheet([0.4, 0.55, 0.05]), signs, ALL)

    assert heard[:5].argmax(axis=1).tolist() == [0, 0, 0, 1, 2]


def test_what_is_printed_has_no_say_and_keeps_what_it_holds() -> None:
    signs = np.stack([FIR, FIR, FIR, STAR, WAVE, FIR])
    terrain, drawn = _sheet([0.4, 0.55, 0.05]), np.array([False, False, False, True, True, True])

    heard = of_one_hand(terrain, signs, drawn)

    assert heard[:3] == pytest.approx(terrain[:3])
    assert heard[5].argmax() == 1


def test_a_sheet_on_which_nothing_is_sure_or_drawn_is_no_error() -> None:
    terrain = np.full((4, 3), 1 / 3)

    for drawn in (np.ones(4, np.bool_), np.zeros(4, np.bool_)):
        assert of_one_hand(terrain, np.zeros((4, 3)), drawn) == pytest.approx(terrain)
