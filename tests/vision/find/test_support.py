"""How well lines support a lattice: what stands on its lines, and between them."""

import numpy as np
import pytest

from tests.vision.pictures import grid_picture, lattice_between
from vision import SheetGeometry
from vision.find.geometry import Points, map_nodes
from vision.find.lines import PLAIN, find_edges
from vision.find.offsets import BORDER
from vision.find.pyramid import Pyramid
from vision.find.straight import look_straight
from vision.find.support import support_by
from vision.image import Image

FIELD = np.array([[200.0, 150.0], [926.0, 150.0], [926.0, 876.0], [200.0, 876.0]])
LATTICE = lattice_between(FIELD, 11)
PICTURE = grid_picture(LATTICE)


def support(lattice: Points, picture: Image = PICTURE) -> float:
    """Return how well the lines of a picture support a lattice as it is."""
    field = SheetGeometry(lattice, 0.0, 0.0)
    view = look_straight(Pyramid(picture), field, square=PLAIN.square, border=BORDER)
    return support_by(find_edges(view), np.zeros((12, 12, 2)), BORDER, PLAIN.square)


def test_the_printed_lattice_is_well_supported() -> None:
    assert support(LATTICE) > 0.5


@pytest.mark.parametrize("ink", [90, 180, 200])
def test_faint_lines_count_like_bold_ones(ink: int) -> None:
    assert support(LATTICE, grid_picture(LATTICE, ink=ink)) > 0.4


@pytest.mark.parametrize("squeezed", [0.8, 0.9, 1.1, 1.2])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_lattice_with_squares_of_another_size_has_little(squeezed: float, axis: int) -> None:
    scale = np.ones(2)
    scale[axis] = squeezed

    assert support(FIELD[0] + (LATTICE - FIELD[0]) * scale) < 0.5 * support(LATTICE)


@pytest.mark.parametrize("aside", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_lattice_one_square_aside_has_less(aside: tuple[int, int]) -> None:
    beside = SheetGeometry(LATTICE, 0.0, 0.0).to_photo(map_nodes(11) + np.array(aside))

    assert support(beside) < support(LATTICE) - 0.05


@pytest.mark.parametrize("aside", [(0.5, 0.0), (0.0, 0.5), (0.5, 0.5)])
def test_a_lattice_between_the_lines_has_next_to_none(aside: tuple[float, float]) -> None:
    between = SheetGeometry(LATTICE, 0.0, 0.0).to_photo(map_nodes(11) + np.array(aside))

    assert support(between) < 0.5 * support(LATTICE)


def test_blank_paper_supports_no_lattice() -> None:
    assert support(LATTICE, grid_picture(LATTICE, ink=215)) < 0.15


def test_a_card_over_some_lines_takes_their_share() -> None:
    covered = PICTURE.copy()
    covered[140:890, 300:480] = 230  # the lines two to four

    assert 0.2 < support(LATTICE, Image(covered)) < support(LATTICE)
