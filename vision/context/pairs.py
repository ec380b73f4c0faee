"""Probabilities of a square's change between two seasons."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine import Terrain
from vision.read.reading import CellReading

FELL = 0.05  # how often a drawn square is destroyed in a later season, against how often it stays
SAME_STROKES = (
    0.6  # power of two readings that agree: they saw the same strokes, so neither adds its full weight
)
GAZED = 0.02  # how often a printed wasteland is destroyed, which the reader does not look for
MISTAKEN = 0.002  # how often a drawn square holds something else later: rubbed out, or stated wrongly
WORTH_A_THOUGHT = 1e-7  # pairs less likely than this are left out
HELD = tuple(terrain for terrain in Terrain if not terrain.is_printed)


class Pair(NamedTuple):
    """The terrains of a square before and now."""

    before: Terrain
    now: Terrain


Pairs = Mapping[Pair, float]
"""The pairs that are possible, likeliest first, each with its probability; they sum to 1."""


def pairs_of(now: CellReading, before: CellReading | None) -> Pairs:
    """Weigh what a square may have held before and may hold now: what is drawn stays, or is destroyed."""
    if before is None:
        return _normalised({Pair(Terrain.EMPTY, held): share for held, share in _shares(now).items()})
    power = 1.0 if before.confidence == 1.0 else SAME_STROKES
    return _normalised(
        {
            Pair(was, held): (earlier * share) ** (power if was is held else 1.0) * _goes_over(was, held)
            for was, earlier in _shares(before).items()
            for held, share in _shares(now).items()
        }
    )


def now_of(pairs: Pairs) -> dict[Terrain, float]:
    """Return how likely each terrain is now."""
    shares: dict[Terrain, float] = {}
    for pair, share in pairs.items():
        shares[pair.now] = shares.get(pair.now, 0.0) + share
    return shares


def all_pairs(now: Sequence[CellReading], before: Sequence[CellReading] | None) -> list[Pairs]:
    """Return the pairs of every square."""
    if before is None:
        return [pairs_of(cell, None) for cell in now]
    return [pairs_of(cell, earlier) for cell, earlier in zip(now, before, strict=True)]


def _goes_over(was: Terrain, now: Terrain) -> float:
    if was is now or was is Terrain.EMPTY:
        return 1.0
    return FELL if now is Terrain.DESTROYED and was is not Terrain.MOUNTAIN else MISTAKEN


def _shares(cell: CellReading) -> dict[Terrain, float]:
    """Return the probabilities; what they lack of 1 is spread over the drawings that are not named."""
    if cell.terrain is Terrain.WASTELAND:
        return {Terrain.WASTELAND: 1.0 - GAZED, Terrain.DESTROYED: GAZED}
    if cell.terrain is Terrain.MOUNTAIN:
        return {Terrain.MOUNTAIN: 1.0}
    shares = {terrain: cell.probabilities.get(terrain, 0.0) for terrain in HELD}
    unnamed = [terrain for terrain in HELD if terrain not in cell.probabilities]
    lacking = max(0.0, 1.0 - sum(shares.values()))
    return shares | {terrain: lacking / len(unnamed) for terrain in unnamed}


def _normalised(weights: Mapping[Pair, float]) -> Pairs:
    whole = sum(weights.values())
    likely = {pair: weight / whole for pair, weight in weights.items() if weight > WORTH_A_THOUGHT * whole}
    return dict(sorted(likely.items(), key=lambda item: -item[1]))
