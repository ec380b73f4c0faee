from dataclasses import replace
from random import Random
from statistics import fmean

import pytest

from engine.bots import Bot, choose_move, play_game
from engine.game import check_invariants, start
from engine.setup import GameSetup


def mean_stars(bot: Bot, games: int) -> float:
    finals = [
        play_game(GameSetup.drawn(seed, players=1), [bot]).replay().cartographers for seed in range(games)
    ]
    return fmean(cartographer.stars for cartographers in finals for cartographer in cartographers)


@pytest.mark.parametrize("bot", Bot)
def test_the_same_seed_gives_the_same_move(bot: Bot) -> None:
    state = start(GameSetup.of_heroes(players=1, seed=4))

    assert choose_move(state, 0, bot, Random(1)) == choose_move(state, 0, bot, Random(1))


@pytest.mark.parametrize("bot", Bot)
def test_a_bot_plays_by_the_rules(bot: Bot) -> None:
    transcript = play_game(GameSetup.combined(players=2, heroes=True, seed=6), [bot, Bot.RANDOM])
    before = None
    for state in transcript.states():
        check_invariants(state, before)
        before = state

    assert before is not None
    assert before.is_over


def test_fewer_bots_than_seats_take_turns() -> None:
    setup = GameSetup.base(players=3, seed=1)

    assert play_game(setup, [Bot.RANDOM]) == play_game(setup, [Bot.RANDOM] * 3)


def test_greedy_scores_far_more_than_random() -> None:
    assert mean_stars(Bot.GREEDY, 3) > mean_stars(Bot.RANDOM, 3) + 30


def test_no_bot_knows_the_order_of_the_deck() -> None:
    """The moves before a card is revealed are the same, whatever lies next in the deck."""
    state = start(GameSetup.base(players=1, seed=8))
    other = replace(state, piles=replace(state.piles, explore=state.piles.explore[::-1]))
    for bot in Bot:
        assert choose_move(state, 0, bot, Random(1)) == choose_move(other, 0, bot, Random(1))
