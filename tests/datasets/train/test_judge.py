"""What the judge learns from: the labels of right and wrong lattices, and that a step of training runs."""

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.draw.pictures import Pictures
from datasets.draw.recipe import Recipe
from datasets.draw.world.photo import draw_world_photo
from tests.vision.pictures import TILTED, grid_photo, lattice_between
from vision import Lattice
from vision.find.judgement import HERE
from vision.find.lattice import Points, map_nodes

torch = pytest.importorskip("torch", reason="training is not installed: make .venv/train")

FLAT = Lattice(lattice_between(TILTED, 11))
BENT = Lattice(lattice_between(TILTED, 11, curl=0.3))
STEPS = [(right, down) for down in (-1, 0, 1) for right in (-1, 0, 1)]


def beside(truth: Lattice, step: tuple[float, float]) -> Points:
    """Return the lattice so many squares (right, down) beside the true one."""
    return truth.to_photo(map_nodes(11) + np.array(step, np.float64))


def judged(truth: Lattice, lattice: Points, *, mirrored: bool = False) -> tuple[int | None, int]:
    from datasets.train.judge import _judged

    return _judged(truth, np.ascontiguousarray(lattice), mirrored=mirrored)[:2]


@pytest.mark.parametrize("truth", [FLAT, BENT], ids=["flat", "bent"])
@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("step", STEPS)
def test_the_step_that_is_learned_leads_to_the_printed_lattice(
    step: tuple[int, int], quarters: int, truth: Lattice
) -> None:
    taken = Lattice(np.rot90(beside(truth, step), -quarters).copy())

    place, way = judged(truth, taken.nodes)

    assert place is not None
    down, right = divmod(place, 3)
    back = taken.beside((right - 1, down - 1)).turned(way).nodes
    assert way == quarters
    assert np.abs(back - truth.nodes).max() < 0.2 * truth.cell_pixels


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("step", [(0, 0), (1, 0), (0, -1), (1, 1)])
def test_so_does_that_of_a_lattice_in_a_mirror(step: tuple[int, int], quarters: int) -> None:
    taken = np.rot90(beside(FLAT, step), -quarters)[:, ::-1]

    place, way = judged(FLAT, taken, mirrored=True)

    assert place is not None
    down, right = divmod(place, 3)
    moved = Lattice(np.ascontiguousarray(taken)).beside((right - 1, down - 1)).nodes
    assert way == quarters + 4
    assert np.abs(np.rot90(moved[:, ::-1], quarters) - FLAT.nodes).max() < 0.05 * FLAT.cell_pixels


def test_a_right_lattice_is_right_though_a_little_off() -> None:
    assert judged(FLAT, beside(FLAT, (0.1, -0.1))) == (HERE, 0)


def test_of_a_lattice_neither_right_nor_wrong_nobody_says_anything() -> None:
    assert judged(FLAT, beside(FLAT, (0.25, 0.0)))[0] is None


@pytest.mark.parametrize("step", [(0.5, 0.0), (2.0, 0.0), (0.0, -3.0)])
def test_a_lattice_elsewhere_is_none_of_the_places(step: tuple[float, float]) -> None:
    from datasets.train.judge import NONE

    assert judged(FLAT, beside(FLAT, step))[0] == NONE


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("step", [(0, 0), (1, 0), (-1, 1)])
def test_each_square_is_learned_where_it_is_seen(step: tuple[int, int], quarters: int) -> None:
    from datasets.train.judge import OUTSIDE, _judged, _labels
    from datasets.train.scenes import IGNORED, Scene

    printed = np.arange(121).reshape(11, 11) % 4
    hidden = np.zeros((11, 11), np.float32)
    hidden[4, 6] = 1.0
    scene = Scene(grid_photo(FLAT.nodes), FLAT.nodes, printed, hidden)
    lattice = np.rot90(beside(FLAT, step), -quarters)

    squares, covered = _labels(scene, _judged(FLAT, lattice, mirrored=False)[2])

    upright = np.rot90(squares, quarters)  # rows and columns of the view: the sheet's, and one about them
    known = printed.copy()
    known[4, 6] = IGNORED
    whole = np.full((15, 15), OUTSIDE)
    whole[2:-2, 2:-2] = known
    right, down = step
    assert np.array_equal(upright, whole[1 + down : 14 + down, 1 + right : 14 + right])
    row, column = 5 - down, 7 - right
    assert np.rot90(covered, quarters)[row, column] == 1.0
    assert np.nansum(covered) == 1.0


def test_a_scene_gives_as_many_examples_as_are_wanted() -> None:
    from datasets.train.judge import examples_of
    from datasets.train.scenes import grid_scene

    made = list(examples_of(grid_scene(np.random.default_rng(2), 9), 5, np.random.default_rng(3)))

    assert len(made) == 5
    assert {example.view.shape for example in made} == {(176, 176, 3)}


@pytest.fixture(name="photos", scope="module")
def _photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two drawn photos and their truth."""
    folder = tmp_path_factory.mktemp("world")
    for index in range(2):
        drawn = draw_world_photo(Recipe.load("world"), Pictures(), 78, index)
        (folder / f"{index}.jpg").write_bytes(drawn.jpeg)
        (folder / f"{index}.json").write_text(json.dumps(drawn.to_json()))
    return folder


@pytest.fixture(autouse=True)
def _without_real_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pictures, "load", lambda: Pictures())


def test_two_steps_of_training_run_and_go_on_where_they_stopped(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datasets.train import judge, loop
    from datasets.train.checkpoints import NAME

    monkeypatch.setattr(judge, "BATCH", 4)
    monkeypatch.setattr(loop, "DataLoader", lambda batches, **_: batches)  # in this process
    judge.train(photos, tmp_path, seed=1, steps=2)
    trained = torch.load(tmp_path / NAME, weights_only=True)

    again = judge.train(photos, tmp_path, seed=1, steps=2)

    assert int(trained["step"]) == 2
    for name, weight in again.state_dict().items():
        assert torch.equal(weight, trained["net"][name])


def test_two_steps_of_training_the_lattice_network_run(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from datasets.train import lattice
    from datasets.train.checkpoints import NAME
    from datasets.train.loop import Course

    monkeypatch.setattr(lattice, "BATCH", 4)
    lattice.train(photos, tmp_path, seed=1, cycles=(Course(2, 1e-3),))

    (checkpoint,) = tmp_path.rglob(NAME)
    assert int(torch.load(checkpoint, weights_only=True)["step"]) == 2
