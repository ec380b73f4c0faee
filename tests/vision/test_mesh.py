import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import SheetGeometry
from vision.geometry import map_nodes
from vision.lines import flatten
from vision.mesh import refine, support

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


@pytest.mark.parametrize("curl", [0.0, 0.25, -0.35])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_rough_lattice_is_moved_onto_the_lines(curl: float, seed: int) -> None:
    truth = lattice_between(TILTED, 11, curl=curl)
    rough_corners = TILTED + np.random.default_rng(seed).uniform(-0.2, 0.2, (4, 2)) * CELL

    found = refine(flatten(grid_picture(truth)), lattice_between(rough_corners, 11))

    assert np.linalg.norm(found.lattice - truth, axis=2).max() < 0.1 * CELL


def test_a_lattice_one_square_aside_has_less_support() -> None:
    truth = lattice_between(TILTED, 11)
    flat, right = flatten(grid_picture(truth)), SheetGeometry(truth, 0.0, 1.0)

    for aside in ([1, 0], [-1, 0], [0, 1], [0, -1]):
        beside = SheetGeometry(right.to_photo(map_nodes(11) + np.array(aside)), 0.0, 1.0)
        assert support(flat, beside) < support(flat, right) - 0.05


def test_blank_paper_supports_no_lattice() -> None:
    blank = grid_picture(lattice_between(TILTED, 11), ink=215)

    assert support(flatten(blank), SheetGeometry(lattice_between(TILTED, 11), 0.0, 1.0)) < 0.15
