"""A game as the list of its moves, which tells it again to the last square."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.areas import Area, bit, squares_of
from engine.errors import MapFormatError
from engine.fields import (
    check_keys,
    read_choice,
    read_list,
    read_square,
    read_terrain,
    read_text,
    read_whole_number,
)
from engine.game.errors import IllegalMoveError, TranscriptError
from engine.game.moves import PASS, Move
from engine.game.state import GameState
from engine.game.turns import play, start
from engine.scoring import Season
from engine.setup import MOST_PLAYERS, GameSetup
from engine.terrain import Terrain

TRANSCRIPT_SCHEMA = "surveyor/transcript@1"
KEYS = ("schema", "setup", "moves")
MOVE_KEYS = ("season", "card", "seat", "does", "terrain", "squares", "attack")
MOST_MOVES = 40 * len(
    Season
)  # of one player: more than all cards of a season give him to do, in every season

Chooser = Callable[[GameState, int], Move]
"""Chooses the move of a seat whose move is due."""


class Deed(StrEnum):
    """The kind of a player's turn."""

    DRAW = "draw"
    DESTROY = "destroy"
    PASS = "pass"


class Turn(NamedTuple):
    """One move of one player."""

    season: Season
    card: str
    """The name of the card that the player acts upon."""
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game from its set-up on; it may end before the game does."""

    setup: GameSetup
    turns: tuple[Turn, ...] = ()

    @classmethod
    def record(cls, setup: GameSetup, choose: Chooser) -> "Transcript":
        """Play a whole game, seat after seat, and return its transcript.

        Raises:
            IllegalMoveError: An illegal move was chosen.
        """
        turns, state = [], start(setup)
        while not state.is_over:
            seat = min(state.due)
            turns.append(Turn(state.season, str(state.card), seat, choose(state, seat)))
            state = play(state, seat, turns[-1].move)
        return cls(setup, tuple(turns))

    def states(self) -> Iterator[GameState]:
        """Go through the game: its beginning, and then the state after each move.

        Raises:
            TranscriptError: A move is illegal, or belongs to another game; the message names its number and
                the rule that it breaks.
        """
        state = start(self.setup)
        yield state
        for number, turn in enumerate(self.turns, start=1):
            state = _replay(state, turn, number)
            yield state

    def replay(self) -> GameState:
        """Return the state after the last move.

        Raises:
            TranscriptError: As `states` does.
        """
        *_, last = self.states()
        return last

    def to_json(self) -> dict[str, object]:
        """Return the transcript as a surveyor/transcript@1 document."""
        return {
            "schema": TRANSCRIPT_SCHEMA,
            "setup": self.setup.to_json(),
            "moves": [_turn_to_json(turn) for turn in self.turns],
        }

    @classmethod
    def from_json(cls, document: object) -> "Transcript":
        """Read a transcript; whether its moves are legal, `states` and `replay` tell.

        Raises:
            TranscriptError: The document is none, or a move in it cannot be understood.
            SetupError: Its set-up is none that the rulebooks allow.
        """
        if not isinstance(document, Mapping) or document.get("schema") != TRANSCRIPT_SCHEMA:
            raise TranscriptError(f'a transcript is a JSON object whose schema is "{TRANSCRIPT_SCHEMA}"')
        try:
            check_keys(document, KEYS, "a transcript")
            setup = GameSetup.from_json(document.get("setup"))
            moves = read_list(document.get("moves"), where="moves")
            _check_number(moves, setup)
        except MapFormatError as error:
            raise TranscriptError(str(error)) from error
        return cls(setup, tuple(_read_turn(move, number) for number, move in enumerate(moves, start=1)))


def _check_number(moves: Sequence[object], setup: GameSetup) -> None:
    most = setup.players * MOST_MOVES
    if len(moves) > most:
        problem = f"no game of {setup.players} has more than {most} moves, and these are {len(moves)}"
        raise MapFormatError(problem, where="moves")


def _replay(state: GameState, turn: Turn, number: int) -> GameState:
    if state.is_over:
        raise TranscriptError("the game is over after the move before", number)
    now = (state.season.value, str(state.card))
    if now != (turn.season.value, turn.card):
        entry = f"{turn.card} in {turn.season}"
        raise TranscriptError(f"from this seed the card is {now[1]} in {now[0]}, not {entry}", number)
    try:
        return play(state, turn.seat, turn.move)
    except IllegalMoveError as error:
        raise TranscriptError(str(error), number) from error


def _turn_to_json(turn: Turn) -> dict[str, object]:
    entry: dict[str, object] = {"season": turn.season.value, "card": turn.card, "seat": turn.seat}
    move = turn.move
    if move == PASS:
        return entry | {"does": Deed.PASS.value}
    if move.terrain is Terrain.DESTROYED:
        return entry | {"does": Deed.DESTROY.value, "squares": _places(move.area)}
    entry |= {"does": Deed.DRAW.value, "terrain": move.terrain.value, "squares": _places(move.area)}
    return entry | ({"attack": _places(move.attack)} if move.terrain is Terrain.HERO else {})


def _places(area: Area) -> list[list[int]]:
    return [list(square) for square in squares_of(area)]


def _read_turn(value: object, number: int) -> Turn:
    if not isinstance(value, Mapping):
        raise TranscriptError("a move is a JSON object", number)
    try:
        check_keys(value, MOVE_KEYS, "a move")
        return Turn(
            read_choice(value.get("season"), Season, where="season"),
            read_text(value.get("card"), where="card"),
            read_whole_number(value.get("seat"), most=MOST_PLAYERS - 1, where="seat"),
            _read_move(value),
        )
    except MapFormatError as error:
        raise TranscriptError(str(error), number) from error


def _read_move(fields: Mapping[str, object]) -> Move:
    does = read_choice(fields.get("does"), Deed, where="does")
    if does is Deed.PASS:
        return PASS
    area = _read_area(fields.get("squares"), where="squares")
    if does is Deed.DESTROY:
        return Move(Terrain.DESTROYED, area)
    attack = _read_area(fields.get("attack", []), where="attack")
    return Move(read_terrain(fields.get("terrain"), where="terrain"), area, attack)


def _read_area(value: object, *, where: str) -> Area:
    area = 0
    for number, place in enumerate(read_list(value, where=where)):
        square = read_square(place, where=f"{where}[{number}]")
        if area & bit(square):
            raise MapFormatError(f"{square} is given twice", where=f"{where}[{number}]")
        area |= bit(square)
    return area
