"""The squares beneath a card lie as the rest of the sheet bends, whatever lines the card has."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.pictures import TILTED, lattice_between
from vision.find.beneath import carried_beneath, led_by_halves
from vision.find.geometry import Evidence, SheetGeometry
from vision.find.judgement import Judgement
from vision.find.lattice import Lattice, Points

CELL = 58.0  # mean side of a square of the tilted grid, in pixels


def judged(lattice: Points, rows: int, columns: int) -> SheetGeometry:
    """Return a sheet of which a card covers the lower right corner."""
    covered = np.zeros((11, 11))
    covered[11 - rows :, 11 - columns :] = 1.0
    said = Judgement(np.eye(10)[4], np.full(8, 1 / 8), np.zeros((11, 11, 4)), covered)
    return SheetGeometry(Lattice(lattice), Evidence(judged=said))


def led_astray(lattice: Points, rows: int, columns: int) -> Points:
    """Return the lattice with the nodes of that corner beside their places, more so the farther out."""
    nodes = np.arange(12)
    far = np.clip(nodes[:, None] - (11 - rows), 0, None) * np.clip(nodes - (11 - columns), 0, None)
    return np.asarray(lattice + 0.08 * CELL * far[..., None] * np.array([1.0, -0.6]), np.float64)


@pytest.mark.parametrize("curl", [0.0, 0.3])
@pytest.mark.parametrize("size", [(1, 1), (3, 4), (4, 2)])
def test_a_covered_corner_is_put_back(curl: float, size: tuple[int, int]) -> None:
    truth = lattice_between(TILTED, 11, curl=curl)

    carried = carried_beneath(judged(led_astray(truth, *size), *size))

    assert np.linalg.norm(carried.lattice - truth, axis=2).max() < 0.12 * CELL


def test_what_is_not_covered_stays_where_it_is() -> None:
    truth = lattice_between(TILTED, 11, curl=0.3)
    bare, half = judged(truth, 0, 0), judged(led_astray(truth, 9, 9), 9, 9)

    assert carried_beneath(bare) is bare
    assert carried_beneath(half) is half, "too little is seen to say where the rest lies"
    assert carried_beneath(replace(half, evidence=Evidence())).evidence.judged is None
    assert np.allclose(carried_beneath(judged(truth, 3, 3)).lattice[:8, :8], truth[:8, :8])


@pytest.mark.parametrize(("turns", "right"), [(0, "right"), (1, "lower"), (2, "left"), (3, "upper")])
def test_of_a_lattice_of_which_one_half_was_led_astray_the_other_leads_to_the_truth(
    turns: int, right: str
) -> None:
    truth = lattice_between(TILTED, 11)
    bent = np.array(np.rot90(truth, turns))
    bent[:, :5] += np.linspace(1.3, 0, 5)[:, None] * CELL * np.array([0.9, -0.4])
    astray = Lattice(np.array(np.rot90(bent, -turns)))

    led = dict(zip(("left", "right", "upper", "lower"), led_by_halves(astray), strict=True))

    assert np.linalg.norm(led[right].nodes - truth, axis=2).max() < 0.05 * CELL
    assert np.linalg.norm(astray.nodes - truth, axis=2).max() > CELL
