"""Calibrates a network's confidences for photos."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

from engine import Terrain
from vision.errors import ModelError
from vision.read.reading import CellReading
from vision.released import read_settings

USUAL_DOUBT = 0.95  # of a model that is not here any more


def borne_out(model: str, cells: Iterable[CellReading]) -> tuple[CellReading, ...]:
    """Return cells with what they may show as photos bear it out, terrain by terrain.

    In training terrains are drawn more often, or less, than what looks like them on photos. By Bayes' rule
    each terrain's probability is multiplied by its weight: `photo_weights`, a setting of the model, whose
    card says how they were found. What a cell lacks of 1 stays as doubt.
    """
    weights = _photo_weights(model)
    return tuple(_weighed(cell, weights) for cell in cells)


def _weighed(cell: CellReading, weights: Mapping[Terrain, float]) -> CellReading:
    weighed = {terrain: share * weights.get(terrain, 1.0) for terrain, share in cell.probabilities.items()}
    scale = sum(cell.probabilities.values()) / sum(weighed.values())
    return replace(cell, probabilities={terrain: share * scale for terrain, share in weighed.items()})


def shares_on_photos(model: str, shares: Mapping[Terrain, float]) -> dict[Terrain, float]:
    """Return what a square may hold as photos bear it out.

    The odds of an error are those of the reading, raised to `photo_slope`: a setting of the model, chosen by
    how often totals are right that are called so (docs/certainty.md).
    """
    read = max(shares, key=shares.__getitem__)
    doubt = 1.0 - shares[read] / sum(shares.values())
    if not 0.0 < doubt < 1.0:
        return dict(shares)
    odds = (doubt / (1.0 - doubt)) ** _photo_slope(model)
    likely = min(odds / (1.0 + odds), max(doubt, 1.0 - shares[read]))  # photos give no reason for more doubt
    others = {terrain: share for terrain, share in shares.items() if terrain is not read}
    whole = sum(others.values())
    return {read: 1.0 - likely, **{terrain: likely * share / whole for terrain, share in others.items()}}


def doubt_below(model: str) -> float:
    """Return the confidence below which a square that a network read is doubtful."""
    try:
        return float(read_settings(f"{model}/context")["doubt_below"])
    except ModelError:
        return USUAL_DOUBT


@cache
def _photo_weights(model: str) -> Mapping[Terrain, float]:
    """Return each terrain's weight, where it is not 1; none if they were not measured."""
    try:
        weights = read_settings(f"{model}/context").get("photo_weights", {})
    except ModelError:
        return {}
    return {Terrain(name): float(weight) for name, weight in weights.items()}


@cache
def _photo_slope(model: str) -> float:
    """Return to what the odds of an error are raised; 1 if it was not fitted."""
    try:
        return float(read_settings(f"{model}/context").get("photo_slope", 1.0))
    except ModelError:
        return 1.0
