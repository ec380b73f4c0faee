"""Handwritten numbers: what each cell shows, and what the sums that bind them make likely."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.logits import sigmoid, softmax
from vision.released import ReleasedModel

LARGEST = 299
VALUES = np.arange(-LARGEST, LARGEST + 1)
# places in a season, after the first and the second edict's; the final score's is beside all seasons
COINS, MONSTERS, TOTAL, FINAL = 2, 3, 4, 5
MISTAKEN = 0.02  # how often a total is not the sum of the other four
LEFT_EMPTY = 0.04  # how often a cell of a season that is filled in is not
TOTAL_ALONE = 0.003  # share of the seasons that are filled in of which only the total is written
MISLED = 0.02  # how often what is printed in an empty cell is taken for a number
EARLY_FINAL = 0.02  # how often a final score is written before all seasons are
USUAL_RANGE = 40  # numbers up to this are as likely as one another where nothing can be seen
USUAL = ((0, 45), (0, 45), (0, 14), (-25, 0), (-25, 90), (-25, 200))  # what games end with, place by place
UNUSUAL = 0.05  # how much less likely others are before the picture is looked at
NONE = 10  # the class of "no digit here"

LENGTH = 2400  # of a Fourier transform in which the sums of four numbers do not wrap round

Shares = NDArray[np.float64]
Spectrum = NDArray[np.complex128]


@dataclass(frozen=True, slots=True)
class NumberOdds:
    """How likely each number is in one cell; what is missing to 1 is "cannot be read"."""

    values: Shares
    """Probabilities of -299 to 299, (599,)."""
    blank: float
    """Probability that nothing is written there."""

    @property
    def value(self) -> int | None:
        """The likeliest number; None where more likely nothing is written."""
        best = int(self.values.argmax())
        return int(VALUES[best]) if self.values[best] >= self.blank else None

    @property
    def confidence(self) -> float:
        """Probability of `value`."""
        return max(float(self.values.max()), self.blank)

    def share(self, value: int | None) -> float:
        """Return the probability of a number, or of a blank."""
        return self.blank if value is None else float(self.values[value + LARGEST])


UNSEEN = NumberOdds(np.zeros(len(VALUES)), 0.0)
"""A cell that nobody can read."""


def classify_numbers(
    numbers: NDArray[np.uint8], prints: NDArray[np.uint8], places: Sequence[int], model: ReleasedModel
) -> list[NumberOdds]:
    """Read numbers, each alone.

    Args:
        numbers: RGB, (k, 44, 56, 3).
        prints: of each a cell with the same print beneath, from `best_prints`, likewise.
        places: of each in its season, or FINAL, (k,).
        model: the numbers network.
    """
    logits = model.run(numbers=as_input(numbers, prints))["out"]
    return odds_of(logits, places, float(model.config["temperature"]))


def as_input(numbers: NDArray[np.uint8], prints: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return pictures of cells and of their prints, (k, height, width, 3), as the network takes them.

    Returns:
        (k, 6, height, width): red, green and blue of the cell, then of the print.
    """
    both = np.concatenate([numbers, prints], axis=3)
    return np.ascontiguousarray(both.transpose(0, 3, 1, 2), np.float32)


def mean_odds(looks: Sequence[NumberOdds]) -> NumberOdds:
    """Return what several looks at the same cell say together."""
    values = np.mean([look.values for look in looks], axis=0)
    return NumberOdds(values, float(np.mean([look.blank for look in looks])))


def odds_of(logits: NDArray[np.float32], places: Sequence[int], temperature: float) -> list[NumberOdds]:
    """Put together hundreds, tens, ones, minus and legibility, (k, 35), for places in the season, (k,).

    Monsters cost stars whether or not the minus was written; edicts and coins are never negative.
    """
    cooled = logits.astype(np.float64) / temperature
    hundreds, tens, ones = np.moveaxis(softmax(cooled[:, :33].reshape(-1, 3, 11)), 1, 0)
    minus, legible = sigmoid(cooled[:, 33:].T)
    below_hundred = (tens[:, :NONE, None] * ones[:, None, :NONE]).reshape(len(logits), -1)
    below_ten = np.zeros_like(below_hundred)
    below_ten[:, :NONE] = tens[:, NONE:] * ones[:, :NONE]
    amounts = [hundreds[:, digit, None] * below_hundred for digit in range((LARGEST + 1) // 100)]
    amounts[0] = amounts[0] + hundreds[:, NONE:] * (below_hundred + below_ten)
    legibly = legible[:, None] * np.concatenate(amounts, axis=1)
    place = np.asarray(places)
    negative = np.where(place == MONSTERS, 1.0, np.where(place >= TOTAL, minus, 0.0))[:, None]
    values = np.zeros((len(logits), len(VALUES)))
    values[:, LARGEST:] += legibly * (1 - negative)
    values[:, LARGEST::-1] += legibly * negative
    return _expected(values, legible * hundreds[:, NONE] * tens[:, NONE] * ones[:, NONE], place)


def _expected(values: Shares, blank: Shares, places: NDArray[np.int_]) -> list[NumberOdds]:
    """Trust numbers that hardly any game ends up with a little less; what cannot be read stays so."""
    lowest, highest = np.array(USUAL)[places].T[..., None]
    weighed = np.where((lowest <= VALUES) & (highest >= VALUES), values, UNUSUAL * values)
    share = (values.sum(axis=1) + blank) / np.maximum(weighed.sum(axis=1) + blank, 1e-12)
    return [
        NumberOdds(*odds) for odds in zip(weighed * share[:, None], (blank * share).tolist(), strict=True)
    ]


def weigh_seasons(seasons: Sequence[Sequence[NumberOdds]]) -> list[list[NumberOdds]]:
    """Return each cell's odds once more, given the others; seasons of five cells each, spring first.

    A season is filled in as a whole or left out, and left out if the one before it is. The total of one that
    is filled in should be the sum of the other four.
    """
    return [
        [_left_out(cell, share) for cell in _weigh_sum([_filled_in(cell) for cell in season])]
        for season, share in zip(seasons, _shares_left_out(seasons), strict=True)
    ]


def _weigh_sum(odds: list[NumberOdds]) -> list[NumberOdds]:
    """Weigh the cells of a season that is filled in by the sum that binds them."""
    parts = [_usual(cell, negative=place == MONSTERS) for place, cell in enumerate(odds[:TOTAL])]
    adding, taking = [_spectrum(part) for part in parts], [_spectrum(part[::-1]) for part in parts]
    total = _spectrum(_usual(odds[TOTAL], negative=False, blank_is_zero=False))
    sums = [_sums([total, *taking[:place], *taking[place + 1 :]]) for place in range(TOTAL)]
    sums.append(_sums(adding))
    return [
        _weighed(cell, fits, needed=place == TOTAL)
        for place, (cell, fits) in enumerate(zip(odds, sums, strict=True))
    ]


def weigh_final(final: NumberOdds, totals: list[NumberOdds]) -> NumberOdds:
    """Return the final score's odds once more, given the totals of all seasons, whose sum it should be."""
    return _weighed(final, _sums([_spectrum(_usual(total, negative=False)) for total in totals]), needed=True)


def expect_no_final(final: NumberOdds) -> NumberOdds:
    """Return the final score's odds before all seasons are played, when hardly anybody writes it."""
    written, empty = EARLY_FINAL, (1 - EARLY_FINAL) * final.blank
    whole = empty + written * (1 - final.blank)
    return NumberOdds(final.values * (written / whole), empty / whole)


def _shares_left_out(seasons: Sequence[Sequence[NumberOdds]]) -> list[float]:
    """Return how likely each season is left out: so many are played, and those after them are not."""
    blanks = np.array([[cell.blank for cell in season] for season in seasons])
    empty = MISLED + (1 - MISLED) * blanks
    nothing = np.prod(empty, axis=1)
    whole = np.prod(LEFT_EMPTY * blanks + (1 - LEFT_EMPTY) * (1 - blanks), axis=1)
    total = np.prod(empty[:, :TOTAL], axis=1) * (1 - blanks[:, TOTAL])
    something = (1 - TOTAL_ALONE) * whole + TOTAL_ALONE * total
    counts = range(len(seasons) + 1)
    played = np.array([something[:count].prod() * nothing[count:].prod() for count in counts])
    shares = played.cumsum() / max(float(played.sum()), 1e-300)
    return [float(share) for share in shares[:-1]]


def _left_out(cell: NumberOdds, share: float) -> NumberOdds:
    """Return a cell's odds, given how likely its season is left out."""
    return NumberOdds(cell.values * (1 - share), cell.blank * (1 - share) + share)


def _filled_in(cell: NumberOdds) -> NumberOdds:
    """Return a cell's odds, given that its season is filled in."""
    written, empty = 1 - LEFT_EMPTY, LEFT_EMPTY * cell.blank
    whole = empty + written * (1 - cell.blank)
    return NumberOdds(cell.values * (written / whole), empty / whole)


def _usual(cell: NumberOdds, *, negative: bool, blank_is_zero: bool = True) -> Shares:
    """Return probabilities of -299..299: a blank adds nothing, what cannot be read may be anything usual."""
    shares = cell.values.copy()
    unknown = max(0.0, 1.0 - float(shares.sum()) - cell.blank)
    if blank_is_zero:
        shares[LARGEST] += cell.blank
    else:
        unknown += cell.blank
    lowest = LARGEST - USUAL_RANGE if negative else LARGEST
    shares[lowest : lowest + USUAL_RANGE + 1] += unknown / (USUAL_RANGE + 1)
    return shares


def _spectrum(part: Shares) -> Spectrum:
    return np.asarray(np.fft.rfft(part, LENGTH))


def _sums(spectra: list[Spectrum]) -> Shares:
    """Return how likely the sum of independent numbers is each number from -299 to 299."""
    sums = np.fft.irfft(np.prod(spectra, axis=0), LENGTH)
    zero = len(spectra) * LARGEST
    return np.asarray(np.maximum(sums[zero - LARGEST : zero + LARGEST + 1], 0.0))


def _weighed(cell: NumberOdds, fits: Shares, *, needed: bool) -> NumberOdds:
    """Weigh a cell by how well each number fits the others; `needed`: left empty, it does not count as 0."""
    likely = MISTAKEN / USUAL_RANGE + (1 - MISTAKEN) * fits
    values = cell.values * likely
    blank = cell.blank * (1 / USUAL_RANGE if needed else float(likely[LARGEST]))
    unknown = max(0.0, 1.0 - float(cell.values.sum()) - cell.blank) * float(likely.mean())
    whole = max(float(values.sum()) + blank + unknown, 1e-12)
    return NumberOdds(values / whole, blank / whole)
