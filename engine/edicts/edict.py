"""The record that a scoring card is."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from engine.boxes import Game
from engine.mapsheet import MapSheet
from engine.stars import Stars


class Category(StrEnum):
    """The back of a scoring card; a game uses one card of each."""

    FOREST = "forest"
    VILLAGE = "village"
    FARM_WATER = "farm_water"
    SPATIAL = "spatial"


@dataclass(frozen=True, slots=True)
class Edict:
    """A scoring card: its name, and the function that tells what a map earns by it."""

    name: str
    """The name on the card, in plain ASCII."""
    category: Category
    solo: int
    """The number in the lower corner, subtracted in solo mode."""
    game: Game
    earns: Callable[[MapSheet], Stars]
    """Counts the stars of a map by this card, and names the squares."""

    @property
    def rule(self) -> str:
        """The text on the card, which is the docstring of the function before its note."""
        text, *_ = (self.earns.__doc__ or "").split("Note:")
        return " ".join(text.split())

    def __str__(self) -> str:
        """Return the name on the card."""
        return self.name
