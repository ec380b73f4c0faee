"""The two games, by the boxes that their cards come in."""

from enum import StrEnum


class Game(StrEnum):
    """The box a card comes in."""

    CARTOGRAPHERS = "Cartographers"
    HEROES = "Cartographers Heroes"
