"""The games that a map can be from, as the command names them."""

from enum import StrEnum

from engine.boxes import Game


class GameName(StrEnum):
    """The game that a map is from."""

    BASE = "base"
    HEROES = "heroes"
    COMBINED = "combined"


class BoxName(StrEnum):
    """The box that a set of cards is from."""

    BASE = "base"
    HEROES = "heroes"

    @property
    def game(self) -> Game:
        """The game in the box."""
        return Game.HEROES if self is BoxName.HEROES else Game.CARTOGRAPHERS
