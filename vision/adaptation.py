"""Squares that a person has confirmed tell how this player draws, and sharpen the rest at once.

The confirmed squares vote for their terrain on all squares that look like them, as a cache does beside a
language model (Grave, Joulin, Usunier 2017, arXiv 1612.04426). Nothing is trained.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from engine import Square, Terrain
from vision.reading import CellReading, Marks, SheetReading

SHARPNESS = 12.0  # how fast a vote fades with unlikeness
TRUST = 4.0  # what the votes of perfect likenesses weigh against the network
PRINTED = (Terrain.MOUNTAIN, Terrain.WASTELAND)


@dataclass(frozen=True)
class KnownHand:
    """How a player draws: what some confirmed squares look like, and what they hold."""

    signs: NDArray[np.float64]
    """(k, features), of length 1 each."""
    terrains: tuple[Terrain, ...]

    @classmethod
    def learn(cls, reading: SheetReading, confirmed: Mapping[Square, Terrain]) -> Self:
        """Take what a person said of some squares of a sheet."""
        chosen = [k for k, cell in enumerate(reading.cells) if cell.square in confirmed]
        terrains = tuple(confirmed[reading.cells[k].square] for k in chosen)
        return cls(_of_length_one(reading.signs[chosen]), terrains)

    def __add__(self, other: "KnownHand") -> "KnownHand":
        """Join what two sheets of one player tell."""
        return KnownHand(np.concatenate([self.signs, other.signs]), self.terrains + other.terrains)

    def votes(self, sign: NDArray[np.float64]) -> dict[Terrain, float]:
        """Return how strongly a square of this look (of length 1) is held to be each terrain."""
        likeness = np.exp(SHARPNESS * (self.signs @ sign - 1.0))
        votes = dict.fromkeys(self.terrains, 0.0)
        for terrain, vote in zip(self.terrains, likeness.tolist(), strict=True):
            votes[terrain] += vote
        return votes


def adapt(
    reading: SheetReading, hand: KnownHand, confirmed: Mapping[Square, Terrain] | None = None
) -> SheetReading:
    """Read a sheet anew, knowing the hand; confirmed squares of this sheet are certain.

    Args:
        reading: the sheet as the network read it.
        hand: what is known of the player, from this sheet or from others.
        confirmed: what a person said of squares of this sheet.
    """
    said = confirmed or {}
    signs = _of_length_one(reading.signs)
    cells = tuple(
        replace(cell, probabilities={said[cell.square]: 1.0}, marks=Marks())
        if cell.square in said
        else _with_votes(cell, hand.votes(sign))
        for cell, sign in zip(reading.cells, signs, strict=True)
    )
    return replace(reading, cells=cells)


def _with_votes(cell: CellReading, votes: Mapping[Terrain, float]) -> CellReading:
    if cell.terrain in PRINTED:
        return cell
    return replace(cell, probabilities=weighed(cell.probabilities, votes))


def weighed(probabilities: Mapping[Terrain, float], votes: Mapping[Terrain, float]) -> dict[Terrain, float]:
    """Return the probabilities with what the votes add to each; their sum stays what it was."""
    whole = sum(probabilities.values())
    heard = {
        terrain: share * (1.0 + TRUST * votes.get(terrain, 0.0)) for terrain, share in probabilities.items()
    }
    scale = whole / sum(heard.values())
    return {terrain: share * scale for terrain, share in heard.items()}


def _of_length_one(signs: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(signs / np.maximum(np.linalg.norm(signs, axis=-1, keepdims=True), 1e-9), np.float64)
