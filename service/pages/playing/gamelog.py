"""A game played again from its address, and what happened in it move by move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import EngineError, Season, Terrain
from engine.areas import squares_of
from engine.cards import AmbushCard, Card, Effect, RuinsCard
from engine.game import PASS, GameState, Move, Transcript, Turn, play, start
from engine.game.cartographer import Cartographer
from engine.game.solo import find_lair
from engine.game.turns import draw_move
from engine.squares import Squares
from service.pages.playing.address import AddressError, GameAddress
from service.pages.playing.placements import CodeError, decode, due_stamps
from service.pages.playing.reasons import why_broken


class What(StrEnum):
    """Kinds of what happens."""

    DREW = "drew"
    DESTROYED = "destroyed"
    PASSED = "passed"
    COINS = "coins"
    SCORED = "scored"
    SPREAD = "spread"
    RUINS = "ruins"
    AMBUSH = "ambush"
    AVOIDED = "avoided"
    """An ambush whose monster fits nowhere."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened."""

    what: What
    card: Card | None = None
    terrain: Terrain = Terrain.EMPTY
    squares: Squares = ()
    number: int = 0
    """Coins gained, or the stars of a season."""
    season: Season = Season.SPRING


@dataclass(frozen=True, slots=True)
class Story:
    """A game so far."""

    address: GameAddress
    states: tuple[GameState, ...]
    """The beginning, and the state after each move."""
    moves: tuple[Move, ...]

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.states[-1]

    @property
    def transcript(self) -> Transcript:
        """The game as a document tells it."""
        turns = (
            Turn(state.season, str(state.card), 0, move)
            for state, move in zip(self.states, self.moves, strict=False)
        )
        return Transcript(self.states[0].setup, tuple(turns))

    def last_happenings(self) -> list[Happening]:
        """Return what happened since the last move, that first; at the beginning, what came before it."""
        if not self.moves:
            first = self.states[0]
            blank = Cartographer(first.setup.blank_sheet(), track=first.setup.layout.coins)
            return list(_revealed(blank, [card for _, card in first.log]))
        return list(happened(self.states[-2], self.moves[-1], self.states[-1]))


class BrokenGameError(AddressError):
    """An address with a move that cannot be.

    Attributes:
        number: The move, counted from 1.
        sound: The game before it.
    """

    def __init__(self, number: int, reason: str, sound: GameAddress) -> None:
        """Take which move it is, what is wrong with it, and the game before it."""
        super().__init__(reason)
        self.number, self.sound = number, sound


def tell(address: GameAddress) -> Story:
    """Play the game again.

    Raises:
        BrokenGameError: A move in it is none, or breaks a rule.
    """
    states, moves = [start(address.setup())], list[Move]()
    for number, code in enumerate(address.codes, start=1):
        try:
            moves.append(decode(states[-1], code))
            states.append(play(states[-1], 0, moves[-1]))
        except (CodeError, EngineError) as error:
            raise BrokenGameError(number, why_broken(states[-1], code), address.until(number - 1)) from error
    return Story(address, tuple(states), tuple(moves))


def after(state: GameState, move: Move) -> Cartographer:
    """Return the map after a legal move, before anything else happens."""
    cartographer = state.cartographers[0]
    stamp = next((stamp for stamp in due_stamps(state) if move in stamp), None)
    return draw_move(cartographer, state.card, move, stamp) if stamp else cartographer


def happened(before: GameState, move: Move, now: GameState) -> Iterator[Happening]:
    """Tell what a move brought, and what came by itself before the next one."""
    drawn = after(before, move)
    yield _own(before, move)
    if gained := drawn.coins - before.cartographers[0].coins:
        yield Happening(What.COINS, number=gained)
    scores = now.cartographers[0].scores
    scored = len(scores) > len(before.cartographers[0].scores)
    if scored:
        yield Happening(What.SCORED, number=scores[-1].total, season=before.season)
    if (scored or _zombies_wait(before)) and not _zombies_wait(now):
        spread = drawn.spread_zombies()
        if grown := spread.sheet.area(Terrain.MONSTER) & ~drawn.sheet.area(Terrain.MONSTER):
            yield Happening(What.SPREAD, terrain=Terrain.MONSTER, squares=squares_of(grown))
        drawn = spread
    yield from _revealed(drawn, [card for _, card in now.log[len(before.log) :]])


def _own(state: GameState, move: Move) -> Happening:
    if move == PASS:
        return Happening(What.PASSED, state.card)
    what = What.DESTROYED if move.terrain is Terrain.DESTROYED else What.DREW
    return Happening(what, state.card, move.terrain, squares_of(move.area))


def _zombies_wait(state: GameState) -> bool:
    return any(card.effect is Effect.ZOMBIE for card in state.effects)


def _revealed(cartographer: Cartographer, cards: Sequence[Card]) -> Iterator[Happening]:
    """Tell the cards that came, and put the monsters where solo mode puts them."""
    for card in cards:
        match card:
            case RuinsCard():
                yield Happening(What.RUINS, card)
            case AmbushCard():
                lair = find_lair(card, cartographer.sheet.empty)
                if not lair:
                    yield Happening(What.AVOIDED, card)
                    continue
                before = cartographer.coins
                cartographer = cartographer.draw_monster(lair, card.effect)
                yield Happening(What.AMBUSH, card, Terrain.MONSTER, squares_of(lair))
                if gained := cartographer.coins - before:
                    yield Happening(What.COINS, number=gained)


def drawn_by(happenings: Sequence[Happening]) -> Squares:
    """Return the squares that changed."""
    return tuple(square for each in happenings for square in each.squares)
