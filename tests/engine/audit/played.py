"""Seasons of games played by the rules, as an audit sees them."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from random import Random

from engine import Season
from engine.audit import Evidence, SeasonPlayed
from engine.cards import AmbushCard, Card
from engine.game import GameState, legal_moves, play, start
from engine.game.solo import find_lair
from engine.setup import GameSetup


def seasons_of(setup: GameSetup) -> Iterator[SeasonPlayed]:
    """Play a game at random and go through the seasons of its first player."""
    states = list(_states(setup))
    revealed = _revealed(states)
    standing: tuple[AmbushCard, ...] = ()
    before: Evidence | None = None
    for season, snapshot in zip(Season, states[-1].cartographers[0].snapshots, strict=True):
        after = Evidence.of(snapshot.sheet, coins=snapshot.coins, season=season)
        cards = tuple(revealed[season])
        yield SeasonPlayed(before or after.blank(), after, cards, standing, setup.is_solo, setup.rules)
        standing += tuple(card for card in cards if isinstance(card, AmbushCard) and card.effect)
        before = after


def _states(setup: GameSetup) -> Iterator[GameState]:
    chance = Random(setup.seed)
    state = start(setup)
    yield state
    while not state.is_over:
        seat = min(state.due)
        state = play(state, seat, chance.choice(legal_moves(state, seat)))
        yield state


def _revealed(states: list[GameState]) -> dict[Season, list[Card]]:
    """Return the cards of each season in their order, those too that solo mode resolves by itself."""
    cards = {Season.SPRING: [*_put_away(states[0]), *states[0].piles.revealed]}
    for earlier, later in pairwise(states):
        if later.season is earlier.season:
            count = len(earlier.piles.explore) - len(later.piles.explore)
            cards[later.season] += earlier.piles.explore[:count]
        else:
            resolved = [card for card in _put_away(later) if card not in _put_away(earlier)]
            cards[later.season] = [*_as_resolved(resolved, later), *later.piles.revealed]
    return cards


def _as_resolved(cards: list[Card], state: GameState) -> Sequence[Card]:
    """Return the ambushes that opened a season in solo mode in the order that leads to the map after them."""
    cartographer = state.cartographers[0]
    for order in permutations(cards):
        free = cartographer.snapshots[-1].sheet.empty
        for card in order:
            free &= ~find_lair(card, free) if isinstance(card, AmbushCard) else free
        if free == cartographer.sheet.empty:
            return order
    return cards


def _put_away(state: GameState) -> list[Card]:
    return [*state.piles.beside, *state.piles.discarded]
