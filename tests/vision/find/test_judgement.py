"""What is said of a lattice means the same once it is turned."""

from dataclasses import replace

import numpy as np
import pytest

from engine import Side
from tests.vision.judged import judged_as
from tests.vision.pictures import TILTED, lattice_between
from vision import Evidence, Lattice, SheetGeometry
from vision.find.judgement import MIRRORED, PRINTS, Judgement, mean_judgement
from vision.read.sheet import match_side

STEPS = [(right, down) for down in (-1, 0, 1) for right in (-1, 0, 1)]


def some_judgement(seed: int) -> Judgement:
    rng = np.random.default_rng(seed)
    return Judgement(
        rng.dirichlet(np.ones(10)),
        rng.dirichlet(np.ones(2 * MIRRORED)),
        rng.dirichlet(np.ones(len(PRINTS)), (11, 11)),
        rng.random((11, 11)),
    )


def pointing(step: tuple[int, int]) -> Judgement:
    places = np.full(10, 0.01)
    places[STEPS.index(step)] = 0.91
    return replace(some_judgement(0), places=places)


def parts(judged: Judgement) -> list[np.ndarray]:
    return [judged.places, judged.ways, judged.printed, judged.covered]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("quarters", range(5))
def test_turned_all_the_way_round_it_is_the_same(seed: int, quarters: int) -> None:
    judged = some_judgement(seed)

    again = judged.turned(quarters).turned(4 - quarters)

    assert all(np.array_equal(first, other) for first, other in zip(parts(again), parts(judged), strict=True))


@pytest.mark.parametrize("quarters", range(4))
def test_turning_in_two_goes_is_turning_in_one(quarters: int) -> None:
    judged = some_judgement(7)

    twice, once = judged.turned(quarters).turned(1), judged.turned(quarters + 1)

    assert all(np.array_equal(first, other) for first, other in zip(parts(twice), parts(once), strict=True))


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("step", STEPS)
def test_a_step_leads_to_the_same_place_after_turning(step: tuple[int, int], quarters: int) -> None:
    lattice, judged = Lattice(lattice_between(TILTED, 11)), pointing(step)
    turned, also_judged = lattice.turned(quarters), judged.turned(quarters)

    there, also_there = lattice.beside(judged.step), turned.beside(also_judged.step)

    assert judged.step == step
    assert np.abs(also_there.nodes - there.turned(quarters).nodes).max() < 1e-6


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("way", range(2 * MIRRORED))
def test_a_turned_sheet_comes_upright_to_the_same_place(way: int, quarters: int) -> None:
    if way >= MIRRORED:  # a lattice in a mirror is brought upright from right to left
        flipped = lattice_between(TILTED, 11)[:, ::-1]
        found = Lattice(np.ascontiguousarray(np.rot90(flipped, -way)[:, ::-1]))
    else:
        found = Lattice(np.rot90(lattice_between(TILTED, 11), -way).copy())
    turned = SheetGeometry(found, Evidence(judged=judged_as(Side.B, way=way))).turned(quarters)
    judged = turned.evidence.judged
    assert judged is not None

    match = match_side(judged)
    mirror = slice(None, None, -1 if match.is_mirrored else 1)
    upright = np.rot90(turned.lattice[:, mirror], match.way % MIRRORED)

    truth = lattice_between(TILTED, 11)[:, mirror]
    assert match.side is Side.B
    assert int(judged.ways.argmax()) == match.way
    assert np.abs(upright - truth).max() < 1e-6


def test_the_probability_is_that_of_the_lattice_itself() -> None:
    assert judged_as(Side.A, probability=0.83).probability == pytest.approx(0.83)
    assert Evidence().probability == 0.0


def test_looks_at_a_lattice_turned_are_turned_back_and_averaged() -> None:
    judged, other = some_judgement(1), some_judgement(2)

    same = mean_judgement([judged.turned(quarters).turned(-quarters) for quarters in range(MIRRORED)])
    both = mean_judgement([judged, other])

    for part, averaged in zip(parts(judged), parts(same), strict=True):
        np.testing.assert_allclose(averaged, part)
    assert both.probability == pytest.approx((judged.probability + other.probability) / 2)
