"""Players that need no person: they make plausible maps, each game the same from its seed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from heapq import nlargest
from random import Random
from statistics import fmean
from typing import TypeAlias

from engine.areas import beside
from engine.cards import ExploreCard
from engine.edicts import Edict
from engine.game.cartographer import Cartographer
from engine.game.choices import explore_stamps, find_stamps, legal_moves
from engine.game.moves import Move, Stamp
from engine.game.state import GameState, Task
from engine.game.transcript import Transcript
from engine.game.turns import draw_move
from engine.mapsheet import MapSheet
from engine.scoring import Season, monster_losses, season_edicts
from engine.setup import GameSetup
from engine.terrain import Terrain

LATER = 0.6  # what a star of a later season is worth: the map will have changed by then
NEAT = 0.08  # stars lost for each empty space left beside a drawing
ALIKE = 0.16  # stars won for each space of the same terrain beside it, since most edicts reward clusters
FOLLOWED = 5  # moves, the best by themselves, of which a planner looks at what may follow
CARDS_AHEAD = 3  # cards that it imagines to come next
LOOKED_AT = 40  # drawings of each that it tries out, the neatest


Option: TypeAlias = tuple[Stamp, Move]


class Bot(StrEnum):
    """How a seat is played without a person."""

    RANDOM = "random"
    """Any legal move."""
    GREEDY = "greedy"
    """The move after which the map would score most, by the edicts weighted by the seasons to come."""
    PLANNER = "planner"
    """The move after which the map and the best drawing of a next card would score most."""


def play_game(setup: GameSetup, bots: Sequence[Bot]) -> Transcript:
    """Play a whole game; when there are fewer bots than seats, they take turns."""
    players = [bots[seat % len(bots)] for seat in range(setup.players)]
    chances = [Random(f"{setup.seed} {bot} {seat}") for seat, bot in enumerate(players)]
    return Transcript.record(
        setup, lambda state, seat: choose_move(state, seat, players[seat], chances[seat])
    )


def choose_move(state: GameState, seat: int, bot: Bot, chance: Random) -> Move:
    """Return the move that the bot chooses for the seat, whose move is due."""
    moves = legal_moves(state, seat)
    if bot is Bot.RANDOM or len(moves) == 1:
        return moves[chance.randrange(len(moves))]
    ranked = _ranked(state, seat, chance)
    ahead = _seasons_ahead(state)
    if bot is Bot.GREEDY or not ahead or state.task is not Task.DRAW:
        return ranked[0][1]
    return _plan(state, seat, ranked[:FOLLOWED], ahead, chance)


@dataclass(frozen=True, slots=True)
class _Aims:
    """The worth of each aim, with these seasons still to be scored."""

    edicts: tuple[tuple[Edict, float], ...]
    coins: float
    monsters: float

    @classmethod
    def of(cls, setup: GameSetup, seasons: Sequence[Season]) -> "_Aims":
        weights = dict.fromkeys(season_edicts(seasons[0], setup.edicts), 1.0)
        for later in seasons[1:]:
            for edict in season_edicts(later, setup.edicts):
                weights[edict] = weights.get(edict, 0.0) + LATER
        return cls(tuple(weights.items()), len(seasons), 1.0 + LATER * (len(seasons) - 1))

    def worth(self, cartographer: Cartographer) -> float:
        """Return the stars that the map would earn, those of later seasons for less."""
        sheet = cartographer.sheet
        stars = sum(weight * edict.earns(sheet).total for edict, weight in self.edicts)
        return stars + self.coins * cartographer.coins + self.monsters * monster_losses(sheet).total


def _ranked(state: GameState, seat: int, chance: Random) -> list[Option]:
    """Return the moves, the best first: for one's own map, or against the neighbour's."""
    aims = _Aims.of(state.setup, _seasons_left(state))
    place = state.map_before(seat)
    before, sign = state.cartographers[place], 1 if place == seat else -1

    def merit(option: Option) -> tuple[float, float]:
        stamp, move = option
        after = draw_move(before, state.card, move, stamp)
        return sign * aims.worth(after) + _neatness(before.sheet, move), chance.random()

    return sorted(_options(find_stamps(state, seat)), key=merit, reverse=True)


def _plan(
    state: GameState, seat: int, options: Sequence[Option], ahead: Sequence[Season], chance: Random
) -> Move:
    """Return the move after which one's map is best when a next card is drawn as well."""
    before = state.cartographers[seat]
    cards = _imagined_cards(state, chance)
    now, then = _Aims.of(state.setup, [state.season]), _Aims.of(state.setup, ahead)

    def merit(option: Option) -> float:
        stamp, move = option
        after = draw_move(before, state.card, move, stamp)
        scored = now.worth(after) if state.is_seasons_last else 0
        worths = (_best_worth(then, after, card, state.setup) for card in cards)
        return scored + _neatness(before.sheet, move) + fmean(worths)

    return max(options, key=merit)[1]


def _seasons_left(state: GameState) -> list[Season]:
    seasons = list(Season)
    return seasons[seasons.index(state.season) :]


def _seasons_ahead(state: GameState) -> list[Season]:
    """Return the seasons that are scored after the next card."""
    left = _seasons_left(state)
    return left[1:] if state.is_seasons_last else left


def _imagined_cards(state: GameState, chance: Random) -> list[ExploreCard]:
    """Draw cards of those that may come next; in which order they lie, no player knows."""
    piles = state.piles
    unseen = (*piles.explore, *piles.revealed) if state.is_seasons_last else piles.explore
    cards = sorted((card for card in unseen if isinstance(card, ExploreCard)), key=str)
    return chance.sample(cards, min(CARDS_AHEAD, len(cards)))


def _best_worth(aims: _Aims, cartographer: Cartographer, card: ExploreCard, setup: GameSetup) -> float:
    """Return what the map is worth after the best of the neat drawings of this card."""
    sheet = cartographer.sheet
    options = _options(explore_stamps(card, sheet, setup.rules))
    neatest = nlargest(LOOKED_AT, options, key=lambda option: _neatness(sheet, option[1]))
    worths = (
        aims.worth(draw_move(cartographer, card, move, stamp)) + _neatness(sheet, move)
        for stamp, move in neatest
    )
    return max(worths, default=aims.worth(cartographer))


def _options(stamps: Sequence[Stamp]) -> Iterator[Option]:
    return ((stamp, move) for stamp in stamps for move in stamp)


def _neatness(sheet: MapSheet, move: Move) -> float:
    """Return what it is worth that a drawing leaves little open beside it, and lies beside its like."""
    around = beside(move.area) & ~move.area
    left_open = (around & sheet.empty).bit_count()
    alike = (around & sheet.area(move.terrain)).bit_count() if move.terrain is not Terrain.EMPTY else 0
    return ALIKE * alike - NEAT * left_open
