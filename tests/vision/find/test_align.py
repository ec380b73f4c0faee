"""A rough lattice is moved to the printed one, however it was bent, shifted or stretched."""

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find.align import aligned, middles
from vision.find.geometry import map_nodes

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


@pytest.mark.parametrize("aside", [(0.9, 0.0), (-0.6, 0.7), (0.0, -0.9)])
@pytest.mark.parametrize("curl", [0.0, 0.6, -0.6])
def test_a_lattice_a_square_aside_on_bent_paper_comes_near(aside: tuple[float, float], curl: float) -> None:
    truth = lattice_between(TILTED, 11, curl=curl)

    found = aligned(grid_photo(truth), lattice_between(TILTED + CELL * np.array(aside), 11))

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.25 * CELL


@pytest.mark.parametrize("cells", [6, 9, 15])
def test_grids_of_other_games_come_near_too(cells: int) -> None:
    truth = lattice_between(TILTED, cells)
    square = CELL * 11 / cells
    corners = TILTED + 0.3 * square * np.array([[1, 1], [-1, 1], [0, -1], [1, 0]])

    found = aligned(grid_photo(truth), lattice_between(corners, cells))

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.25 * square


def test_the_networks_view_begins_two_squares_beyond_the_field() -> None:
    places = middles(11)

    assert places.shape == (15, 15, 2)
    assert places[2, 2].tolist() == (map_nodes(11)[0, 0] + 0.5).tolist()
