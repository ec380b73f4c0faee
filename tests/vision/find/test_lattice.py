import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skimage.transform import ProjectiveTransform

from tests.vision.pictures import TILTED, lattice_between
from vision.find.lattice import Lattice, map_nodes, transform


def curled(curl: float = 0.0) -> Lattice:
    return Lattice(lattice_between(TILTED, 11, curl=curl))


@pytest.mark.parametrize("curl", [0.0, 0.4])
def test_nodes_lie_where_the_lattice_says(curl: float) -> None:
    lattice = curled(curl)

    assert np.abs(lattice.to_photo(map_nodes(11)) - lattice.nodes).max() < 0.1


@given(st.floats(0, 11), st.floats(0, 11))
def test_any_point_of_a_flat_sheet_lies_where_the_plane_says(column: float, row: float) -> None:
    flat = curled()

    there = flat.to_photo(np.array([column, row]))
    back = np.linalg.solve(flat.plane, np.append(there, 1.0))

    assert (column, row) == pytest.approx(tuple(back[:2] / back[2]), abs=0.02)


@pytest.mark.parametrize("count", [0, 40_000])
def test_no_point_and_very_many_are_carried_to_the_photo(count: int) -> None:
    bent, middle = curled(0.4), np.array([5.5, 5.5])

    there = bent.to_photo(np.tile(middle, (count, 1)))

    assert np.array_equal(there, np.tile(bent.to_photo(middle), (count, 1)))


def test_the_plane_is_the_one_that_another_library_finds() -> None:
    flat = curled()
    other = ProjectiveTransform.from_estimate(map_nodes(11).reshape(-1, 2), flat.nodes.reshape(-1, 2))

    points = np.random.default_rng(1).uniform(-2, 13, (50, 2))

    assert np.abs(transform(flat.plane, points) - other(points)).max() < 1e-3


@pytest.mark.parametrize("curl", [0.0, 0.4])
def test_a_raster_of_places_lies_where_its_points_do(curl: float) -> None:
    lattice = curled(curl)
    along = -1.25 + 0.031 * np.arange(432)

    x, y = lattice.places(-1.25, 0.031, 432)

    exact = lattice.to_photo(np.stack(np.meshgrid(along, along), axis=-1))
    assert np.abs(np.stack([x, y], axis=-1) - exact).max() < 0.02 * lattice.cell_pixels


def test_a_sheet_in_a_smaller_copy_of_the_photo_has_the_same_pixels() -> None:
    half = curled().scaled(0.5)

    assert np.allclose(half.scaled(2.0).nodes, curled().nodes)
    assert np.allclose(half.nodes[0, 0], (TILTED[0] + 0.5) / 2 - 0.5, atol=0.01)


def test_corners_come_in_the_order_a_person_reads() -> None:
    assert np.allclose(curled().corners, TILTED, atol=0.01)


def test_four_quarter_turns_change_nothing() -> None:
    lattice = curled(0.3)
    turned = lattice
    for _ in range(4):
        turned = turned.turned(1)

    assert np.array_equal(lattice.nodes, turned.nodes)


def test_a_quarter_turn_makes_the_top_right_corner_the_first() -> None:
    assert np.allclose(curled().turned(1).corners[0], TILTED[1], atol=0.01)
