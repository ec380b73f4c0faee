import numpy as np

from datasets.draw.world.decoys import draw_decoy


def test_the_same_seed_draws_the_same_decoy() -> None:
    first, other = (draw_decoy(np.random.default_rng(9), 192) for _ in range(2))

    assert first.shape == (192, 192, 3)
    assert np.array_equal(first, other)
