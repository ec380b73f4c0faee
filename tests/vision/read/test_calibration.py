"""What photos bear out of a network's confidences."""

import json
from importlib.resources import files

import pytest

from engine import Square, Terrain
from vision.read.calibration import bare_odds, borne_out, shares_on_photos
from vision.read.reading import CellReading

MODEL = "terrain_v19"
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


def test_the_odds_of_bare_ruins_are_a_setting_of_the_model() -> None:
    settings = json.loads((files("models") / MODEL / "context/config.json").read_text())["photo_bare"]

    odds = bare_odds(MODEL)

    assert odds is not None
    assert odds.faint == settings["faint"]
    assert bare_odds("some_model") is None


def test_large_doubts_stay_and_small_ones_are_smaller_on_photos() -> None:
    torn = {Terrain.FARM: 0.8, Terrain.WATER: 0.15, Terrain.HERO: 0.05}
    sure = {Terrain.FARM: 0.996, Terrain.WATER: 0.003, Terrain.HERO: 0.001}

    assert shares_on_photos(MODEL, torn) == pytest.approx(torn)
    smaller = shares_on_photos(MODEL, sure)
    assert 0.998 < smaller[Terrain.FARM] < 1.0
    assert smaller[Terrain.WATER] == pytest.approx(3 * smaller[Terrain.HERO])
    assert shares_on_photos("some_model", sure) == pytest.approx(sure)


def test_a_larger_doubt_stays_the_larger_one() -> None:
    doubts = [10**-power for power in range(7, 0, -1)]

    shown = [shares_on_photos(MODEL, {Terrain.FARM: 1 - p, Terrain.WATER: p})[Terrain.WATER] for p in doubts]

    assert shown == sorted(shown)
    assert all(shown[k] <= doubts[k] * (1 + 1e-9) for k in range(len(doubts)))
