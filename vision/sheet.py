"""Which printed side a sheet is: told by its mountains and wastelands, never by what a player drew."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine import ALL_SQUARES, LAYOUTS, Layout, Side, Terrain
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
    probabilities: Probabilities,
    labels: tuple[Terrain, ...],
    shown: NDArray[np.bool_] | None = None,
    layouts: Mapping[Side, Layout] = LAYOUTS,
) -> SideMatch:
    """Return the printed side whose mountains and wastelands the 121 cells show.

    Args:
        probabilities: of each terrain in each square, (121, terrains).
        labels: the terrains.
        shown: which squares lie in the photo, (121,); all of them by default.
        layouts: the sides that it may be.
    """
    shown = np.ones(len(ALL_SQUARES), np.bool_) if shown is None else shown
    mountain = probabilities[:, labels.index(Terrain.MOUNTAIN)]
    wasteland = probabilities[:, labels.index(Terrain.WASTELAND)]
    sides = sorted(layouts)
    evidence = np.array([_log_likelihood(layouts[side], mountain, wasteland, shown) for side in sides])
    shares = np.exp(evidence - evidence.max())
    best = int(evidence.argmax())
    match = _mean_seen(layouts[sides[best]], mountain, wasteland, shown)
    confidence = float(shares[best] / shares.sum())
    return SideMatch(sides[best], confidence, match, float(evidence[best]))


def layouts_with(own: Layout) -> dict[Side, Layout]:
    """Return the sides that a sheet may be of which a person says that it is a side of their own.

    A printed side that has the same mountains and wastelands cannot be told from it, and is left out.
    """
    others = {
        side: layout
        for side, layout in LAYOUTS.items()
        if (layout.mountains, layout.wastelands) != (own.mountains, own.wastelands)
    }
    return others | {Side.CUSTOM: own}


@lru_cache(maxsize=16)
def _printed(layout: Layout) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which squares have a printed mountain, and which a wasteland, (121,) each."""
    mountains, wastelands = (
        np.array([square in printed for square in ALL_SQUARES])
        for printed in (layout.mountains, layout.wastelands)
    )
    return mountains, wastelands


def _log_likelihood(
    layout: Layout, mountain: Probabilities, wasteland: Probabilities, shown: NDArray[np.bool_]
) -> float:
    mountains, wastelands = _printed(layout)
    likely = np.where(mountains, mountain, np.where(wastelands, wasteland, 1.0 - mountain - wasteland))
    return float(np.log(np.maximum(likely, SEEN_AT_LEAST))[shown].sum())


def _mean_seen(
    layout: Layout, mountain: Probabilities, wasteland: Probabilities, shown: NDArray[np.bool_]
) -> float:
    mountains, wastelands = _printed(layout)
    if not (mountains | wastelands).any():  # nothing that could be missed
        return 1.0
    seen = np.where(mountains, mountain, wasteland)[shown & (mountains | wastelands)]
    return float(seen.sum()) / max(len(seen), min(FEWEST_PRINTED, int((mountains | wastelands).sum())))
