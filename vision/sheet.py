"""Which printed side a sheet is: told by its mountains and wastelands, never by what a player drew."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Side, Terrain
from vision.classifier import Probabilities

SEEN_AT_LEAST = 0.03  # a network is never surer than this that a printed feature is absent
MIN_MATCH = 0.5  # share of a side's printed squares that must be recognised
FEWEST_PRINTED = 3  # printed squares that a match is told from, at least


@dataclass(frozen=True, slots=True)
class SideMatch:
    """How well the printed features fit a side."""

    side: Side
    confidence: float
    """Probability against the other sides, 0 to 1."""
    match: float
    """Mean probability of the printed features where the side has them and the photo shows them, 0 to 1."""
    evidence: float
    """Log-likelihood of all that the cells show of mountains and wastelands; 0 is perfect."""

    def fits_better_than(self, other: "SideMatch") -> bool:
        """Whether more of the print is in place, and less stands where none is printed."""
        return self.match > other.match and self.evidence > other.evidence


def match_side(
    probabilities: Probabilities, labels: tuple[Terrain, ...], shown: NDArray[np.bool_] | None = None
) -> SideMatch:
    """Return the printed side whose mountains and wastelands the 121 cells show.

    Args:
        probabilities: of each terrain in each square, (121, terrains).
        labels: the terrains.
        shown: which squares lie in the photo, (121,); all of them by default.
    """
    shown = np.ones(len(ALL_SQUARES), np.bool_) if shown is None else shown
    mountain = probabilities[:, labels.index(Terrain.MOUNTAIN)]
    wasteland = probabilities[:, labels.index(Terrain.WASTELAND)]
    sides = sorted(LAYOUTS)
    evidence = np.array([_log_likelihood(side, mountain, wasteland, shown) for side in sides])
    shares = np.exp(evidence - evidence.max())
    best = int(evidence.argmax())
    match = _mean_seen(sides[best], mountain, wasteland, shown)
    confidence = float(shares[best] / shares.sum())
    return SideMatch(sides[best], confidence, match, float(evidence[best]))


@cache
def _printed(side: Side) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which squares have a printed mountain, and which a wasteland, (121,) each."""
    layout = LAYOUTS[side]
    mountains, wastelands = (
        np.array([square in printed for square in ALL_SQUARES])
        for printed in (layout.mountains, layout.wastelands)
    )
    return mountains, wastelands


def _log_likelihood(
    side: Side, mountain: Probabilities, wasteland: Probabilities, shown: NDArray[np.bool_]
) -> float:
    mountains, wastelands = _printed(side)
    likely = np.where(mountains, mountain, np.where(wastelands, wasteland, 1.0 - mountain - wasteland))
    return float(np.log(np.maximum(likely, SEEN_AT_LEAST))[shown].sum())


def _mean_seen(
    side: Side, mountain: Probabilities, wasteland: Probabilities, shown: NDArray[np.bool_]
) -> float:
    mountains, wastelands = _printed(side)
    seen = np.where(mountains, mountain, wasteland)[shown & (mountains | wastelands)]
    return float(seen.sum()) / max(len(seen), FEWEST_PRINTED)
