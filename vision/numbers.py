"""Handwritten numbers of a season: what each cell shows, and what all five together make likely."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.released import ReleasedModel

LARGEST = 99
VALUES = np.arange(-LARGEST, LARGEST + 1)
MONSTERS, TOTAL = 3, 4  # places in a season: first edict, second edict, coins, monsters, total
MISTAKEN = 0.02  # how often a total is not the sum of the other four
LEFT_EMPTY = 0.04  # how often a cell of a season that is filled in is not
USUAL_RANGE = 40  # numbers up to this are as likely as one another where nothing can be seen
USUAL = ((0, 45), (0, 45), (0, 14), (-25, 0), (-25, 90))  # numbers that games end up with, place by place
UNUSUAL = 0.05  # how much less likely others are before the picture is looked at
NONE = 10  # the class of "no digit here"

Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NumberOdds:
    """How likely each number is in one cell; what is missing to 1 is "cannot be read"."""

    values: Shares
    """Probabilities of -99 to 99, (199,)."""
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


def classify_numbers(numbers: NDArray[np.uint8], model: ReleasedModel) -> list[NumberOdds]:
    """Read the 20 numbers of a sheet, each alone.

    Args:
        numbers: RGB, (20, 44, 56, 3), season by season.
        model: the numbers network.
    """
    logits = model.run(numbers=np.ascontiguousarray(numbers.transpose(0, 3, 1, 2), np.float32))["out"]
    return [odds_of(row, index % 5, float(model.config["temperature"])) for index, row in enumerate(logits)]


def odds_of(logits: NDArray[np.float32], place: int, temperature: float) -> NumberOdds:
    """Put together tens, ones, minus and legibility, (24,), for a place in the season.

    Monsters cost stars whether or not the minus was written; edicts and coins are never negative.
    """
    cooled = logits.astype(np.float64) / temperature
    tens, ones = _softmax(cooled[:11]), _softmax(cooled[11:22])
    minus, legible = 1 / (1 + np.exp(-cooled[22:24]))
    amounts = np.outer(tens[:10], ones[:10]).ravel()
    amounts[:10] += tens[NONE] * ones[:10]
    amounts *= legible
    values = np.zeros(len(VALUES))
    negative = 1.0 if place == MONSTERS else minus if place == TOTAL else 0.0
    values[LARGEST:] += amounts * (1 - negative)
    values[LARGEST::-1] += amounts * negative
    return _expected(values, float(legible * tens[NONE] * ones[NONE]), place)


def _expected(values: Shares, blank: float, place: int) -> NumberOdds:
    """Trust numbers that hardly any game ends up with a little less; what cannot be read stays so."""
    lowest, highest = USUAL[place]
    weighed = np.where((lowest <= VALUES) & (highest >= VALUES), values, UNUSUAL * values)
    before, after = float(values.sum()) + blank, float(weighed.sum()) + blank
    share = before / max(after, 1e-12)
    return NumberOdds(weighed * share, blank * share)


def _softmax(logits: Shares) -> Shares:
    grown = np.exp(logits - logits.max())
    return np.asarray(grown / grown.sum())


def weigh_season(odds: list[NumberOdds]) -> list[NumberOdds]:
    """Return each cell's odds once more, given the others of its season.

    A season is filled in or left out as a whole, and its total should be the sum of the other four.
    """
    odds = _filled_or_left_out(odds)
    parts = [_usual(cell, negative=place == MONSTERS) for place, cell in enumerate(odds[:TOTAL])]
    total = _usual(odds[TOTAL], negative=False, blank_is_zero=False)
    weighed = []
    for place, cell in enumerate(odds):
        others = [part for other, part in enumerate(parts) if other != place]
        sums = others[0]
        for part in others[1:]:
            sums = np.convolve(sums, part)  # its middle stands for 0
        fits = _within(sums) if place == TOTAL else np.correlate(_padded(total, len(sums)), sums, "valid")
        likely = MISTAKEN / USUAL_RANGE + (1 - MISTAKEN) * fits
        weighed.append(_weighed(cell, likely, is_total=place == TOTAL))
    return weighed


def _filled_or_left_out(odds: list[NumberOdds]) -> list[NumberOdds]:
    blanks = np.array([cell.blank for cell in odds])
    left_out = float(np.prod(blanks))
    filled = float(np.prod(LEFT_EMPTY * blanks + (1 - LEFT_EMPTY) * (1 - blanks)))
    share = filled / max(left_out + filled, 1e-12)
    return [NumberOdds(cell.values * share, cell.blank * share + 1 - share) for cell in odds]


def _usual(cell: NumberOdds, *, negative: bool, blank_is_zero: bool = True) -> Shares:
    """Return probabilities of -99..99: a blank adds nothing, what cannot be read may be anything usual."""
    shares = cell.values.copy()
    unknown = max(0.0, 1.0 - float(shares.sum()) - cell.blank)
    if blank_is_zero:
        shares[LARGEST] += cell.blank
    else:
        unknown += cell.blank
    lowest = LARGEST - USUAL_RANGE if negative else LARGEST
    shares[lowest : lowest + USUAL_RANGE + 1] += unknown / (USUAL_RANGE + 1)
    return shares


def _within(sums: Shares) -> Shares:
    """Return the middle of sums, those from -99 to 99."""
    middle = len(sums) // 2
    return sums[middle - LARGEST : middle + LARGEST + 1]


def _padded(total: Shares, length: int) -> Shares:
    """Put zeros around the total's odds, so that any sum of the others can be taken from it."""
    return np.pad(total, length // 2)


def _weighed(cell: NumberOdds, fits: Shares, *, is_total: bool) -> NumberOdds:
    values = cell.values * fits
    blank = cell.blank * (1 / USUAL_RANGE if is_total else float(fits[LARGEST]))
    unknown = max(0.0, 1.0 - float(cell.values.sum()) - cell.blank) * float(fits.mean())
    whole = max(float(values.sum()) + blank + unknown, 1e-12)
    return NumberOdds(values / whole, blank / whole)
