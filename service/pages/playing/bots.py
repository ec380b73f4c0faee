"""A bot that goes on with a game, always in the same way from the same address."""

from random import Random

from engine.bots import Bot, choose_move
from engine.game import GameState, Move, play
from service.pages.playing.ways import encode


def bots_move(state: GameState) -> Move:
    """Return what a bot would draw, which looks no further than this card."""
    return choose_move(state, 0, Bot.GREEDY, Random(f"{state.setup.seed} {len(state.log)}"))


def let_bot_play(state: GameState, *, until: str) -> str:
    """Return a bot's moves: the next one, or all to the end of the season or of the game."""
    moves, season = "", state.season
    while not state.is_over:
        move = bots_move(state)
        moves += encode(state, move)
        state = play(state, 0, move)
        if until not in {"season", "end"} or (until == "season" and state.season is not season):
            break
    return moves
