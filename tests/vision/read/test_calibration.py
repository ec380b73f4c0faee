"""What photos bear out of a network's confidences."""

import json
from importlib.resources import files

import pytest

from engine import Square, Terrain
from vision.read.calibration import borne_out
from vision.read.reading import CellReading

MODEL = "terrain_v17"
SQUARE = Square(3, 4)


@pytest.mark.parametrize("terrain", [Terrain.FARM, Terrain.EMPTY, Terrain.WATER])
def test_odds_of_an_error_are_multiplied_by_the_factor_of_the_terrain_read(terrain: Terrain) -> None:
    factor = json.loads((files("models") / MODEL / "context/config.json").read_text())["photo_odds"][terrain]
    seen = CellReading(SQUARE, {terrain: 0.9, Terrain.VILLAGE: 0.06, Terrain.FOREST: 0.03})

    (cell,) = borne_out(MODEL, [seen])

    assert cell.terrain is terrain
    assert (1 - cell.confidence) / cell.confidence == pytest.approx(factor * 0.1 / 0.9)
    assert cell.probabilities[Terrain.VILLAGE] == pytest.approx(2 * cell.probabilities[Terrain.FOREST])


def test_fields_are_trusted_less_and_empty_squares_more_than_the_network_says() -> None:
    field = CellReading(SQUARE, {Terrain.FARM: 0.99, Terrain.WATER: 0.01})
    empty = CellReading(SQUARE, {Terrain.EMPTY: 0.99, Terrain.WATER: 0.01})

    less, more = borne_out(MODEL, [field, empty])

    assert less.confidence < 0.99 < more.confidence


def test_a_model_whose_odds_were_not_measured_is_taken_at_its_word() -> None:
    seen = CellReading(SQUARE, {Terrain.FARM: 0.7, Terrain.WATER: 0.3})

    (cell,) = borne_out("some_model", [seen])

    assert cell.probabilities == pytest.approx(seen.probabilities)
