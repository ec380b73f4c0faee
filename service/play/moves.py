"""A game's moves in words, one by one."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine import MapSheet, Season, Terrain
from engine.areas import Area, squares_of
from engine.game import GameState, Transcript
from engine.game.moves import PASS, Move
from engine.game.transcript import Turn
from service.formats.squarenames import labels


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A line about one map."""

    season: Season
    card: str
    """The card that was drawn; empty for what happened by itself."""
    seat: int
    what: str


def tell_moves(transcript: Transcript) -> Iterator[MoveLine]:
    """Tell every move, and after it what happened on the maps by itself.

    Monsters come so in solo mode, zombies spread, and monsters in an attack pattern are destroyed.
    """
    states = transcript.states()
    state = next(states)
    blank = transcript.setup.blank_sheet()
    for seat, cartographer in enumerate(state.cartographers):
        yield from _by_itself(state.season, seat, blank, cartographer.sheet)
    for turn, after in zip(transcript.turns, states, strict=True):
        yield from _lines(turn, state, after)
        state = after


def _lines(turn: Turn, before: GameState, after: GameState) -> Iterator[MoveLine]:
    place = before.map_before(turn.seat)
    where = "" if place == turn.seat else f", on the map of seat {place}"
    yield MoveLine(turn.season, turn.card, turn.seat, _drawn(turn.move) + where)
    for seat, (earlier, later) in enumerate(zip(before.cartographers, after.cartographers, strict=True)):
        drawn = turn.move if seat == place else PASS
        yield from _by_itself(turn.season, seat, earlier.sheet, later.sheet, drawn)


def _by_itself(
    season: Season, seat: int, before: MapSheet, after: MapSheet, drawn: Move = PASS
) -> Iterator[MoveLine]:
    for terrain in Terrain:
        new = after.area(terrain) & ~before.area(terrain)
        if terrain is drawn.terrain:
            new &= ~drawn.area
        if terrain.is_filled and new:
            yield MoveLine(season, "", seat, f"then {terrain} at {_places(new)}")


def _drawn(move: Move) -> str:
    if move == PASS:
        return "passes"
    attack = f", attacking {_places(move.attack)}" if move.attack else ""
    return f"{move.terrain} at {_places(move.area)}{attack}"


def _places(area: Area) -> str:
    return labels(squares_of(area), " ")
