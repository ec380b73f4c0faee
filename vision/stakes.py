"""What a reading leaves open in the score: how high it surely is, and which squares would settle it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine import Edict, MapSheet, Season, Square, Terrain, score_map
from vision.reading import CellReading, SheetReading

SAMPLES = 400  # maps drawn from what the reading holds possible
SURELY = 0.98  # share of those maps whose scores the range spans
OPEN = 0.002  # doubt below which a square is taken as read
WORTH_ASKING = 0.05  # stars that a square must be expected to change


@dataclass(frozen=True, slots=True)
class Stake:
    """What one square may change."""

    square: Square
    stars: float
    """By how many stars the score is expected to change when the square is settled."""


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """The score of a sheet as read, and how far it may be off."""

    total: int
    low: int
    high: int
    """The score is surely (98 of 100) from `low` to `high`."""
    chance: float
    """How likely `total` is right, as far as the squares decide."""
    stakes: tuple[Stake, ...]
    """The squares that may change the score, most consequential first."""


def score_range(
    reading: SheetReading,
    edicts: Sequence[Edict],
    *,
    coins: int = 0,
    season: Season | None = None,
    seed: int = 0,
) -> ScoreRange:
    """Carry the probabilities of the squares through the rules.

    Squares are taken as independent. Printed mountains and wastelands are not in question.

    Args:
        reading: the sheet.
        edicts: at most four, in the order A B C D.
        coins: filled coins, which are taken as given.
        season: the season that ends, or nothing to score by every edict.
        seed: the same seed gives the same range.

    Raises:
        EngineError: the edicts, the coins or the season do not fit the game.
        TypeError: the edicts or the season are names, and not what they name.
    """
    _check_game(edicts, season)
    sheet = reading.to_map()

    def score(of: MapSheet) -> int:
        return score_map(of, edicts, coins=coins, season=season).total

    total = score(sheet)
    left_open = [cell for cell in reading.cells if _is_open(cell)]
    rng = np.random.default_rng(seed)
    totals = np.array([score(sheet.with_terrain(drawn)) for drawn in _possible(left_open, rng)] or [total])
    low, high = np.quantile(totals, [(1 - SURELY) / 2, (1 + SURELY) / 2], method="nearest")
    stakes = [Stake(cell.square, _expected_change(cell, sheet, total, score)) for cell in left_open]
    return ScoreRange(
        total=total,
        low=min(int(low), total),
        high=max(int(high), total),
        chance=float((totals == total).mean()),
        stakes=tuple(sorted((s for s in stakes if s.stars >= WORTH_ASKING), key=lambda stake: -stake.stars)),
    )


def _check_game(edicts: Sequence[Edict], season: Season | None) -> None:
    """Refuse names in place of what they name."""
    for edict in edicts:
        if not isinstance(edict, Edict):
            raise TypeError(f"{edict!r:.40} is no edict; engine.find_edict finds it by its name")
    if season is not None and not isinstance(season, Season):
        raise TypeError(f"{season!r:.40} is no season; say it as in Season.FALL")


def _is_open(cell: CellReading) -> bool:
    return cell.confidence < 1.0 - OPEN and cell.terrain not in (Terrain.MOUNTAIN, Terrain.WASTELAND)


def _possible(cells: Sequence[CellReading], rng: np.random.Generator) -> Iterator[dict[Square, Terrain]]:
    """Draw what the open squares may hold, again and again."""
    if not cells:
        return
    picks = [rng.choice(len(cell.probabilities), SAMPLES, p=_shares(cell)) for cell in cells]
    terrains = [tuple(cell.probabilities) for cell in cells]
    for drawn in zip(*picks, strict=True):
        yield {cell.square: held[k] for cell, held, k in zip(cells, terrains, drawn, strict=True)}


def _shares(cell: CellReading) -> NDArray[np.float64]:
    shares = np.array(list(cell.probabilities.values()), np.float64)
    return np.asarray(shares / shares.sum(), np.float64)


def _expected_change(
    cell: CellReading, sheet: MapSheet, total: int, score: Callable[[MapSheet], int]
) -> float:
    """Return by how much the score changes, on average over what else the square may hold."""
    return sum(
        share * abs(score(sheet.with_terrain({cell.square: terrain})) - total)
        for terrain, share in cell.probabilities.items()
        if terrain is not cell.terrain and share > OPEN / 10
    )
