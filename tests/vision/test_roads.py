import numpy as np

from vision.roads import vanishing_quads


def test_a_pattern_all_over_a_picture_is_no_map() -> None:
    y, x = np.mgrid[:1632, :1224]
    screen = 120 * (1 + 0.35 * np.sin(x / 1.7 + y * 0.02)) * (1 + 0.25 * np.sin(y / 2.1))

    assert vanishing_quads(screen.astype(np.uint8), np.random.default_rng(1)) == []
