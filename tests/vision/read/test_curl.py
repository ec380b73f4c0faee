import numpy as np
import pytest

from tests.vision.pictures import TILTED, lattice_between
from vision.find.lattice import Lattice
from vision.read.curl import find_curl


def bent(row: int, column: int, squares: float) -> Lattice:
    """A sheet whose paper rises softly about one node."""
    lattice = lattice_between(TILTED, 11)
    rows, columns = np.mgrid[0:12, 0:12]
    rise = np.exp(-((rows - row) ** 2 + (columns - column) ** 2) / 8.0)
    cell = Lattice(lattice).cell_pixels
    return Lattice(lattice + (rise * squares * cell)[..., None] * np.array([0.0, 1.0]))


def test_a_flat_sheet_has_no_curl() -> None:
    assert find_curl(Lattice(lattice_between(TILTED, 11))) is None


@pytest.mark.parametrize(
    ("row", "column", "where"),
    [
        (11, 0, "lower left"),
        (0, 11, "upper right"),
        (5, 11, "right"),
        (11, 5, "lower edge"),
        (5, 5, "middle"),
    ],
)
def test_the_place_that_is_curled_is_named(row: int, column: int, where: str) -> None:
    curl = find_curl(bent(row, column, 0.5))

    assert curl is not None
    assert curl.where == where
    assert 0.2 < curl.squares < 0.6
