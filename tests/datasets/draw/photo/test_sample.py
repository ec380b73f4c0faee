import hashlib
import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from datasets.draw.photo.generate import Order, render_many, write_dataset
from datasets.draw.photo.sample import Recipe, SheetSample, render_sample
from engine import Terrain
from tests.extent import or_all


@pytest.fixture(name="quick_recipe", scope="module")
def _quick_recipe() -> Recipe:
    return Recipe.load("easy")


@pytest.fixture(name="one_sample", scope="module")
def _one_sample(quick_recipe: Recipe) -> SheetSample:
    return render_sample(quick_recipe, seed=5)


def test_same_seed_gives_the_same_bytes(quick_recipe: Recipe, one_sample: SheetSample) -> None:
    again = render_sample(quick_recipe, seed=5)

    assert one_sample.jpeg == again.jpeg
    assert one_sample.truth.to_json() == again.truth.to_json()


def test_another_index_gives_another_photo(quick_recipe: Recipe, one_sample: SheetSample) -> None:
    other = render_sample(quick_recipe, seed=5, index=1)

    assert one_sample.jpeg != other.jpeg


def test_two_workers_draw_what_one_draws(quick_recipe: Recipe) -> None:
    order = Order(quick_recipe, seed=8, count=2)

    alone = [hashlib.sha256(sample.jpeg).hexdigest() for sample in render_many(order)]
    together = [hashlib.sha256(sample.jpeg).hexdigest() for sample in render_many(order, workers=2)]

    assert alone == together


def test_truth_has_the_shape_of_the_measuring_photos(one_sample: SheetSample) -> None:
    truth = json.loads(json.dumps(one_sample.truth.to_json()))

    assert {
        "side",
        "terrain",
        "coins",
        "boxes",
        "difficulty",
        "style",
        "hand",
        "ruins",
        "corners",
        "points",
    } <= set(truth)
    assert np.array(truth["terrain"]).shape == (11, 11)
    assert np.array(truth["points"]).shape == (12, 12, 2)
    assert np.array(truth["corners"]).shape == (4, 2)
    assert {str(terrain) for terrain in Terrain} >= {name for row in truth["terrain"] for name in row}


def test_corners_are_the_ends_of_the_lattice(one_sample: SheetSample) -> None:
    truth = one_sample.truth

    np.testing.assert_array_equal(truth.corners[2], truth.lattice[11, 11])
    np.testing.assert_array_equal(truth.corners[1], truth.lattice[0, 11])


def test_season_boxes_add_up(quick_recipe: Recipe) -> None:
    boxes = [box for k in range(3) for box in render_sample(quick_recipe, 2, k).truth.ledger.boxes]

    assert all(sum(box[:4]) == box[4] and box[3] <= 0 for box in boxes)


@pytest.mark.parametrize("name", or_all(["hard"], ["train", "easy", "hard"]))
def test_the_whole_grid_is_in_the_photo(name: str) -> None:
    for index in range(2):
        sample = render_sample(Recipe.load(name), 3, index)
        height, width = sample.photo.shape[:2]

        assert (sample.truth.lattice >= 0).all()
        assert (sample.truth.lattice <= (width, height)).all()


def test_unknown_recipe_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        Recipe.load("no such recipe")


def test_a_dataset_lists_its_photos(tmp_path: Path, quick_recipe: Recipe) -> None:
    manifest = json.loads(write_dataset(Order(quick_recipe, 1, 2), tmp_path).read_text())

    assert list(manifest["photos"]) == ["000.jpg", "001.jpg"]
    assert all(
        (tmp_path / name).with_suffix(suffix).exists()
        for name, suffix in product(manifest["photos"], (".jpg", ".json"))
    )


def test_test_hands_share_no_drawing_with_train_hands(quick_recipe: Recipe, one_sample: SheetSample) -> None:
    other = render_sample(quick_recipe, seed=5, split="test")

    assert other.jpeg != one_sample.jpeg
