"""Play games of every set-up and check them after every move.

`python -m datasets.measure.play_check --games 100 --workers 2`. All moves are random ones.
A game is played twice, the second time from its transcript.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import Pool

from engine import Side
from engine.bots import Bot, play_game
from engine.game import Transcript, check_invariants
from engine.layouts import LAYOUTS
from engine.setup import GameSetup

PLAYERS = range(1, 7)


@dataclass(frozen=True, slots=True)
class Kind:
    """Games of one set-up."""

    name: str
    make: Callable[..., GameSetup]
    side: Side
    players: int

    def __str__(self) -> str:
        """Tell the set-up in a few words."""
        return f"{self.name}, side {self.side}, players: {self.players}"


def kinds() -> Iterator[Kind]:
    """Go through the set-ups: each game, on all its sides, solo to six players."""
    for name, make, sides in (
        ("base", GameSetup.base, "AB"),
        ("heroes", GameSetup.of_heroes, "CD"),
        ("combined", GameSetup.combined, "ABCD"),
    ):
        for side in sides:
            for players in PLAYERS:
                yield Kind(name, make, Side(side), players)


def check_game(setup: GameSetup) -> int:
    """Play a game of random moves, check every state of it, and return how many there were.

    Raises:
        EngineError: Something does not hold, or the transcript tells another game.
    """
    recorded = play_game(setup, [Bot.RANDOM])
    replayed = Transcript.from_json(json.loads(json.dumps(recorded.to_json())))
    states = list(replayed.states())
    check_invariants(states[0])
    for before, state in pairwise(states):
        check_invariants(state, before)
    if not states[-1].is_over or replayed != recorded:
        raise ValueError(f"the game of {setup} does not come to its end")
    return len(states)


def check_kind(task: tuple[Kind, int]) -> str:
    """Play so many games of a set-up, and return a line about them."""
    kind, games = task
    start = time.perf_counter()
    layout = LAYOUTS[kind.side]
    states = sum(
        check_game(kind.make(layout=layout, players=kind.players, seed=seed)) for seed in range(games)
    )
    return f"{kind}: {games} games, {states} states checked, {time.perf_counter() - start:.1f} s"


def main() -> None:
    """Check all set-ups."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each set-up")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    with Pool(given.workers) as pool:
        for line in pool.imap(check_kind, [(kind, given.games) for kind in kinds()]):
            print(line, flush=True)


if __name__ == "__main__":
    main()
