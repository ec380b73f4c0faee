"""What photos bear out of a network's confidences."""

import json
from importlib.resources import files

import pytest

from engine import Square, Terrain
from vision.read.calibration import borne_out
from vision.read.reading import CellReading

MODEL = "terrain_v17"
SQUARE = Square(3, 4)


def test_terrains_are_weighed_against_one_another_and_doubt_stays() -> None:
    weights = json.loads((files("models") / MODEL / "context/config.json").read_text())["photo_weights"]
    seen = CellReading(SQUARE, {Terrain.HERO: 0.4, Terrain.VILLAGE: 0.5, Terrain.FARM: 0.05})

    (cell,) = borne_out(MODEL, [seen])

    odds = cell.probabilities[Terrain.HERO] / cell.probabilities[Terrain.VILLAGE]
    assert odds == pytest.approx(0.8 * weights["hero"])
    assert cell.terrain is Terrain.HERO
    assert sum(cell.probabilities.values()) == pytest.approx(0.95)


def test_what_is_given_stays_as_sure_as_it_is() -> None:
    mountain = CellReading(SQUARE, {Terrain.MOUNTAIN: 0.9999})

    (cell,) = borne_out(MODEL, [mountain])

    assert cell.confidence == pytest.approx(0.9999)


def test_a_model_whose_weights_were_not_measured_is_taken_at_its_word() -> None:
    seen = CellReading(SQUARE, {Terrain.FARM: 0.7, Terrain.WATER: 0.3})

    (cell,) = borne_out("some_model", [seen])

    assert cell.probabilities == pytest.approx(seen.probabilities)
