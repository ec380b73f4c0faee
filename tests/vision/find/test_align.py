"""A rough lattice is moved to the printed one, however it was bent, shifted or stretched."""

import numpy as np
import pytest

from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision.find import align
from vision.find.align import aligned, middles
from vision.find.lattice import Lattice, Points, map_nodes
from vision.find.mesh import refine
from vision.find.pyramid import Pyramid
from vision.image import Image

CELL = 58.0  # mean side of a square of the tilted grid, in pixels
LENS = 880.0  # pixels, of a phone whose picture is 1100 x 1000


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


@pytest.mark.parametrize(
    "truth",
    [bulging_lattice(-0.12), bulging_lattice(0.12), bulging_lattice(0.1, cells=9), creased_lattice(1.2)],
    ids=["hollow", "bulging", "of 9 squares", "creased"],
)
def test_bent_sheets_are_followed_from_a_flat_proposal(truth: Points) -> None:
    corners = truth[[0, 0, -1, -1], [0, -1, -1, 0]] + np.array([[0, 0], [30, -30], [0, 0], [0, 0]])

    found = refine(grid_photo(truth), lattice_between(corners, len(truth) - 1))

    assert np.linalg.norm(found.where.nodes - truth, axis=2).max() < 0.1 * CELL


@pytest.mark.parametrize("columns", [0.7, 1.5])
def test_a_lattice_squeezed_into_what_a_photo_shows_of_a_field_is_undone(columns: float) -> None:
    truth = lattice_between(TILTED, 11)
    width = int(truth[..., 0].max() - columns * CELL)
    photo = Pyramid(Image(np.ascontiguousarray(grid_photo(truth).image[:, :width])))
    squeezed = truth - (map_nodes(11)[..., :1] / 11) * np.array([columns * CELL, 0.0])

    found = aligned(photo, squeezed)

    seen = truth[..., 0] < width
    assert np.linalg.norm(found.where.nodes - truth, axis=2)[seen].max() < 0.25 * CELL


def test_on_blank_paper_nothing_fails_and_no_lattice_is_seen() -> None:
    blank = Pyramid(Image(np.full((1000, 1100, 3), 215, np.uint8)))

    found = aligned(blank, lattice_between(TILTED, 11))

    assert np.isfinite(found.where.nodes).all()
    assert not found.is_seen


def test_of_a_lattice_that_lies_beyond_the_photo_nothing_is_seen() -> None:
    beyond = lattice_between(TILTED + np.array([1500.0, 0.0]), 11)

    assert aligned(grid_photo(lattice_between(TILTED, 11)), beyond).error == np.inf


@pytest.mark.parametrize("cells", [9, 11])
def test_a_lattice_is_seen_where_one_is(cells: int) -> None:
    truth = lattice_between(TILTED, cells)

    assert aligned(grid_photo(truth), truth + 9.0).is_seen


@pytest.mark.parametrize("aside", [(0.9, 0.0), (-0.6, 0.7), (0.0, -0.9)])
@pytest.mark.parametrize("curl", [0.0, 0.6, -0.6])
def test_a_lattice_a_square_aside_on_bent_paper_comes_near(aside: tuple[float, float], curl: float) -> None:
    truth = lattice_between(TILTED, 11, curl=curl)

    found = aligned(grid_photo(truth), lattice_between(TILTED + CELL * np.array(aside), 11))

    assert np.linalg.norm(found.where.nodes - truth, axis=2).max() < 0.25 * CELL


@pytest.mark.parametrize("cells", [6, 9, 15])
def test_grids_of_other_games_come_near_too(cells: int) -> None:
    truth = lattice_between(TILTED, cells)
    square = CELL * 11 / cells
    corners = TILTED + 0.3 * square * np.array([[1, 1], [-1, 1], [0, -1], [1, 0]])

    found = aligned(grid_photo(truth), lattice_between(corners, cells))

    assert np.linalg.norm(found.where.nodes - truth, axis=2).max() < 0.25 * square


def test_the_networks_view_begins_two_squares_beyond_the_field() -> None:
    places = middles(11)

    assert places.shape == (15, 15, 2)
    assert places[2, 2].tolist() == (map_nodes(11)[0, 0] + 0.5).tolist()


def test_a_lattice_is_not_followed_into_a_fold(monkeypatch: pytest.MonkeyPatch) -> None:
    lattice = 40.0 + 30.0 * map_nodes(11)
    flat = Image(np.full((400, 400, 3), 255, np.uint8))

    def fold(photo: Pyramid, near: Lattice, degree: int) -> tuple[Points, float]:
        return np.asarray(map_nodes(near.cells) * (0.0, -1.0), np.float64), 0.0  # all rows onto the first

    monkeypatch.setattr(align, "_seen_aside", fold)

    found = aligned(Pyramid(flat), lattice)

    assert np.array_equal(found.where.nodes, lattice)
    assert not found.is_seen
