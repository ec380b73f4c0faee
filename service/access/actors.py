"""The actors of a request: an organiser, a judge of a tournament, a player, or anybody."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """The role of a user; `service.access.rights` says what each may do."""

    ORGANISER = "organiser"
    JUDGE = "judge"
    PLAYER = "player"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Actor:
    """A user who sends a request."""

    name: str
    """The name in the log."""
    role: Role
    tournament: str | None = None
    """The only tournament that they see; None: all."""
    player: str | None = None
    """The player whose sheets they see, and no others."""
    key: str | None = None
    """The identifier of their key, if they use one."""

    def sees(self, tournament: str, player: str | None) -> bool:
        """Tell whether they see a tournament, and in it what belongs to a player."""
        if self.tournament not in (None, tournament):
            return False
        return self.role is not Role.PLAYER or (player is not None and player == self.player)

    @property
    def id(self) -> str:
        """An identifier; several actors may have the same name."""
        return self.key or self.role


SINGLE_USER = Actor("you", Role.ORGANISER)
"""The user of a service on loopback that asks nobody to log in."""
ORGANISER = Actor("organiser", Role.ORGANISER)
"""The user who logged in with the password."""
ANYBODY = Actor("anybody", Role.PUBLIC)
