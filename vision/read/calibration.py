"""Calibrates a network's confidences for photos."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from engine import Terrain
from vision.errors import ModelError
from vision.read.reading import CellReading
from vision.read.ruins import BareOdds
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

    Odds of an error below `photo_small` fall faster than those of the reading, by the power `photo_slope`:
    settings of the model, chosen by how often totals are right that are called so (docs/certainty.md).
    """
    read = max(shares, key=shares.__getitem__)
    doubt = 1.0 - shares[read] / sum(shares.values())
    if not 0.0 < doubt < 1.0:
        return dict(shares)
    small, slope = _photo_doubts(model)
    odds = doubt / (1.0 - doubt)
    odds *= min(1.0, odds / small) ** (slope - 1.0)
    likely = min(odds / (1.0 + odds), max(doubt, 1.0 - shares[read]))  # photos give no reason for more doubt
    others = {terrain: share for terrain, share in shares.items() if terrain is not read}
    whole = sum(others.values())
    return {read: 1.0 - likely, **{terrain: likely * share / whole for terrain, share in others.items()}}


def doubt_below(model: str) -> float:
    """Return the confidence below which a square that a network read is doubtful."""
    return float(_settings(model).get("doubt_below", USUAL_DOUBT))


def bare_odds(model: str) -> BareOdds | None:
    """Return how surely ruins are bare, as was fitted on photos; None if it was not."""
    weights = _settings(model).get("photo_bare")
    return BareOdds(**weights) if weights else None


def _photo_weights(model: str) -> Mapping[Terrain, float]:
    """Return each terrain's weight, where it is not 1; none if they were not measured."""
    weights = _settings(model).get("photo_weights", {})
    return {Terrain(name): float(weight) for name, weight in weights.items()}


def _photo_doubts(model: str) -> tuple[float, float]:
    """Return below which the odds of an error fall faster, and by which power; 1 if they were not fitted."""
    settings = _settings(model)
    return float(settings.get("photo_small", 1.0)), float(settings.get("photo_slope", 1.0))


@cache
def _settings(model: str) -> Mapping[str, Any]:
    """Return what was fitted on photos for a model; nothing if it is not here any more."""
    try:
        return read_settings(f"{model}/context")
    except ModelError:
        return {}
