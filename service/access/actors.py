"""The actors of a request: an organiser, a judge of a tournament, a player, or anybody."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What somebody is; what each may do stands in `service.access.matrix`."""

    ORGANISER = "organiser"
    JUDGE = "judge"
    PLAYER = "player"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who asks for something."""

    name: str
    """What the log says of who did it."""
    role: Role
    tournament: str | None = None
    """The only tournament that there is to them; None: all."""
    player: str | None = None
    """Whose sheets alone there are to them, if they are a player."""
    key: str | None = None
    """The identifier of the key that they came with, if it was one."""

    def sees(self, tournament: str, player: str | None = None) -> bool:
        """Tell whether a tournament, and in it the things of a player, exist for them."""
        if self.tournament not in (None, tournament):
            return False
        return self.role is not Role.PLAYER or (player is not None and player == self.player)

    @property
    def id(self) -> str:
        """What tells them from others, who may go by the same name."""
        return self.key or self.role


SINGLE_USER = Actor("you", Role.ORGANISER)
"""Who acts where one person works alone, on loopback, without a login."""
ORGANISER = Actor("organiser", Role.ORGANISER)
"""Who knows the password."""
ANYBODY = Actor("anybody", Role.PUBLIC)
