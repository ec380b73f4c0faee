"""What somebody has to look at before a sheet or a result counts."""

from dataclasses import dataclass

from engine import Square


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that does not fit; names of players stand in quotes in it."""

    code: str
    """A stable word for programs."""
    message: str
    """What is wrong."""
    advice: str
    """What to do about it."""
    squares: tuple[Square, ...] = ()
    """Where on the map, if it is there."""

    def to_json(self) -> dict[str, object]:
        """Return it as a reason, as problems and doubts have them."""
        reason: dict[str, object] = {"code": self.code, "message": self.message, "advice": self.advice}
        return reason | ({"squares": [list(square) for square in self.squares]} if self.squares else {})
