"""Reputation stars, and the squares that earn them."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.areas import Area, bits, squares_of
from engine.squares import Squares


@dataclass(frozen=True, slots=True)
class Award:
    """Stars earned, or lost when negative, by some squares together."""

    area: Area
    stars: int

    @property
    def squares(self) -> Squares:
        """The squares, in reading order."""
        return squares_of(self.area)


@dataclass(frozen=True, slots=True, eq=False)
class Stars:
    """All the awards of one edict, or of the monsters, on one map; listed only when asked for.

    >>> from engine import Square
    >>> from engine.areas import area_of
    >>> stars = Stars.per_square(area_of([Square(0, 3), Square(0, 4)]), 2)
    >>> stars.total
    4
    >>> stars.awards[0].squares
    (Square(row=0, column=3),)
    """

    total: int = 0
    """The sum of all awards."""
    _squares: tuple[tuple[Area, int], ...] = ()
    """Areas, and the stars for each of their squares."""
    _groups: tuple[tuple[tuple[Area, ...], int], ...] = ()
    """Areas, and the stars for each of them as a whole."""

    @classmethod
    def per_square(cls, area: Area, stars: int = 1) -> "Stars":
        """Award the stars for each square of the area."""
        return cls(area.bit_count() * stars, ((area, stars),))

    @classmethod
    def per_group(cls, groups: Iterable[Area], stars: int = 1) -> "Stars":
        """Award the stars for each of the areas, such as clusters or rows."""
        awarded = tuple(groups)
        return cls(len(awarded) * stars, (), ((awarded, stars),))

    @property
    def awards(self) -> tuple[Award, ...]:
        """The awards, each of one square or of a group."""
        singles = [Award(square, stars) for area, stars in self._squares for square in bits(area)]
        return (*singles, *(Award(area, stars) for areas, stars in self._groups for area in areas))

    @property
    def area(self) -> Area:
        """The squares of all awards."""
        area = 0
        for award in self.awards:
            area |= award.area
        return area

    @property
    def squares(self) -> Squares:
        """The squares of all awards, each once, in reading order."""
        return squares_of(self.area)

    def __add__(self, other: "Stars") -> "Stars":
        """Join the awards."""
        return Stars(self.total + other.total, self._squares + other._squares, self._groups + other._groups)

    def __eq__(self, other: object) -> bool:
        """Whether the awards are the same."""
        return isinstance(other, Stars) and self.awards == other.awards

    def __hash__(self) -> int:
        """Go by the awards, as equality does."""
        return hash(self.awards)
