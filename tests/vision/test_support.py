"""What lines say of a lattice: which are missing, and whether the field ends where the lattice does."""

import numpy as np
import pytest

from tests.vision.pictures import grid_picture, lattice_between
from vision import SheetGeometry
from vision.geometry import Points, map_nodes
from vision.image import Image
from vision.lines import find_edges
from vision.offsets import BORDER, SQUARE
from vision.pyramid import Pyramid
from vision.straight import look_straight
from vision.support import Support, View, support_by

FIELD = np.array([[200.0, 150.0], [926.0, 150.0], [926.0, 876.0], [200.0, 876.0]])
LATTICE = lattice_between(FIELD, 11)
PICTURE = grid_picture(LATTICE)


def said_of(lattice: Points, picture: Image = PICTURE) -> Support:
    geometry, photo = SheetGeometry(lattice, 0.0, 0.0), Pyramid(picture)
    edges = find_edges(look_straight(photo, geometry, square=SQUARE, border=BORDER))
    return support_by(edges, View(geometry, picture.shape, SQUARE, BORDER), np.zeros((12, 12, 2)))


def test_the_printed_lattice_has_all_its_lines_and_ends_with_them() -> None:
    said = said_of(LATTICE)

    assert (said.missing, said.open_sides) == (0, 0)
    assert said.score > 0.5
    assert said.weakest > 0.8


@pytest.mark.parametrize("squeezed", [0.8, 0.9, 1.1, 1.2])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_lattice_with_squares_of_another_size_has_lines_beside_the_printed_ones(
    squeezed: float, axis: int
) -> None:
    scale = np.ones(2)
    scale[axis] = squeezed

    said = said_of(FIELD[0] + (LATTICE - FIELD[0]) * scale)

    assert said.missing >= 4
    assert said.weakest < 0.3


@pytest.mark.parametrize("aside", [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_lattice_one_square_aside_does_not_end_with_the_field(aside: tuple[int, int]) -> None:
    beside = SheetGeometry(LATTICE, 0.0, 0.0).to_photo(map_nodes(11) + np.array(aside))

    said = said_of(beside)

    assert said.missing == 0  # eleven of its twelve lines are printed
    assert said.open_sides == 2  # the last line stands in the void, the first one has another before it


@pytest.mark.parametrize("edge", range(4))
def test_lines_outside_the_photo_are_not_missed_but_the_field_does_not_end(edge: int) -> None:
    lost = 3 * 66
    parts = [np.s_[150 + lost :, :], np.s_[: 876 - lost, :], np.s_[:, 200 + lost :], np.s_[:, : 926 - lost]]
    moved = [(0, 150 + lost), (0, 0), (200 + lost, 0), (0, 0)]

    said = said_of(LATTICE - np.array(moved[edge]), Image(np.ascontiguousarray(PICTURE[parts[edge]])))

    assert (said.missing, said.open_sides) == (0, 1)


def test_lines_under_a_card_are_missing() -> None:
    covered = PICTURE.copy()
    covered[140:890, 300:480] = 230  # the lines two to four

    assert said_of(LATTICE, Image(covered)).missing == 3
