import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.measure.judged import expected_calibration_error
from datasets.release.calibrate import confidences, fit_temperature, risk_threshold
from vision.logits import softmax


def overconfident(factor: float, count: int = 4000) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Logits of a network that is surer than it should be by a factor, and the labels."""
    rng = np.random.default_rng(5)
    honest = rng.normal(0, 2, (count, 6))
    labels = np.array([rng.choice(6, p=row) for row in softmax(honest.astype(np.float32))])
    return (honest * factor).astype(np.float32), labels


@pytest.mark.parametrize("factor", [0.6, 1.0, 2.5])
def test_the_temperature_undoes_overconfidence(factor: float) -> None:
    assert fit_temperature(*overconfident(factor)) == pytest.approx(factor, rel=0.1)


def test_calibration_lowers_the_calibration_error() -> None:
    logits, labels = overconfident(2.5)

    cooled = logits / np.float32(fit_temperature(logits, labels))

    assert expected_calibration_error(confidences(cooled, labels)) < 0.03
    assert expected_calibration_error(confidences(logits, labels)) > 0.1


def test_squares_above_the_threshold_are_wrong_no_more_often_than_stated() -> None:
    logits, labels = overconfident(1.0)
    threshold = risk_threshold(logits, labels, 0.05)

    likely = softmax(logits)
    sure = likely.max(axis=1) >= threshold
    wrong = likely.argmax(axis=1) != labels
    assert wrong[sure].mean() <= 0.05
    assert 0.02 < sure.mean() < 0.9


def test_no_confidence_is_enough_for_a_network_that_guesses() -> None:
    rng = np.random.default_rng(1)
    logits = rng.normal(0, 3, (500, 6)).astype(np.float32)
    labels = (logits.argmax(axis=1) + 1) % 6

    assert risk_threshold(logits, labels, 0.01) == 1.0
