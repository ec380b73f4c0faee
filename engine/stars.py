"""Reputation stars, and the squares that earn them."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.squares import Square, Squares


@dataclass(frozen=True, slots=True)
class Award:
    """Stars earned, or lost when negative, by some squares together."""

    squares: Squares
    stars: int


@dataclass(frozen=True, slots=True)
class Stars:
    """All the awards of one edict, or of the monsters, on one map.

    >>> stars = Stars.per_square([Square(0, 3), Square(0, 4)], 2)
    >>> stars.total
    4
    """

    awards: tuple[Award, ...] = ()

    @classmethod
    def per_square(cls, squares: Iterable[Square], stars: int = 1) -> "Stars":
        """Award the stars for each of the squares."""
        return cls(tuple(Award((square,), stars) for square in sorted(squares)))

    @classmethod
    def per_group(cls, groups: Iterable[Iterable[Square]], stars: int = 1) -> "Stars":
        """Award the stars for each of the groups of squares, such as clusters or rows."""
        return cls(tuple(Award(tuple(group), stars) for group in groups))

    @property
    def total(self) -> int:
        """The sum of all awards."""
        return sum(award.stars for award in self.awards)

    @property
    def squares(self) -> Squares:
        """The squares of all awards, each once, in reading order."""
        return tuple(sorted({square for award in self.awards for square in award.squares}))

    def __add__(self, other: "Stars") -> "Stars":
        """Join the awards."""
        return Stars(self.awards + other.awards)
