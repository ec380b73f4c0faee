import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import Image, Lattice
from vision.read.cells import CELL_PIXELS, MARGIN, even_light, rectify


def test_every_square_lies_where_the_network_looks_for_it() -> None:
    lattice = lattice_between(TILTED, 11)
    picture = grid_picture(lattice, ink=215)
    middle = lattice[3:5, 7:9].reshape(4, 2).mean(axis=0)
    picture[int(middle[1]) - 3 : int(middle[1]) + 3, int(middle[0]) - 3 : int(middle[0]) + 3] = 0

    flat = rectify(picture, Lattice(lattice))

    assert flat.shape == (11 * CELL_PIXELS + 2 * MARGIN, 11 * CELL_PIXELS + 2 * MARGIN, 3)
    middle = np.array([3.5, 7.5]) * CELL_PIXELS + MARGIN - 0.5
    assert np.argwhere(flat[..., 0] < 100).mean(axis=0) == pytest.approx(middle, abs=1.0)


def test_a_shadow_and_a_yellow_lamp_vanish() -> None:
    side = 11 * CELL_PIXELS + 2 * MARGIN
    sheet = np.full((side, side, 3), 220.0)
    sheet[100:110, 60:300] = 90.0
    shadow = np.where(np.arange(side) > side // 2, 0.45, 1.0)[None, :, None]

    even = even_light(Image((sheet * shadow * (1.0, 0.9, 0.6)).astype(np.uint8))).astype(int)

    lit, shaded = even[200, 80], even[200, side - 40]
    assert np.abs(lit - shaded).max() < 12
    assert lit.max() - lit.min() < 10


@pytest.mark.parametrize("ground", [20, 130, 255])
def test_what_lies_beyond_the_field_does_not_darken_it(ground: int) -> None:
    side = 11 * CELL_PIXELS + 2 * MARGIN
    picture = np.full((side, side, 3), ground, np.uint8)
    picture[MARGIN:-MARGIN, MARGIN:-MARGIN] = (200, 185, 150)

    even = even_light(Image(picture))[MARGIN:-MARGIN, MARGIN:-MARGIN]

    assert np.ptp(even.reshape(-1, 3), axis=0).max() <= 2
