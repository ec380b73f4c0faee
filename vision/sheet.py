"""Which printed side a sheet is: told by its mountains and wastelands, never by what a player drew."""

from dataclasses import dataclass

import numpy as np

from engine import ALL_SQUARES, LAYOUTS, Layout, Side, Terrain
from vision.classifier import Probabilities

SEEN_AT_LEAST = 0.03  # a network is never surer than this that a printed feature is absent
MIN_MATCH = 0.5  # share of a side's printed squares that must be recognised


@dataclass(frozen=True, slots=True)
class SideMatch:
    """How well the printed features fit a side."""

    side: Side
    confidence: float
    """Probability against the other sides, 0 to 1."""
    match: float
    """Mean probability of the printed features where the side has them, 0 to 1."""
    evidence: float
    """Log-likelihood of all that the cells show of mountains and wastelands; 0 is perfect."""


def match_side(probabilities: Probabilities, labels: tuple[Terrain, ...]) -> SideMatch:
    """Return the printed side whose mountains and wastelands the 121 cells show."""
    mountain = probabilities[:, labels.index(Terrain.MOUNTAIN)]
    wasteland = probabilities[:, labels.index(Terrain.WASTELAND)]
    sides = sorted(LAYOUTS)
    evidence = np.array([_log_likelihood(LAYOUTS[side], mountain, wasteland) for side in sides])
    shares = np.exp(evidence - evidence.max())
    best = int(evidence.argmax())
    match = _mean_seen(LAYOUTS[sides[best]], mountain, wasteland)
    confidence = float(shares[best] / shares.sum())
    return SideMatch(sides[best], confidence, match, float(evidence[best]))


def _log_likelihood(layout: Layout, mountain: Probabilities, wasteland: Probabilities) -> float:
    nothing = 1.0 - mountain - wasteland
    likely = [
        mountain[k]
        if square in layout.mountains
        else wasteland[k]
        if square in layout.wastelands
        else nothing[k]
        for k, square in enumerate(ALL_SQUARES)
    ]
    return float(np.log(np.maximum(likely, SEEN_AT_LEAST)).sum())


def _mean_seen(layout: Layout, mountain: Probabilities, wasteland: Probabilities) -> float:
    seen = [mountain[k] for k, square in enumerate(ALL_SQUARES) if square in layout.mountains]
    seen += [wasteland[k] for k, square in enumerate(ALL_SQUARES) if square in layout.wastelands]
    return float(np.mean(seen))
