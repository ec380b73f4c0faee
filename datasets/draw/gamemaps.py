"""Maps from games: bots play by the rules up to some move, and one player's map is taken."""

from itertools import groupby
from random import Random

import numpy as np

from datasets.draw.maps import DrawnMap, Shape
from engine import LAYOUTS, MapSheet, Side, Square, Terrain
from engine.areas import squares_of
from engine.bots import Bot, choose_move
from engine.cards import Effect
from engine.game.cartographer import Cartographer
from engine.game.turns import play, start
from engine.setup import GameSetup

GREEDY = 0.15  # share of games whose bots look at the edicts; the others make any legal move
MOST_PLAYERS = 2
LETTERS = {Effect.DRAGON: "D", Effect.ZOMBIE: "Z", Effect.TROLL: "T", Effect.GORGON: "G"}


def game_map(rng: np.random.Generator, side: Side) -> DrawnMap:
    """Return a map of a printed side as it stands somewhere in a game, more often late than early."""
    seed, players = int(rng.integers(1 << 31)), int(rng.integers(1, MOST_PLAYERS + 1))
    bot = Bot.GREEDY if rng.random() < GREEDY else Bot.RANDOM
    chance = Random(seed)
    state = start(GameSetup.combined(layout=LAYOUTS[side], players=players, seed=seed))
    moves = int(players * 42 * rng.beta(2.0, 1.0))
    shapes: list[tuple[Terrain, Shape]] = []
    beneath: dict[Square, Terrain] = {}
    _note_changes(MapSheet.blank(side), state.cartographers[0].sheet, shapes, beneath)  # an ambush at once
    for _ in range(moves):
        if state.is_over:
            break
        seat = min(state.due)
        before = state.cartographers[0].sheet
        state = play(state, seat, choose_move(state, seat, bot, chance))
        _note_changes(before, state.cartographers[0].sheet, shapes, beneath)
    owner = state.cartographers[0]
    return DrawnMap(
        sheet=owner.sheet,
        shapes=tuple(shapes),
        wastelands=frozenset(LAYOUTS[side].wastelands),
        beneath=beneath,
        initials=_initials(owner),
        attacks=frozenset(squares_of(owner.attacked)),
    )


def _note_changes(
    before: MapSheet, after: MapSheet, shapes: list[tuple[Terrain, Shape]], beneath: dict[Square, Terrain]
) -> None:
    """Add the shapes that were drawn, and what stands under the squares that were destroyed."""
    if before is after:
        return
    changed = {square: after[square] for square in squares_of(_changed(before, after))}
    monsters = Terrain.MONSTER in changed.values()
    for square, terrain in changed.items():
        if terrain is Terrain.DESTROYED:
            was = before[square]
            beneath[square] = Terrain.MONSTER if monsters and was is Terrain.EMPTY else was
            changed[square] = Terrain.MONSTER if monsters and was is Terrain.EMPTY else terrain
    drawn = sorted((terrain, square) for square, terrain in changed.items() if terrain != Terrain.DESTROYED)
    for terrain, group in groupby(drawn, key=lambda pair: pair[0]):
        shapes.append((terrain, frozenset(square for _, square in group)))


def _changed(before: MapSheet, after: MapSheet) -> int:
    area = 0
    for terrain in Terrain:
        area |= before.area(terrain) ^ after.area(terrain)
    return area


def _initials(owner: Cartographer) -> dict[Square, str]:
    return {
        square: LETTERS[effect]
        for effect, area in owner.initials
        if effect in LETTERS
        for square in squares_of(area)
    }
