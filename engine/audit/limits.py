"""Bounds on the squares that the cards of some seasons draw."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from engine.areas import Area
from engine.audit.cardsinplay import CardsInPlay
from engine.cards import ExploreCard
from engine.scoring import Season
from engine.terrain import Terrain

LONGEST_TIME = 2  # of an explore card: so far beyond its threshold a season can go, less one
RUINS_CARDS_A_SEASON = 2

Gain: TypeAlias = Callable[[ExploreCard], int]
"""How much one card adds to a count."""


def is_stuck(card: ExploreCard, empty: Area) -> bool:
    """Whether none of the shapes fits: only then is a 1x1 square drawn in their place.

    What fits into the squares that are empty now fitted at any time before.
    """
    return not any(shape.fits(empty) for shape in card.shapes)


def most_of_terrain(terrain: Terrain, empty: Area, cards: CardsInPlay, seasons: Sequence[Season]) -> int:
    """Return how many squares of the terrain the explore cards of these seasons can draw at most."""

    def gain(card: ExploreCard) -> int:
        if terrain in card.terrains:
            return max(map(len, card.shapes))
        return int(is_stuck(card, empty))

    beside_ruins = RUINS_CARDS_A_SEASON * len(seasons) if cards.ruins else 0
    return _most(gain, cards, seasons) + beside_ruins


def most_drawn(cards: CardsInPlay, seasons: Sequence[Season]) -> int:
    """Return how many squares the explore cards of these seasons can fill at most."""
    return _most(lambda card: max(map(len, card.shapes)), cards, seasons)


def least_drawn(empty: Area, cards: CardsInPlay, seasons: Sequence[Season]) -> int:
    """Return how many squares the explore cards of these seasons fill at least, unless the map gets full."""

    def gain(card: ExploreCard) -> int:
        return 1 if is_stuck(card, empty) else min(map(len, card.shapes))

    return min(
        sum(
            _least_in_season(
                tuple((card.time, gain(card)) for card in explore),
                cards.least_threshold(season),
                RUINS_CARDS_A_SEASON if cards.ruins else 0,
            )
            for season in seasons
        )
        for explore in cards.explore_sets
    )


def _most(gain: Gain, cards: CardsInPlay, seasons: Sequence[Season]) -> int:
    gains = [tuple((card.time, gain(card)) for card in explore) for explore in cards.explore_sets]
    return max(
        sum(_most_in_season(each, cards.threshold(season) - 1 + LONGEST_TIME) for season in seasons)
        for each in gains
    )


@cache
def _most_in_season(cards: tuple[tuple[int, int], ...], time: int) -> int:
    """Return the largest sum of gains of cards whose times come to no more than this."""
    best = [0] * (time + 1)
    for needs, gain in cards:
        for until in range(time, needs - 1, -1):
            best[until] = max(best[until], best[until - needs] + gain)
    return best[time]


@cache
def _least_in_season(cards: tuple[tuple[int, int], ...], time: int, ruins: int) -> int:
    """Return the smallest sum of gains of cards that last so long, as many 1x1 squares as ruins cards."""
    least = {(0, 0): 0}
    for needs, gain in cards:
        for (until, spared), sum_so_far in list(least.items()):
            for used, squares in [(spared, gain), (spared + 1, 1)]:
                after = (min(time, until + needs), used)
                if used <= ruins:
                    least[after] = min(least.get(after, sum_so_far + squares), sum_so_far + squares)
    return min(squares for (until, _), squares in least.items() if until == time)
