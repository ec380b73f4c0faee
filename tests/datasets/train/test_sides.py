"""What like squares say of the side, fitted on sheets whose side is known."""

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")


def test_kinds_whose_squares_are_alike_on_the_true_side_tell_it() -> None:
    from datasets.train.sides import fit

    rng = np.random.default_rng(1)
    sides = rng.integers(0, 4, 200)
    likenesses = rng.uniform(0.0, 0.6, (200, 4, 8, 3))
    likenesses[np.arange(200), sides, 0, :2] = rng.uniform(0.5, 1.0, (200, 2))  # of mountains and wastelands
    evidence = np.stack([np.full_like(likenesses, 5.0), 5.0 * likenesses], axis=-1).reshape(200, 4, 8, 6)

    numbers, right = fit(evidence, sides)

    slopes = {kind: slope for kind, (_, slope) in numbers.items()}
    assert min(slopes["mountain"], slopes["wasteland"]) > 1.0
    assert abs(slopes["ruins"]) < 0.5 * slopes["mountain"]
    assert right > 0.95
