"""What the released judge says of right and wrong lattices, on drawn photos that training did not see."""

import numpy as np
import pytest

from datasets.draw.photo.sample import SheetSample, render_sample
from datasets.draw.recipe import Recipe
from datasets.draw.world.othergrids import draw_grid_page
from engine import LAYOUTS, Side
from vision import Lattice
from vision.find.judge import judge, least_found, least_sure
from vision.find.judgement import PRINTS, Judgement
from vision.find.lattice import Points, map_nodes
from vision.find.pyramid import Pyramid
from vision.image import Image
from vision.read.sheet import match_side

SEED = 404  # no training or calibration photo has it
OF_EACH_SIDE = (9, 6, 0, 2)
ASIDE = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)]


@pytest.fixture(name="sample", scope="module", params=OF_EACH_SIDE)
def _sample(request: pytest.FixtureRequest) -> SheetSample:
    sample = render_sample(Recipe.load("easy"), SEED, request.param, split="test")
    assert sample.truth.side is not Side.CUSTOM
    return sample


def judged(sample: SheetSample, lattice: Points) -> Judgement:
    return judge(Pyramid(Image(sample.photo)), Lattice(np.ascontiguousarray(lattice)))


def beside(sample: SheetSample, aside: tuple[float, float]) -> Lattice:
    truth = Lattice(sample.truth.lattice)
    return Lattice(truth.to_photo(map_nodes(11) + np.array(aside)))


def test_the_printed_lattice_is_known(sample: SheetSample) -> None:
    said = judged(sample, sample.truth.lattice)

    assert said.probability > 0.5
    assert said.step == (0, 0)
    assert said.covered.mean() < 0.2


def test_a_lattice_one_square_aside_is_moved_back(sample: SheetSample) -> None:
    for aside in ASIDE:
        wrong = beside(sample, aside)
        said = judged(sample, wrong.nodes)

        assert said.step == (-aside[0], -aside[1])
        assert said.probability < least_found()
        back = wrong.beside(said.step).nodes
        assert np.abs(back - sample.truth.lattice).max() < 0.2 * wrong.cell_pixels


@pytest.mark.parametrize("aside", [(0.5, 0.0), (0.5, 0.5), (4.0, 0.0)])
def test_a_lattice_elsewhere_is_not_the_printed_one(sample: SheetSample, aside: tuple[float, float]) -> None:
    assert judged(sample, beside(sample, aside).nodes).probability < least_sure()


@pytest.mark.parametrize("squares", [10, 12])
def test_a_lattice_of_another_number_of_squares_is_not(sample: SheetSample, squares: int) -> None:
    truth = Lattice(sample.truth.lattice)
    stretched = truth.to_photo(map_nodes(11) * squares / 11)

    assert judged(sample, stretched).probability < least_sure()


@pytest.mark.parametrize("quarters", range(4))
def test_print_says_side_and_way_up(sample: SheetSample, quarters: int) -> None:
    match = match_side(judged(sample, np.rot90(sample.truth.lattice, -quarters)))

    assert (match.side, match.way) == (sample.truth.side, quarters)


def test_a_sheet_in_a_mirror_is_seen_as_that(sample: SheetSample) -> None:
    match = match_side(judged(sample, sample.truth.lattice[:, ::-1]))

    assert match.side == sample.truth.side
    assert match.is_mirrored


def test_most_printed_pictures_are_seen_where_they_stand(sample: SheetSample) -> None:
    layout, said = LAYOUTS[sample.truth.side], judged(sample, sample.truth.lattice)
    seen = [PRINTS[kind] for kind in said.printed.argmax(axis=-1).ravel()]
    shown = {
        square: ("mountain", "wasteland")[square in layout.wastelands]
        for square in (*layout.mountains, *layout.wastelands)
    }

    right = [seen[11 * square.row + square.column] == kind for square, kind in shown.items()]
    assert np.mean(right) >= 0.75


@pytest.mark.parametrize("cells", [9, 13])
def test_it_judges_grids_of_other_games_too(cells: int) -> None:
    page = draw_grid_page(np.random.default_rng(5), cells)
    photo, truth = Pyramid(Image(page.picture)), Lattice(page.lattices[0])
    wrong = Lattice(truth.to_photo(map_nodes(cells) + np.array([1.0, 0.0])))

    assert judge(photo, truth).probability > judge(photo, wrong).probability
    assert judge(photo, truth).printed.shape == (cells, cells, 4)
