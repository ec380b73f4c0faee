"""What the judge looks at."""

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import Lattice
from vision.find.candidate import AROUND, SQUARE, candidate_view
from vision.find.lattice import Points
from vision.find.pyramid import Pyramid
from vision.image import Image

LATTICE = lattice_between(TILTED, 11)
PICTURE = grid_picture(LATTICE)


def view_of(lattice: Points, picture: Image = PICTURE) -> Image:
    return candidate_view(Pyramid(picture), Lattice(lattice))


@pytest.mark.parametrize("cells", [3, 9, 11, 30])
def test_each_square_has_its_pixels_and_one_is_seen_beside_the_field(cells: int) -> None:
    side = (cells + 2 * AROUND) * SQUARE

    assert view_of(lattice_between(TILTED, cells)).shape == (side, side, 3)


def test_the_printed_lines_lie_between_the_squares() -> None:
    darkness = 255.0 - view_of(LATTICE)[..., 0]
    inner = darkness[2 * SQUARE : -2 * SQUARE]
    by_column = inner.mean(axis=0)[AROUND * SQUARE : -AROUND * SQUARE].reshape(-1, SQUARE)

    on_lines, in_middles = by_column[:, [0, -1]].mean(), by_column[:, SQUARE // 2].mean()
    assert on_lines > 1.5 * in_middles


@pytest.mark.parametrize("quarters", range(4))
def test_a_turned_lattice_is_seen_turned(quarters: int) -> None:
    marked = PICTURE.copy()
    marked[200:260, 280:340] = (200, 40, 40)  # in one corner

    upright, turned = (view_of(lattice, Image(marked)) for lattice in (LATTICE, np.rot90(LATTICE, quarters)))

    assert np.abs(np.rot90(upright, quarters).astype(int) - turned).mean() < 2


@pytest.mark.parametrize("light", [0.3, 0.6])
def test_in_less_light_the_same_is_seen(light: float) -> None:
    dim = Image((PICTURE * np.array([light, light, 0.8 * light])).astype(np.uint8))

    assert np.abs(view_of(LATTICE, dim).astype(int) - view_of(LATTICE)).mean() < 4


def test_beyond_the_photo_there_is_grey() -> None:
    beyond = LATTICE - np.array([400.0, 0.0])

    assert (view_of(beyond)[:, 0] == 127).all()
