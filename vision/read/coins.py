"""Counts the filled coins of the track, from the picture of their row and what is written below it."""

from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Image
from vision.read.ledgercrops import COIN_PIXELS, ROW_HEIGHT
from vision.read.quality import edge_width
from vision.released import ReleasedModel

EMPTY, FILLED, HIDDEN = 0, 1, 2
STILL = 0.7  # share of the sheets on which no coin was earned since the last season that was written down
MISWRITTEN = 0.05  # share of the seasons in which other coins are written than are filled
COVERED = 0.2  # probability that a coin is hidden from which the row tells nothing by its evenness
CONSISTENT = 0.1  # confidence below which a row contradicts itself, as where there is a gap in it
PAPER_END = 0.9  # quantile of a row's brightness that is the paper
DARK = 8.0  # grey levels that are added, as black differs by noise alone
RINGS = (0, 5, 9, 13, 19)  # pixels from a coin's middle between which its ink is measured
UNEVEN = 0.03  # absorbance by which coins that are filled alike differ at least
TWO_PARTS = 4.0  # by how much a row in two parts is likelier than in one, as logarithm, though it is all one
SEEN = 0.3  # probability that the row must give a count by which what is written makes it sure
LIKELY = 0.5  # confidence from which what the coins show is not outweighed by how they divide the row
EDGE, SOFT = 4, 6.0  # pixels at a row's edges in which no coin lies, and over which their light is smoothed
BRIGHT = 0.8  # quantile of the light along the edges that the row gets everywhere
FEWEST, MORE_DOUBT = 11, 3.0  # coins that look filled from which doubt counts so many times
TAKEN_FOR_EMPTY = 0.05  # share of the rows taken for empty that are full
WHOLE_SAYS, LEAST_WHOLE = 0.75, 0.01  # power of what the row as a whole says, and the least that it says
BLURRED = 0.2  # coins over which edges rise: sharp rows have 0.14 at most, blurred ones that are misread 0.21
SPLIT_SAYS = 0.3  # power of what a division of the row says: a coin's rings are no independent evidence


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


def count_coins(row: Image, model: ReleasedModel, whole: ReleasedModel) -> CoinCount:
    """Count the filled coins of a straightened row, RGB (40, 448, 3).

    Args:
        row: as `vision.read.ledgercrops.cut_row` cuts it.
        model: tells what was done to each coin, held against the others.
        whole: tells of the row as a whole whether none, some or all are filled.
    """
    row = in_even_light(row)
    shown = np.ascontiguousarray(row.transpose(2, 0, 1)[None], np.float32)
    logits = model.run(row=shown)["out"][0]
    shares = _shares(logits / float(model.config["temperature"]))
    count = likeliest_count(shares)
    if shares[HIDDEN].max() >= COVERED or count.confidence < CONSISTENT:
        return count
    split = weigh_split(count, ink_of_coins(row))
    return weigh_whole(doubt_full(split), _shares(whole.run(row=shown)["out"][0]))


def _shares(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return the probabilities, along the first axis, that logits stand for."""
    grown = np.exp((logits - logits.max(axis=0)).astype(np.float64))
    return np.asarray(grown / grown.sum(axis=0))


def is_blurred(row: Image) -> bool:
    """Tell whether a straightened row of coins is so blurred that filled ones look like empty ones.

    The map above it may be sharp, as in a portrait or where the focus lies near.
    """
    return edge_width(row) > BLURRED * COIN_PIXELS


def in_even_light(row: Image) -> Image:
    """Return a row without the shadows that lie across it: paper about the coins tells the light.

    Of 515 rows of photos used for development, each with one to three shadows that take 45 % of the light,
    79 % were counted with a confidence of 0.85, six of them wrongly; in even light 96 %, three wrongly.
    """
    seen = row.astype(np.float32)
    above, below = (
        cv2.GaussianBlur(np.median(part, axis=0).mean(axis=1)[None], (0, 0), SOFT)[0]
        for part in (seen[:EDGE], seen[-EDGE:])
    )
    light = np.maximum(np.linspace(above, below, len(row)), DARK)
    gain = np.quantile(light, BRIGHT) / light
    return Image(np.minimum(seen * gain[..., None], 255).astype(np.uint8))


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


def weigh_split(count: CoinCount, ink: NDArray[np.float64]) -> CoinCount:
    """Return the count in the light of how evenly it divides the row.

    Filled coins of a row look alike, and so do empty ones, whatever they look like: the right count divides
    the row into two parts that are each as even as can be. Of each division the likelihood counts, if the ink
    of either part strays about its mean as it does (a change point of Gaussian observations, Hinkley 1970).
    The numbers were chosen on photos used for development (card of ledger_v9). Where the edge of a shadow
    divides the row elsewhere than what the coins show, neither is believed alone.

    Args:
        count: what each coin by itself shows.
        ink: what `ink_of_coins` measures, (n, features).
    """
    strays = [
        sum(_strays(part) for part in (ink[:filled], ink[filled:]) if len(part))
        for filled in range(len(ink) + 1)
    ]
    likely = -len(ink) / 2 * np.log(np.array(strays) / len(ink) + UNEVEN**2).sum(axis=1)
    likely[1:-1] -= TWO_PARTS
    split = _weighed(count, np.exp(SPLIT_SAYS * (likely - likely.max())))
    agree = split.coins == count.coins or count.confidence < LIKELY
    return split if agree else _undecided(count, split)


def doubt_full(count: CoinCount) -> CoinCount:
    """Return the count, knowing that of a full row the last coins are taken for empty ones.

    No empty coin is there to hold them against, and painted tracks grow darker towards their ends. So where
    nearly all coins look filled, what is doubted is several times as likely, and the row may be full.
    """
    last = len(count.odds) - 1
    if not FEWEST <= count.coins < last:
        return count
    doubt = 1.0 - count.confidence
    more = max(0.0, min(MORE_DOUBT * doubt, 0.5) - doubt)
    odds = list(count.odds)
    odds[count.coins] -= more
    odds[last] += more
    return CoinCount(count.coins, count.confidence - more, tuple(odds))


def weigh_whole(count: CoinCount, shares: NDArray[np.float64]) -> CoinCount:
    """Return the count in the light of whether the row as a whole looks filled.

    A full row has no empty coin to hold the others against: it is taken for an empty one, or divided
    somewhere. But no two coins are filled quite alike, while the printed ones are.

    Args:
        count: what the coins show, held against one another.
        shares: probability that none, some or all coins of the row are filled.
    """
    likely = np.maximum(shares, LEAST_WHOLE) ** WHOLE_SAYS
    odds = np.array(count.odds)
    odds += max(0.0, 1.0 - float(odds.sum())) / len(odds)
    odds[-1] = max(odds[-1], TAKEN_FOR_EMPTY * odds[0])
    odds *= likely[[0, *[1] * (len(odds) - 2), 2]]
    odds /= odds.sum()
    best = int(odds.argmax())
    return CoinCount(best, float(odds[best]), tuple(odds.tolist()))


def confirmed(count: CoinCount, weighed: CoinCount) -> CoinCount:
    """Return the count as weighed with what is written, as far as the row itself bears it out.

    What is written decides between counts that the row leaves open. Where the row shows another, or hides
    many coins, neither is believed alone: a slip of the player would become what was seen.
    """
    is_seen = not count.odds or count.odds[weighed.coins] >= SEEN
    return weighed if is_seen else _undecided(count, weighed)


def _undecided(one: CoinCount, other: CoinCount) -> CoinCount:
    """Return the mean of what two counts say, each as good as the other."""
    odds = (np.asarray(one.odds) + np.asarray(other.odds)) / 2
    best = int(odds.argmax())
    return CoinCount(best, float(odds[best]), tuple(odds.tolist()))


def _strays(part: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sum of the squared distances from the mean, for each feature."""
    return np.asarray(((part - part.mean(axis=0)) ** 2).sum(axis=0), np.float64)


def ink_of_coins(row: Image) -> NDArray[np.float64]:
    """Return how much light the coins of a row absorb in rings about their middles, and how unevenly.

    Args:
        row: RGB, (40, 32 n, 3).

    Returns:
        The mean in each ring and the standard deviation, in natural logarithms, (n, 2 * 4).
    """
    paper = np.quantile(row.reshape(-1, 3), PAPER_END, axis=0)
    absorbed = -np.log((row.astype(np.float64) + DARK) / (paper + DARK))
    coins = absorbed.reshape(ROW_HEIGHT, -1, COIN_PIXELS, 3).transpose(1, 0, 2, 3)
    down, across = np.indices((ROW_HEIGHT, COIN_PIXELS))
    reach = np.hypot(down - (ROW_HEIGHT - 1) / 2, across - (COIN_PIXELS - 1) / 2)
    rings = [coins[:, (reach >= start) & (reach < end)] for start, end in pairwise(RINGS)]
    means = [ring.mean(axis=(1, 2)) for ring in rings]
    return np.stack([*means, *(ring.std(axis=1).mean(axis=1) for ring in rings)], axis=1)


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
    return _weighed(count, fits)


def _weighed(count: CoinCount, fits: NDArray[np.float64]) -> CoinCount:
    """Return the count by Bayes' rule, given how well each count fits what else is known."""
    shown = np.asarray(count.odds)
    weighed = (shown + max(0.0, 1.0 - float(shown.sum())) / len(shown)) * fits
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
