"""A whole game: what may be drawn, what follows from it, and the transcript that tells it again."""

from engine.game.cartographer import Cartographer
from engine.game.choices import legal_moves
from engine.game.errors import IllegalMoveError, InvariantError, TranscriptError
from engine.game.invariants import check_invariants
from engine.game.moves import PASS, Move, Moves
from engine.game.state import GameState, Piles, Task
from engine.game.transcript import TRANSCRIPT_SCHEMA, Transcript, Turn
from engine.game.turns import play, start

__all__ = [
    "PASS",
    "TRANSCRIPT_SCHEMA",
    "Cartographer",
    "GameState",
    "IllegalMoveError",
    "InvariantError",
    "Move",
    "Moves",
    "Piles",
    "Task",
    "Transcript",
    "TranscriptError",
    "Turn",
    "check_invariants",
    "legal_moves",
    "play",
    "start",
]
