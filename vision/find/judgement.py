"""The judgement of a lattice, and how it turns with the lattice."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from vision.equality import ComparesArrays

Probabilities = NDArray[np.float64]
PRINTS = ("nothing", "mountain", "wasteland", "ruins")
"""Prints that a square can have: the last axis of `Judgement.printed`."""
HERE = 4  # of the nine places about a lattice, that of the lattice itself
MIRRORED = 4  # of the eight ways up, the first in a mirror
COVERED = 0.5  # probability from which a square counts as covered


@dataclass(frozen=True, eq=False)
class Judgement(ComparesArrays):
    """The judge's answer about a lattice."""

    places: Probabilities
    """How likely the printed lattice lies so many squares (down, right) of this one, from (-1, -1) to (1, 1)
    row by row, and that it lies at none of these places, (10,). Calibrated."""
    ways: Probabilities
    """How likely so many quarter turns counter-clockwise bring the sheet upright: as it is, then seen in a
    mirror, (8,)."""
    printed: Probabilities
    """Probabilities of the print in each square, whatever it looks like, (n, n, 4), by `PRINTS`."""
    covered: Probabilities
    """How likely something lies on each square, (n, n)."""

    @property
    def probability(self) -> float:
        """That the lattice is the printed one, every corner right to a quarter of a square."""
        return float(self.places[HERE])

    @property
    def step(self) -> tuple[int, int]:
        """Squares (right, down) by which the likeliest place of the printed lattice lies beside this one."""
        down, right = divmod(int(self.places[:-1].argmax()), 3)
        return right - 1, down - 1

    def expecting_upright(self, probability: float) -> "Judgement":
        """Return the same, knowing with this probability that the sheet lies the way up that it was taken."""
        others = (1.0 - probability) / (MIRRORED - 1)
        expected = np.tile([probability, others, others, others], 2)
        weighed = self.ways * expected
        return replace(self, ways=weighed / weighed.sum())

    def turned(self, quarters: int) -> "Judgement":
        """Return the same for the lattice read after so many quarter turns counter-clockwise."""
        around = np.rot90(self.places[:-1].reshape(3, 3), quarters).ravel()
        # what was brought upright by k turns is so by k - quarters now; seen in a mirror, the other way
        ways = np.concatenate(
            [np.roll(self.ways[:MIRRORED], -quarters), np.roll(self.ways[MIRRORED:], quarters)]
        )
        return replace(
            self,
            places=np.append(around, self.places[-1]),
            ways=ways,
            printed=np.rot90(self.printed, quarters).copy(),
            covered=np.rot90(self.covered, quarters).copy(),
        )


def mean_judgement(looks: Sequence[Judgement]) -> Judgement:
    """Return what several looks at the same lattice say together: the mean of each probability."""
    return Judgement(
        **{
            part.name: np.mean([getattr(look, part.name) for look in looks], axis=0)
            for part in fields(Judgement)
        }
    )
