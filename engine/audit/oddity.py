"""The oddities of an audit: findings that no legal game can have drawn, and who may be at fault."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine.squares import Square, Squares
from engine.terrain import Terrain


class Kind(StrEnum):
    """A way in which a map can be odd."""

    PRINT = "print"
    """A printed feature is missing, or drawn over, or there is one that the side does not have."""
    COIN_TRACK = "coin_track"
    """There are more coins than the track has."""
    FEW_COINS = "few_coins"
    """The surrounded mountains alone give more coins."""
    MANY_COINS = "many_coins"
    """Mountains and shapes can give no more than fewer coins."""
    HEROES = "heroes"
    """There are more heroes than hero cards can have been revealed."""
    DESTROYED = "destroyed"
    """Nothing in the game can have destroyed these squares."""
    MUCH_TERRAIN = "much_terrain"
    """The cards of so many seasons cannot give so many squares of the terrain."""
    MUCH_DRAWN = "much_drawn"
    """The cards of so many seasons cannot fill so many squares."""
    LITTLE_DRAWN = "little_drawn"
    """The cards of so many seasons fill more squares than these."""
    BOXES = "boxes"
    """The written season scores contradict one another."""
    CARDS = "cards"
    """No season reveals these cards in this order."""
    CHANGED = "changed"
    """A square drawn before holds something else now."""
    SEASON = "season"
    """The revealed cards cannot have drawn what was added."""
    SEASON_COINS = "season_coins"
    """The drawings of the revealed cards give another number of coins."""


class Cause(StrEnum):
    """A likely cause."""

    HUMAN = "human"
    """No other reading of one or two squares makes it legal."""
    READING = "reading"
    """It may have been misread: the remedies name the squares."""


class Which(StrEnum):
    """The map that a square is on."""

    MAP = "map"
    """The map that is audited."""
    BEFORE = "before"
    """The map of the season before."""


@dataclass(frozen=True, slots=True)
class Change:
    """One square that may hold something else than was read."""

    square: Square
    holds: Terrain
    instead: Terrain
    which: Which = Which.MAP

    def to_json(self) -> dict[str, object]:
        """Return the change for a surveyor/audit@1 document."""
        return {
            "map": self.which.value,
            "square": list(self.square),
            "holds": self.holds.value,
            "instead": self.instead.value,
        }


Remedy: TypeAlias = tuple[Change, ...]
"""One or two squares which, read otherwise, leave nothing odd."""


@dataclass(frozen=True, slots=True)
class Oddity:
    """Something that no legal game can have drawn."""

    kind: Kind
    squares: Squares
    """The squares it is about; none where it is about all the map."""
    message: str
    """Why it cannot be."""
    cause: Cause = Cause.HUMAN
    remedies: tuple[Remedy, ...] = ()

    @property
    def subject(self) -> tuple[Kind, Squares]:
        """Its kind and squares, to find it again on a map that differs a little."""
        return self.kind, self.squares if self.kind is Kind.PRINT else ()

    def to_json(self) -> dict[str, object]:
        """Return the oddity for a surveyor/audit@1 document."""
        return {
            "kind": self.kind.value,
            "squares": [list(square) for square in self.squares],
            "message": self.message,
            "cause": self.cause.value,
            "remedies": [[change.to_json() for change in remedy] for remedy in self.remedies],
        }
