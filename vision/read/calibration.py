"""Calibrates a network's confidences for photos."""

from collections.abc import Mapping
from functools import cache

from engine import Terrain
from vision.errors import ModelError
from vision.released import read_settings

USUAL_DOUBT = 0.95  # of a model that is not here any more


def shares_on_photos(model: str, shares: Mapping[Terrain, float]) -> dict[Terrain, float]:
    """Return what a square may hold as photos bear it out.

    Confidences are calibrated on drawn sheets that are harder to read than photos are. On photos the odds of
    an error are the odds that the network gives, raised to `photo_slope`: a setting of the model
    (docs/retraining.md), fitted on photos drawn afresh.
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
def _photo_slope(model: str) -> float:
    """Return to what the odds of an error are raised; 1 if it was not fitted."""
    try:
        return float(read_settings(f"{model}/context").get("photo_slope", 1.0))
    except ModelError:
        return 1.0
