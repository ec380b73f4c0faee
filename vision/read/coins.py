"""Counts the filled coins of the track, from the picture of their row."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.released import ReleasedModel

EMPTY, FILLED, HIDDEN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class CoinCount:
    """The likeliest count."""

    coins: int
    confidence: float
    """Probability that exactly the first so many coins are filled: low where there is a gap in the row.

    Coins of a row look alike, so what is unsure of one is unsure of all: the row is as sure as its weakest.
    """
    odds: tuple[float, ...] = ()
    """Probability of each count from 0; what lacks to 1 may be any."""


def count_coins(row: Image, model: ReleasedModel) -> CoinCount:
    """Count the filled coins of a straightened row, RGB (40, 448, 3)."""
    logits = model.run(row=np.ascontiguousarray(row.transpose(2, 0, 1)[None], np.float32))["out"][0]
    grown = np.exp((logits - logits.max(axis=0)).astype(np.float64) / float(model.config["temperature"]))
    return likeliest_count(np.asarray(grown / grown.sum(axis=0)))


def likeliest_count(shares: NDArray[np.float64]) -> CoinCount:
    """Return the count whose coins, filled from the left without a gap, fit best.

    Args:
        shares: probability of empty, filled and hidden for each coin, (3, 14).
    """
    logs = np.log(np.maximum(shares, 1e-12))
    before = np.concatenate([[0.0], logs[FILLED].cumsum()])
    after = np.concatenate([logs[EMPTY][::-1].cumsum()[::-1], [0.0]])
    fits = np.exp(before + after)
    count = int(fits.argmax())
    weakest = min(shares[FILLED, :count].min(initial=1.0), shares[EMPTY, count:].min(initial=1.0))
    odds = fits / fits.sum()
    sure = float(min(weakest, odds[count]))
    return CoinCount(count, sure, tuple((odds * min(1.0, sure / float(odds[count]))).tolist()))
