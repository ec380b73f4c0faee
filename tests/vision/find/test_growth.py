import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find.geometry import Points
from vision.find.growth import grown_lattices
from vision.find.pyramid import Pyramid
from vision.image import Image

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


def farthest(lattice: Points, truth: Points) -> float:
    """Return how far a node lies from the truth at most, in squares."""
    return float(np.linalg.norm(lattice - truth, axis=2).max() / CELL)


@pytest.mark.parametrize("corner", range(4))
@pytest.mark.parametrize("squares", [1.5, 3.0])
def test_one_corner_far_off_does_not_matter(corner: int, squares: float) -> None:
    truth = lattice_between(TILTED, 11)
    outward = (TILTED[corner] - TILTED.mean(axis=0)) / np.linalg.norm(TILTED[corner] - TILTED.mean(axis=0))
    corners = TILTED.copy()
    corners[corner] += squares * CELL * outward

    grown = list(grown_lattices(grid_photo(truth), lattice_between(corners, 11)))

    assert min(farthest(lattice, truth) for lattice in grown) < 0.15


def test_other_sizes_grow_too() -> None:
    truth = lattice_between(TILTED, 9)
    corners = TILTED + np.array([[0.0, 0.0], [0.0, 0.0], [100.0, 90.0], [0.0, 0.0]])

    grown = list(grown_lattices(grid_photo(truth), lattice_between(corners, 9)))

    assert min(farthest(lattice, truth) for lattice in grown) < 0.15


def test_nothing_grows_on_blank_paper() -> None:
    noise = np.random.default_rng(3).normal(215, 6, (1000, 1100, 3)).clip(0, 255).astype(np.uint8)

    assert list(grown_lattices(Pyramid(Image(noise)), lattice_between(TILTED, 11))) == []
