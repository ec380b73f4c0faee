"""The games that a map can be from, as the command names them."""

from enum import StrEnum


class GameName(StrEnum):
    """Which game a map is from."""

    BASE = "base"
    HEROES = "heroes"
    COMBINED = "combined"
