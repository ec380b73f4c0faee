"""Moments of games set up by hand: maps drawn as text, and the card that has just been revealed."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine import Game, MapSheet, Season, Side, Square, Terrain, find_edict
from engine.areas import area_of
from engine.cards import AmbushCard, ExploreCard, RuinsCard, find_card
from engine.game import Cartographer, GameState, Move, Piles, Task, legal_moves
from engine.layouts import Layout
from engine.setup import GameSetup, RuleSwitches
from engine.squares import SIZE
from tests.drawing import map_of

EDICTS = tuple(map(find_edict, ("Sentinel Wood", "Canal Lake", "Great City", "Borderlands")))
PRINTED = {Terrain.MOUNTAIN.letter, Terrain.WASTELAND.letter}


def setup_on(sheet: MapSheet, players: int, rules: RuleSwitches | None = None) -> GameSetup:
    """Return a set-up of both games with what is printed on this map, whatever has been drawn on it."""
    letters = "".join(letter if letter in PRINTED else "." for letter in str(sheet).upper() if letter != "\n")
    lines = "\n".join(letters[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))
    setup = GameSetup.combined(
        layout=replace(Layout.parse(Side.CUSTOM, lines), ruins=sheet.ruins),
        edicts=EDICTS,
        explore=Game.CARTOGRAPHERS,
        seasons=Game.CARTOGRAPHERS,
        heroes=True,
        players=players,
        seed=1,
    )
    return replace(setup, rules=rules or RuleSwitches())


def before(
    card: str,
    *maps: MapSheet,
    after: Sequence[str] = (),
    then: Sequence[str] = ("Rift Lands", "Orchard"),
    season: Season = Season.SPRING,
    rules: RuleSwitches | None = None,
) -> GameState:
    """Return the moment when this card is revealed, in a column after others, to players with these maps."""
    sheets = maps or (map_of(""),)
    revealed = tuple(find_card(name) for name in (*after, card))
    match revealed[-1]:
        case ExploreCard() | RuinsCard():
            task = Task.DRAW
        case AmbushCard():
            task = Task.AMBUSH
        case _:
            task = Task.HERO
    return GameState(
        setup_on(sheets[0], len(sheets), rules),
        season,
        Piles(tuple(map(find_card, then)), revealed, (), ()),
        tuple(Cartographer(sheet) for sheet in sheets),
        task,
        frozenset(range(len(sheets))),
    )


def draws(terrain: Terrain, *places: tuple[int, int], attack: Sequence[tuple[int, int]] = ()) -> Move:
    """Return the move that fills these squares."""
    return Move(terrain, area_of(Square(*place) for place in places), area_of(Square(*at) for at in attack))


def destroys(row: int, column: int) -> Move:
    """Return the move that destroys this square."""
    return draws(Terrain.DESTROYED, (row, column))


class AnyMoves:
    """Chooses any legal move, the same ones from the same seed, whatever the order of the seats."""

    def __init__(self, seed: int, players: int) -> None:
        """Give every seat its own chance."""
        self.chances = [Random(f"{seed} {seat}") for seat in range(players)]

    def __call__(self, state: GameState, seat: int) -> Move:
        """Choose a move."""
        moves = legal_moves(state, seat)
        return moves[self.chances[seat].randrange(len(moves))]
