"""Whose sheet one is, of which round and season."""

from dataclasses import dataclass

from service.documents import Reason


@dataclass(frozen=True, slots=True)
class Placed:
    """A place in a tournament, as far as it is known."""

    player: str | None = None
    """The player's id."""
    round: str | None = None
    """The round's id."""
    season: str | None = None
    """Whose end the sheet shows; winter's is the final one."""
    by: str | None = None
    """How it is known: code, name, told or hand."""
    flags: tuple[Reason, ...] = ()
    """What a person has to settle about it."""
