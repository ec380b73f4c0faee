"""Counts the filled coins of the track, from the picture of their row and what is written below it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.released import ReleasedModel

EMPTY, FILLED, HIDDEN = 0, 1, 2
STILL = 0.7  # share of the sheets on which no coin was earned since the last season that was written down
MISWRITTEN = 0.05  # share of the seasons in which other coins are written than are filled


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

    A hidden coin fits any count: the coins beside it tell whether it is filled, as far as that can be told.

    Args:
        shares: probability of empty, filled and hidden for each coin, (3, 14).
    """
    may_be_filled, may_be_empty = 1.0 - shares[EMPTY], 1.0 - shares[FILLED]
    before = np.concatenate([[0.0], _logs(may_be_filled).cumsum()])
    after = np.concatenate([_logs(may_be_empty)[::-1].cumsum()[::-1], [0.0]])
    fits = np.exp(before + after)
    count = int(fits.argmax())
    weakest = min(may_be_filled[:count].min(initial=1.0), may_be_empty[count:].min(initial=1.0))
    odds = fits / fits.sum()
    sure = float(min(weakest, odds[count]))
    return CoinCount(count, sure, tuple((odds * min(1.0, sure / float(odds[count]))).tolist()))


def _logs(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.log(np.maximum(shares, 1e-12)))


def weigh_written(count: CoinCount, written: NDArray[np.float64], *, is_over: bool) -> CoinCount:
    """Return the count in the light of the coins that the player wrote down for the last season played.

    Coins are never lost: after a season's end more may have been earned, but no fewer are filled. A player
    may err, so what the row shows clearly outweighs what is written.

    Args:
        count: what the row shows.
        written: how likely the player wrote each count from 0, (15,); what lacks to 1 could not be read.
        is_over: whether it was the last season of the game, after which no coin is earned.
    """
    counts = np.arange(len(written))
    earned = counts - counts[:, None]  # since the season's end, for each written count (row)
    likely = np.where(earned < 0, 0.0, (1.0 - STILL) ** np.maximum(earned, 0))
    likely = np.eye(len(counts)) if is_over else likely / likely.sum(axis=1, keepdims=True)
    even = 1.0 / len(counts)
    fits = written @ (MISWRITTEN * even + (1.0 - MISWRITTEN) * likely) + (1.0 - written.sum()) * even
    shown = np.asarray(count.odds)
    weighed = (shown + max(0.0, 1.0 - float(shown.sum())) * even) * fits
    weighed /= weighed.sum()
    best = int(weighed.argmax())
    return CoinCount(best, float(weighed[best]), tuple(weighed.tolist()))


def count_borne_out(count: CoinCount, slope: float) -> CoinCount:
    """Return the count as sure as counts of photos have turned out to be right.

    Args:
        count: as drawn strips, on which the networks were calibrated, make it sure.
        slope: the power to which the odds against the likeliest count are raised, a setting of the model.
            The other counts keep their proportions.
    """
    if not count.confidence:
        return count
    doubt = 1.0 - count.confidence
    confidence = 1.0 / (1.0 + (doubt / count.confidence) ** slope)
    others = (1.0 - confidence) / doubt if doubt else 0.0
    odds = tuple(confidence if coins == count.coins else others * p for coins, p in enumerate(count.odds))
    return CoinCount(count.coins, confidence, odds)
