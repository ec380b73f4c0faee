"""The cards before the game, and the explore deck of each season; every shuffle comes from the seed."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from engine.cards import (
    AMBUSH_CARDS,
    EXPLORE_CARDS,
    HERO_CARDS,
    RUINS_CARDS,
    AmbushCard,
    Card,
    ExploreCard,
    HeroCard,
    RuinsCard,
)
from engine.game.state import Piles
from engine.scoring import Season
from engine.setup import GameSetup

AnyCard = TypeVar("AnyCard", bound=Card)


def deal(setup: GameSetup) -> Piles:
    """Return the cards before spring: all explore cards together, the ambush and hero decks shuffled.

    Only the ambush cards that were chosen and the hero cards, when they are in, take part.
    """
    explore = [card for card in EXPLORE_CARDS.values() if card.game is setup.explore]
    return Piles(
        explore=(*(RUINS_CARDS.values() if setup.ruins else ()), *explore),
        revealed=(),
        ambush=_shuffled([AMBUSH_CARDS[name] for name in setup.ambushes], setup.seed, "ambush"),
        hero=_shuffled(list(HERO_CARDS.values()) if setup.heroes else [], setup.seed, "hero"),
    )


def prepare_season(piles: Piles, seed: int, season: Season) -> Piles:
    """Reshuffle the explore deck, with the cards revealed before and the next ambush and hero card.

    Ambush and hero cards that were not revealed remain in the explore deck.
    """
    cards = (*piles.explore, *piles.revealed, *piles.ambush[:1], *piles.hero[:1])
    return replace(
        piles,
        explore=_shuffled(sorted(cards, key=_place_in_box), seed, season),
        revealed=(),
        ambush=piles.ambush[1:],
        hero=piles.hero[1:],
    )


def all_cards(piles: Piles) -> tuple[Card, ...]:
    """Return every card of the game, wherever it lies."""
    return (
        *piles.explore,
        *piles.revealed,
        *piles.ambush,
        *piles.hero,
        *piles.beside,
        *piles.discarded,
    )


def _shuffled(cards: Sequence[AnyCard], seed: int, occasion: str) -> tuple[AnyCard, ...]:
    shuffled = list(cards)
    Random(f"{seed} {occasion}").shuffle(shuffled)
    return tuple(shuffled)


def _place_in_box(card: Card) -> tuple[int, str]:
    """Sort the cards, so that a shuffle depends on what the deck holds and not on how it lay."""
    return (RuinsCard, ExploreCard, AmbushCard, HeroCard).index(type(card)), card.name
