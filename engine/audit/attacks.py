"""Possible attacks of a hero whose card and turning nobody wrote down."""

from functools import cache

from engine.areas import Area, squares_of
from engine.cards import HERO_CARDS, HeroCard
from engine.heroes import attacked_from, ways_to_turn
from engine.squares import Square


def attacks_of(card: HeroCard, hero: Square, *, rotate: bool = True) -> tuple[Area, ...]:
    """Return the squares of the map that the hero may attack from here, one area for each way of turning.

    >>> from engine.cards import HERO_CARDS
    >>> sorted(area.bit_count() for area in attacks_of(HERO_CARDS["Freyla the True"], Square(0, 0)))
    [0, 0, 3, 3]
    """
    turned = ways_to_turn(card.attack) if rotate else (card.attack,)
    return tuple(attacked_from(hero, pattern) for pattern in turned)


@cache
def reach_of(hero: Square) -> Area:
    """Return all squares that a hero of whatever card, turned in whatever way, may attack from here."""
    reach = 0
    for card in HERO_CARDS.values():
        for area in attacks_of(card, hero):
            reach |= area
    return reach


def within_reach(heroes: Area) -> Area:
    """Return all squares that one of the heroes may attack."""
    reach = 0
    for hero in squares_of(heroes):
        reach |= reach_of(hero)
    return reach
