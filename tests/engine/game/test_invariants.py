"""Whole games keep what holds at every moment, and its checks notice what does not."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Side, Terrain
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS, Effect
from engine.game import Cartographer, GameState, InvariantError, Task, check_invariants, play, start
from engine.layouts import LAYOUTS
from engine.setup import GameSetup
from tests.engine.game.situations import AnyMoves

seeds = st.integers(0, 2**40)


def play_checked(setup: GameSetup) -> GameState:
    """Play a whole game of random moves with a check after every one."""
    state, choose = start(setup), AnyMoves(setup.seed, setup.players)
    check_invariants(state)
    while not state.is_over:
        before, seat = state, min(state.due)
        state = play(state, seat, choose(state, seat))
        check_invariants(state, before)
    return state


@settings(max_examples=20)
@given(seed=seeds, players=st.integers(1, 6))
def test_random_games_keep_all_invariants(seed: int, players: int) -> None:
    state = play_checked(GameSetup.drawn(seed, players=players))

    assert all(len(cartographer.scores) == 4 for cartographer in state.cartographers)


@pytest.mark.parametrize("players", [1, 2, 6])
@pytest.mark.parametrize(
    ("make", "sides"),
    [(GameSetup.base, "AB"), (GameSetup.of_heroes, "CD"), (GameSetup.combined, "ABCD")],
    ids=["base", "heroes", "combined"],
)
def test_every_set_up_runs_to_the_end(make: Callable[..., GameSetup], sides: str, players: int) -> None:
    """A hundred games of each are played by `python -m datasets.measure.play_check`."""
    ends = [play_checked(make(layout=LAYOUTS[Side(side)], players=players, seed=3)) for side in sides]

    assert all(end.is_over for end in ends)


@settings(max_examples=15)
@given(seed=seeds, players=st.integers(2, 6))
def test_the_order_of_the_seats_makes_no_difference(seed: int, players: int) -> None:
    setup, chance = GameSetup.drawn(seed, players=players), Random(seed)
    first = other = start(setup)
    choose, choose_alike = AnyMoves(seed, players), AnyMoves(seed, players)
    while not first.is_over:
        for seat in sorted(first.due):
            first = play(first, seat, choose(first, seat))
        for seat in chance.sample(sorted(other.due), len(other.due)):
            other = play(other, seat, choose_alike(other, seat))

        assert first == other


STATE = start(GameSetup.of_heroes(players=1, seed=2))


def with_map(change: Callable[[Cartographer], Cartographer]) -> GameState:
    return replace(STATE, cartographers=(change(STATE.cartographers[0]),))


BROKEN = {
    "a card is lost": replace(STATE, piles=replace(STATE.piles, explore=STATE.piles.explore[1:])),
    "a card is there twice": replace(
        STATE, piles=replace(STATE.piles, explore=STATE.piles.explore + STATE.piles.explore[:1])
    ),
    "two ambush cards were added": replace(
        STATE,
        piles=replace(
            STATE.piles,
            ambush=STATE.piles.ambush[1:],
            explore=STATE.piles.explore + STATE.piles.ambush[:1],
        ),
    ),
    "an explore card was discarded": replace(
        STATE,
        piles=replace(STATE.piles, explore=STATE.piles.explore[1:], discarded=(EXPLORE_CARDS["Rift Lands"],)),
    ),
    "a discarded card lies beside": replace(
        STATE, piles=replace(STATE.piles, beside=(AMBUSH_CARDS["Gnoll Raid"],))
    ),
    "nobody is due": replace(STATE, due=frozenset()),
    "a stranger is due": replace(STATE, due=frozenset({4})),
    "the season has not ended": replace(STATE, task=Task.NOTHING),
    "an effect waits": replace(STATE, effects=(AMBUSH_CARDS["Giant Troll Ravage"],)),
    "a mountain is gone": with_map(lambda each: each.draw(each.sheet.area(Terrain.MOUNTAIN), Terrain.FARM)),
    "a monster lives under attack": with_map(lambda each: replace(each.draw(1, Terrain.MONSTER), attacked=1)),
    "an initial stands in a field": with_map(lambda each: replace(each, initials=((Effect.TROLL, 1),))),
    "too many coins": with_map(lambda each: replace(each, coins=15)),
    "wasteland was drawn": with_map(lambda each: each.draw(1, Terrain.WASTELAND)),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_no_game_can_come_to_is_noticed(name: str) -> None:
    with pytest.raises(InvariantError):
        check_invariants(BROKEN[name])


@pytest.mark.parametrize(
    "change",
    [
        lambda each: each.draw(1, Terrain.EMPTY),
        lambda each: each.draw(1, Terrain.WATER),
        lambda each: replace(each, coins=0),
        lambda each: replace(each, attacked=0),
    ],
    ids=["rubbed out", "drawn over", "coins lost", "attack forgotten"],
)
def test_what_no_move_does_is_noticed(change: Callable[[Cartographer], Cartographer]) -> None:
    earlier = with_map(lambda each: replace(each.draw(1, Terrain.FARM), coins=1, attacked=2))
    later = replace(earlier, cartographers=(change(earlier.cartographers[0]),))

    with pytest.raises(InvariantError):
        check_invariants(later, earlier)
