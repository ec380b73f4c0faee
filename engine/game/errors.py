"""Errors in a move or a transcript."""

from collections.abc import Sequence

from engine.errors import EngineError


class IllegalMoveError(EngineError):
    """A move that the rules do not allow.

    Attributes:
        seat: Whose move it is, counted from 0.
        rule: The rule that it breaks.
    """

    def __init__(self, seat: int, rule: str) -> None:
        """Take whose move it is, and the rule that it breaks."""
        super().__init__(seat, rule)
        self.seat = seat
        self.rule = rule

    def __str__(self) -> str:
        """Say which rule the move breaks."""
        return f"seat {self.seat}: {self.rule}"


class TranscriptError(EngineError):
    """A transcript that does not tell a game.

    Attributes:
        problem: What is wrong.
        number: The move that is wrong, counted from 1; None when it is the whole.
    """

    def __init__(self, problem: str, number: int | None = None) -> None:
        """Take what is wrong, and with which move."""
        super().__init__(problem, number)
        self.problem = problem
        self.number = number

    def __str__(self) -> str:
        """Say what is wrong, and with which move."""
        return self.problem if self.number is None else f"move {self.number}: {self.problem}"


class InvariantError(EngineError):
    """A state that no game can reach.

    Attributes:
        broken: What does not hold, though it holds in every game.
    """

    def __init__(self, broken: Sequence[str]) -> None:
        """Take what does not hold."""
        super().__init__(broken)
        self.broken = tuple(broken)

    def __str__(self) -> str:
        """Say what does not hold."""
        return f"no game can come to this; it does not hold that {'; nor that '.join(self.broken)}"
