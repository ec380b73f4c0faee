from typing import Any

import numpy as np
import pytest

from tests.extent import or_all
from tests.vision.pictures import TILTED, grid_picture, lattice_between
from vision import (
    Evidence,
    GridNotFoundError,
    Image,
    Lattice,
    SheetGeometry,
    find_grid,
    load_classifier,
    read_image,
)
from vision.find import grid
from vision.find.judgement import Judgement


def worst_corner(found: np.ndarray, truth: np.ndarray, cells: int) -> float:
    """Worst distance of a corner in squares, whichever corner comes first."""
    square = np.linalg.norm(truth - np.roll(truth, 1, 0), axis=1).mean() / cells
    return float(min(np.linalg.norm(np.roll(found, k, 0) - truth, axis=1).max() for k in range(4)) / square)


@pytest.mark.parametrize("cells", [5, 9, 13])
def test_a_printed_grid_of_any_size_is_found(cells: int) -> None:
    found = find_grid(grid_picture(lattice_between(TILTED, cells)), cells=cells)

    assert found.where.cells == cells
    assert worst_corner(found.corners, TILTED, cells) < 0.1


@pytest.mark.parametrize("size", [(1, 1), (5000, 1), (60, 60)])
def test_pictures_too_small_for_a_grid_are_refused(size: tuple[int, int]) -> None:
    picture = Image(np.zeros((*size, 3), np.uint8))

    for read in (find_grid, lambda image: read_image(image, load_classifier())):
        with pytest.raises(GridNotFoundError) as caught:
            read(picture)
        assert caught.value.reason.code == "too_small"


@pytest.mark.parametrize("cells", [-1, 0, 2, 1000])
def test_sizes_that_no_grid_has_are_refused_at_once(cells: int) -> None:
    with pytest.raises(ValueError, match="3 to 30"):
        find_grid(grid_picture(lattice_between(TILTED, 9)), cells)


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((90, 90)),
        np.zeros((90, 90, 3)),
        np.zeros((90, 90, 4), np.uint8),
        np.zeros((0, 9, 3), np.uint8),
        b"",
    ],
)
def test_what_is_no_picture_is_refused_as_such(image: Any) -> None:
    with pytest.raises(TypeError, match="a picture is"):
        find_grid(image, 9)
    with pytest.raises(TypeError, match="a picture is"):
        read_image(image, load_classifier())


@pytest.mark.parametrize("cells", ["11", 11.0, None])
def test_squares_a_side_are_a_whole_number(cells: Any) -> None:
    with pytest.raises(TypeError, match="cells is a whole number, not "):
        find_grid(grid_picture(lattice_between(TILTED, 9)), cells)


def test_a_covered_corner_does_not_hide_the_grid() -> None:
    picture = grid_picture(lattice_between(TILTED, 9))
    picture[120:300, 200:380] = (150, 120, 100)

    assert worst_corner(find_grid(picture, cells=9).corners, TILTED, 9) < 0.25


def test_a_bent_grid_is_followed() -> None:
    truth = lattice_between(TILTED, 9, curl=0.3)

    found = find_grid(grid_picture(truth), cells=9)

    square = np.linalg.norm(TILTED[0] - TILTED[1]) / 9
    turned = [np.linalg.norm(np.rot90(found.lattice, k) - truth, axis=2).max() for k in range(4)]
    assert min(turned) < 0.15 * square


def test_of_two_grids_the_larger_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the judge is a little surer of the smaller; but not where it is not sure of the larger."""
    small = SheetGeometry(Lattice(lattice_between(TILTED / 3, 9)), Evidence(judged=said(0.999)))
    picture = grid_picture(lattice_between(TILTED, 9))

    for probability, meant in ((0.99, TILTED), (0.6, TILTED / 3)):
        large = SheetGeometry(Lattice(lattice_between(TILTED, 9)), Evidence(judged=said(probability)))
        both = [small, large], picture
        monkeypatch.setattr(grid, "search_in_turn", lambda pictures, cells, both=both: both)
        assert worst_corner(find_grid(picture, cells=9).corners, meant, 9) < 0.1


def said(probability: float) -> Judgement:
    """Return what the judge says of a lattice of 9 x 9 that it believes with this probability."""
    places = np.full(10, (1 - probability) / 9)
    places[4] = probability
    return Judgement(places, np.full(8, 1 / 8), np.zeros((9, 9, 4)), np.zeros((9, 9)))


@pytest.mark.parametrize("cells", or_all([11], [9, 11]))
def test_a_picture_without_a_grid_is_refused_with_advice(cells: int) -> None:
    noise = np.random.default_rng(2).normal(190, 12, (700, 900, 1)).repeat(3, axis=2)

    with pytest.raises(GridNotFoundError) as caught:
        find_grid(Image(noise.clip(0, 255).astype(np.uint8)), cells=cells)

    assert caught.value.reason.code == "no_grid"
    assert "whole sheet" in caught.value.reason.advice


def test_a_grid_of_other_games_is_no_map_sheet() -> None:
    with pytest.raises(GridNotFoundError):
        find_grid(grid_picture(lattice_between(TILTED, 9)))
