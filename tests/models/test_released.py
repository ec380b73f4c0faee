"""Floors under the released models, on photos drawn with hands that training did not see."""

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from datasets.draw.photo.sample import SheetSample, render_sample
from datasets.draw.recipe import Recipe
from engine import ALL_SQUARES, SIZE, Side, Square, Terrain
from tests.extent import ALL_TESTS
from vision import (
    GridNotFoundError,
    Lattice,
    ModelError,
    OnnxClassifier,
    SheetReading,
    decode_photo,
    load_classifier,
    read_image,
    released,
)
from vision.image import Image
from vision.read.cells import rectify

SEED = 404  # no training or calibration photo has it
PRINTED = {Terrain.MOUNTAIN, Terrain.WASTELAND}
Pairs = list[tuple[SheetSample, SheetReading]]


@pytest.fixture(name="classifier", scope="module")
def _classifier() -> OnnxClassifier:
    return load_classifier()


@pytest.fixture(name="samples", scope="module")
def _samples() -> list[SheetSample]:
    """Photos of sheets of known sides, drawn by unseen hands."""
    recipe, count = Recipe.load("easy"), 10 if ALL_TESTS else 5
    drawn = (render_sample(recipe, SEED, index, split="test") for index in range(14))
    return list(islice((sample for sample in drawn if sample.truth.side != Side.CUSTOM), count))


def corner_error(reading: SheetReading, sample: SheetSample) -> float:
    """Worst distance of a corner in squares, in the sheet's own order."""
    truth = sample.truth.corners
    square = np.linalg.norm(truth - np.roll(truth, 1, 0), axis=1).mean() / 11
    return float(np.linalg.norm(reading.geometry.corners - truth, axis=1).max() / square)


def read_all(samples: Sequence[SheetSample], classifier: OnnxClassifier) -> Pairs:
    """Read the samples; those in which no sheet is found are left out."""
    found = []
    for sample in samples:
        try:
            found.append((sample, read_image(Image(sample.photo), classifier)))
        except GridNotFoundError:
            continue
    return found


@pytest.fixture(name="read", scope="module")
def _read(samples: list[SheetSample], classifier: OnnxClassifier) -> Pairs:
    return read_all(samples, classifier)


@pytest.mark.parametrize(
    "name",
    [
        "lattice_v4",
        "align_v2",
        "judge_v2",
        "terrain_v20/eye",
        "terrain_v20/context",
        "terrain_v19/eye",
        "terrain_v19/context",
    ],
)
def test_a_model_is_the_one_that_was_released(name: str) -> None:
    """The hash in the settings is the network's, and it is small enough to ship."""
    folder = files("models") / name
    config = json.loads((folder / "config.json").read_text("utf-8"))

    assert hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest() == config["sha256"]
    assert len((folder / "model.onnx").read_bytes()) < 3_000_000


@pytest.mark.parametrize("name", ["lattice_v4", "align_v2", "judge_v2", "terrain_v20", "terrain_v19"])
def test_a_model_has_a_card_that_says_how_good_it_is(name: str) -> None:
    """Whoever trusts a model can look up what was measured."""
    assert "## How good it is" in (files("models") / name / "README.md").read_text("utf-8")


def test_a_sheet_seen_before_is_reconsidered_as_if_it_were_seen_anew(
    samples: list[SheetSample], classifier: OnnxClassifier
) -> None:
    """Where ruins are printed changes what is understood, not what is seen."""
    sheet = rectify(Image(samples[0].photo), Lattice(samples[0].truth.lattice))
    nowhere, somewhere = np.zeros((SIZE, SIZE), np.bool_), np.eye(SIZE, dtype=np.bool_)
    first = classifier.classify(sheet, nowhere)

    again, anew = classifier.reconsider(first, somewhere), classifier.classify(sheet, somewhere)

    assert np.array_equal(again.signs, anew.signs)
    assert np.allclose(again.terrain, anew.terrain, atol=1e-6)
    assert not np.allclose(again.terrain, first.terrain, atol=1e-6)


def test_squares_looked_at_again_are_as_they_were_where_nothing_has_changed(
    samples: list[SheetSample], classifier: OnnxClassifier
) -> None:
    """They stand apart from their neighbours then, which the eye hardly sees."""
    sheet = rectify(Image(samples[0].photo), Lattice(samples[0].truth.lattice))
    squares = [Square(0, 0), Square(3, 10), Square(5, 5), Square(6, 5), Square(10, 0)]
    first = classifier.classify(sheet, np.zeros((SIZE, SIZE), np.bool_))

    again = classifier.look_again(first, sheet, squares)

    assert np.array_equal(again.terrain.argmax(axis=1), first.terrain.argmax(axis=1))
    others = [row for row, square in enumerate(ALL_SQUARES) if square not in squares]
    assert np.array_equal(again.signs[others], first.signs[others])


def test_two_networks_have_an_equal_say(samples: list[SheetSample], classifier: OnnxClassifier) -> None:
    """What is likely is what both hold likely, and stays likelihood."""
    assert classifier.beside is not None
    sheet = rectify(Image(samples[0].photo), Lattice(samples[0].truth.lattice))
    nowhere = np.zeros((SIZE, SIZE), np.bool_)

    both = classifier.classify(sheet, nowhere)
    own, other = (
        each.classify(sheet, nowhere) for each in (replace(classifier, beside=None), classifier.beside)
    )

    product = own.terrain * other.terrain
    expected = np.sqrt(product) / np.sqrt(product).sum(axis=1, keepdims=True)
    assert np.allclose(both.terrain, expected, atol=1e-6)
    assert np.allclose(both.terrain.sum(axis=1), 1.0)
    assert np.array_equal(both.signs, own.signs)
    assert both.kinds is not None
    assert own.kinds is not None
    assert other.kinds is not None
    chances = np.sqrt(own.kinds.chances * other.kinds.chances)
    assert np.allclose(both.kinds.chances, chances / chances.sum(axis=1, keepdims=True), atol=1e-6)


def test_the_networks_tell_kinds_of_drawings_apart(
    samples: list[SheetSample], classifier: OnnxClassifier
) -> None:
    """By the square alone, and hardly ever a kind of another terrain."""
    sheet = rectify(Image(samples[0].photo), Lattice(samples[0].truth.lattice))
    held = np.array([classifier.labels.index(t) for row in samples[0].truth.terrain for t in row])

    kinds = classifier.classify(sheet, np.zeros((SIZE, SIZE), np.bool_)).kinds

    assert kinds is not None
    assert np.allclose(kinds.chances.sum(axis=1), 1.0)
    assert np.mean(kinds.known.terrain[kinds.chances.argmax(axis=1)] == held) > 0.9
    for column in range(len(classifier.labels)):
        assert kinds.known.shares[kinds.known.terrain == column].sum() == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("damaged", ["terrain_v20", "terrain_v19"])
def test_a_model_with_another_hash_is_refused(
    damaged: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("terrain_v20", "terrain_v19"):
        shutil.copytree(str(files("models") / name), tmp_path / name)
    with (tmp_path / damaged / "context" / "model.onnx").open("ab") as network:
        network.write(b"?")
    monkeypatch.setattr(released, "files", lambda package: tmp_path)
    released.load_model.cache_clear()

    with pytest.raises(ModelError) as caught:
        load_classifier()

    assert caught.value.reason.code == "model_damaged"


def test_a_classifier_can_be_handed_to_another_process() -> None:
    classifier = load_classifier()

    assert pickle.loads(pickle.dumps(classifier)) == classifier


def test_a_model_that_is_not_there_is_refused() -> None:
    with pytest.raises(ModelError) as caught:
        load_classifier("terrain_v0")

    assert caught.value.reason.code == "model_missing"


def test_sheets_of_unseen_hands_are_found(read: Pairs, samples: list[SheetSample]) -> None:
    misplaced = [reading for sample, reading in read if corner_error(reading, sample) >= 0.25]

    assert len(read) - len(misplaced) >= len(samples) - len(samples) // 5
    assert all(reading.doubtful or reading.reason for reading in misplaced)


def test_cells_of_unseen_hands_are_read(read: Pairs) -> None:
    found = [(sample, reading) for sample, reading in read if corner_error(reading, sample) < 0.25]
    right = [
        cell.terrain == sample.truth.terrain[cell.square.row][cell.square.column]
        for sample, reading in found
        for cell in reading.cells
        if cell.terrain not in PRINTED
    ]

    assert all(reading.side == sample.truth.side for sample, reading in found)
    assert np.mean(right) > 0.945


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_sheet_is_found_whichever_way_up_it_lies(
    samples: list[SheetSample], classifier: OnnxClassifier, quarters: int
) -> None:
    sample = samples[0]
    upright = read_image(Image(sample.photo), classifier)

    turned = read_image(Image(np.ascontiguousarray(np.rot90(sample.photo, quarters))), classifier)

    same = [upright.to_map()[square] == turned.to_map()[square] for square in ALL_SQUARES]
    assert turned.side == upright.side
    assert np.mean(same) > 0.93


def test_a_photo_of_a_table_alone_is_refused(classifier: OnnxClassifier) -> None:
    rng = np.random.default_rng(8)
    grain = rng.normal(0, 9, (900, 60, 1)).repeat(20, axis=1)
    table = Image(np.clip(grain + np.array([140, 96, 60]), 0, 255).astype(np.uint8))

    with pytest.raises(GridNotFoundError):
        read_image(table, classifier)


def test_the_photo_on_disk_and_in_memory_read_alike(
    samples: list[SheetSample], classifier: OnnxClassifier
) -> None:
    decoded = decode_photo(samples[1].jpeg)

    assert np.array_equal(decoded, samples[1].photo)


@pytest.mark.parametrize("brightness", [0, 128, 200, 255])
@pytest.mark.parametrize("side", [None, Side.A, Side.CUSTOM])
def test_blank_paper_is_refused_whatever_side_is_reported(
    classifier: OnnxClassifier, brightness: int, side: Side | None
) -> None:
    blank = Image(np.full((1000, 800, 3), brightness, np.uint8))

    with pytest.raises(GridNotFoundError):
        read_image(blank, classifier, side=side)


def test_loading_a_model_keeps_and_sends_no_word_of_this_machine(tmp_path: Path) -> None:
    """The network's library tells its maker of each process unless it is forbidden before it is loaded."""
    words = "from vision import load_classifier; load_classifier()"
    environment = {**os.environ, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    for told in ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME"):
        environment.pop(told, None)
    subprocess.run([sys.executable, "-c", words], env=environment, check=True)
    assert list(tmp_path.iterdir()) == []
