import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find.geometry import is_plausible
from vision.find.nearby import nearby_lattices

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_a_lattice_that_is_off_by_a_square_leads_to_the_printed_one(seed: int) -> None:
    truth = lattice_between(TILTED, 11)
    rng = np.random.default_rng(seed)
    rough = TILTED + (rng.uniform(-0.4, 0.4, (4, 2)) + rng.uniform(-1.0, 1.0, 2)) * CELL

    found = nearby_lattices(grid_photo(truth), lattice_between(rough, 11))

    errors = [np.linalg.norm(lattice - truth, axis=2).max() / CELL for lattice in found]
    assert min(errors) < 0.35


@pytest.mark.parametrize(
    ("what", "corners"),
    [
        ("tiny", TILTED * 0.01),
        ("twisted", TILTED[[0, 2, 1, 3]]),
        ("mirrored", TILTED[::-1]),
        ("far out", TILTED + 9000.0),
        ("not finite", TILTED * np.nan),
    ],
)
def test_a_lattice_that_no_sheet_could_have_is_reported(what: str, corners: np.ndarray) -> None:
    weights = np.linspace(0, 1, 12)[:, None]
    top, bottom = (corners[a] + weights * (corners[b] - corners[a]) for a, b in ((0, 1), (3, 2)))
    lattice = top[None] + weights[:, None] * (bottom - top)[None]

    assert not is_plausible(lattice, (1000, 1100, 3)), what
    assert is_plausible(lattice_between(TILTED, 11), (1000, 1100, 3))
