"""Bent sheets are followed from their middle outward."""

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find.geometry import Points, SheetGeometry, map_nodes
from vision.find.growing import grown_lattices
from vision.find.pyramid import Pyramid
from vision.image import Image

NEAR = 0.25  # squares, from which `finish` follows every line exactly
LENS = 880.0  # pixels, of a phone whose picture is 1100 x 1000


def farthest(found: SheetGeometry, truth: Points) -> float:
    """Return how far a node lies from the truth at most, in squares."""
    return float(np.linalg.norm(found.lattice - truth, axis=2).max() / found.cell_pixels)


def bulging_lattice(bulge: float, cells: int = 11) -> Points:
    """Return the nodes of a sheet that lies aslant, its middle higher by so many halves of its side."""
    x, y = np.moveaxis(map_nodes(cells) / cells * 2 - 1, -1, 0)
    height = bulge * (1 - x * x)
    turned, tilted = np.radians(20), np.radians(35)
    x, y = x * np.cos(turned) - y * np.sin(turned), x * np.sin(turned) + y * np.cos(turned)
    y, away = y * np.cos(tilted) - height * np.sin(tilted), 2.6 - y * np.sin(tilted) - height * np.cos(tilted)
    return np.stack([550 + LENS * x / away, 500 + LENS * y / away], axis=-1)


def creased_lattice(fold: float) -> Points:
    """Return the nodes of a sheet whose lines turn sharply halfway, by so many squares at its edge."""
    nodes = map_nodes(11)
    bent = nodes + fold * np.maximum(nodes[..., :1] - 5.2, 0) / 5.8 * np.array([0.0, 1.0])
    return np.asarray(220 + 55 * bent, np.float64)


def flat_between(lattice: Points, squares: tuple[float, float]) -> Points:
    """Return the flat lattice through the corners, one of them so far off."""
    corners = lattice[[0, 0, -1, -1], [0, -1, -1, 0]]
    moved = corners.copy()
    moved[1] += np.array(squares) * SheetGeometry(lattice).cell_pixels
    return lattice_between(moved, len(lattice) - 1)


@pytest.mark.parametrize(
    ("bulge", "off"), [(-0.12, (0.0, 0.0)), (-0.12, (0.5, -0.5)), (0.0, (0.5, -0.5)), (0.12, (0.5, -0.5))]
)
def test_a_bulging_sheet_is_followed_from_a_flat_proposal(bulge: float, off: tuple[float, float]) -> None:
    truth = bulging_lattice(bulge)

    found = grown_lattices(grid_photo(truth), flat_between(truth, off))

    assert farthest(found[0], truth) < NEAR


def test_lines_are_followed_across_a_crease() -> None:
    truth = creased_lattice(1.2)

    found = grown_lattices(grid_photo(truth), flat_between(truth, (0.0, 0.0)))

    assert farthest(found[0], truth) < NEAR


def test_a_middle_that_bulges_a_square_aside_is_followed() -> None:
    truth = lattice_between(TILTED, 11)
    across = map_nodes(11)[..., :1] / 11 * 2 - 1
    bulging = (1 - across**2) * np.array([1.1, 0.5]) * 58.0

    found = grown_lattices(grid_photo(truth), truth + bulging)

    assert min(farthest(one, truth) for one in found) < NEAR


def test_grids_of_other_sizes_are_followed_too() -> None:
    truth = bulging_lattice(0.1, cells=9)

    found = grown_lattices(grid_photo(truth), flat_between(truth, (0.4, 0.4)))

    assert farthest(found[0], truth) < NEAR


def test_on_blank_paper_nothing_fails() -> None:
    blank = Pyramid(Image(np.full((1000, 1100, 3), 215, np.uint8)))

    found = grown_lattices(blank, lattice_between(TILTED, 11))

    assert all(np.isfinite(one.lattice).all() for one in found)


def test_a_lattice_squeezed_into_what_is_left_of_a_sheet_is_undone() -> None:
    truth = lattice_between(TILTED + np.array([120.0, 0.0]), 11)
    beyond = truth[..., 0].max() - 40.0  # the last column runs out of the photo
    photo = Pyramid(Image(np.ascontiguousarray(grid_photo(truth).image[:, : int(beyond)])))
    squeezed = truth[:, :, :] - (map_nodes(11)[..., :1] / 11) * np.array([45.0, 0.0])

    found = grown_lattices(photo, squeezed)

    assert min(farthest(one, truth) for one in found) < NEAR
