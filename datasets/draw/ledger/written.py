"""The coins and numbers that a player has written below the map by the end of some season."""

from dataclasses import dataclass, replace

import numpy as np

from datasets.draw.ledger.handwriting import mark_coin, random_scribe, write_number
from datasets.draw.maps import SIZE
from datasets.draw.pencil import Pencil, PencilLayer
from datasets.draw.sheet.ledger import (
    COINS,
    SEASONS,
    TOTAL,
    coin_places,
    ledger_print,
    slot_places,
    slot_sizes,
)
from datasets.draw.sheet.printing import Print
from datasets.draw.strokes import StrokeBook

Box = tuple[int, int, int, int, int]
"""A season: first edict, second edict, coins, monsters (0 or negative), total."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The coins and numbers below the map."""

    coins: int
    boxes: tuple[Box, ...]
    """The played seasons."""
    final: int | None = None
    """The sum of all seasons, where the player wrote it down."""


def random_ledger(rng: np.random.Generator) -> Ledger:
    """Return scores as they come out of real games, for none to four seasons: coins never fall."""
    played = int(rng.integers(0, SEASONS + 1))
    coins = np.sort(rng.integers(0, COINS + 1, SEASONS + 1)).tolist()
    boxes = tuple(_random_box(coins[season], rng) for season in range(played))
    ends = played == SEASONS and rng.random() < 0.7
    filled = coins[min(played, SEASONS - 1)]  # none is earned after the last season
    return Ledger(filled, boxes, sum(box[-1] for box in boxes) if ends else None)


def _random_box(coins: int, rng: np.random.Generator) -> Box:
    first, second = int(rng.integers(0, 25)), int(rng.integers(0, 21))
    monsters = -int(rng.choice([0, 0, *range(1, 13)]))
    return first, second, coins, monsters, first + second + coins + monsters


def write_ledger(
    ledger: Ledger,
    layer: PencilLayer,
    pencil: Pencil,
    edition: Print,
    book: StrokeBook,
    rng: np.random.Generator,
) -> None:
    """Fill coins and write the seasons' numbers by hand."""
    printed, scribe = ledger_print(edition), random_scribe(pencil, book, rng)
    corner = np.array([edition.left, edition.top + SIZE])
    blunt = replace(pencil, width=float(rng.uniform(0.02, 0.06)))
    for x, y in (coin_places(printed) + corner)[: ledger.coins]:
        mark_coin(scribe.coins, (float(x), float(y)), printed.coin_radius, blunt, layer, rng)
    sizes = slot_sizes(printed)
    for box, places in zip(ledger.boxes, slot_places(printed) + corner, strict=False):
        for slot, number in enumerate(box):
            minus = number < 0 and (slot == TOTAL or rng.random() < scribe.minus)
            at, cell = (float(places[slot, 0]), float(places[slot, 1])), (sizes[slot, 0], sizes[slot, 1])
            write_number(number, at, cell, scribe, layer, rng, minus=minus)
    if ledger.final is not None and printed.final is not None:
        x, y = (np.array(printed.final.middle) + corner).tolist()
        write_number(ledger.final, (x, y), printed.final.size, scribe, layer, rng, minus=ledger.final < 0)
