"""Moves of a player: one move, and all the legal ones without listing them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, overload

from engine.areas import Area, area_of, bits, squares_of
from engine.errors import MapFormatError
from engine.squares import Square
from engine.terrain import Terrain


class Move(NamedTuple):
    """A player's move when it is his turn to draw.

    >>> str(Move.drawing(Terrain.FARM, [Square(0, 0), Square(1, 0)]))
    'farm at [0, 0] [1, 0]'
    """

    terrain: Terrain
    """The terrain of the squares afterwards: a terrain type, or `DESTROYED`."""
    area: Area
    attack: Area = 0
    """The squares of the map that are marked with the attack pattern, when a hero is drawn."""

    @classmethod
    def drawing(cls, terrain: Terrain, squares: Iterable[Square], attack: Iterable[Square] = ()) -> "Move":
        """Return the move that fills the squares with the terrain.

        Raises:
            MapFormatError: A square is not on the map.
        """
        return cls(terrain, _area_on_map(squares), _area_on_map(attack))

    def __str__(self) -> str:
        """Tell the move in a line."""
        if self == PASS:
            return "pass"
        attack = f", attacking {_in_words(self.attack)}" if self.attack else ""
        return f"{self.terrain} at {_in_words(self.area)}{attack}"


PASS = Move(Terrain.EMPTY, 0)
"""Draw nothing, which is legal only where nothing can be drawn."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """One oriented shape, all the places where it may be drawn, and the terrains it may be filled with."""

    terrains: tuple[Terrain, ...]
    pattern: Area
    """The squares of the shape in the top-left corner of the map."""
    anchors: Area
    """Each bit moves the pattern to a place where it may be drawn."""
    has_coin: bool = False
    attacks: Mapping[Area, Area] | None = None
    """Squares that a hero attacks from each anchor."""

    def __len__(self) -> int:
        """Return the number of moves."""
        return self.anchors.bit_count() * len(self.terrains)

    def __contains__(self, move: object) -> bool:
        """Whether the move is one of these."""
        if not isinstance(move, Move) or move.terrain not in self.terrains or not move.area:
            return False
        anchor = (move.area & -move.area) // (self.pattern & -self.pattern)
        return bool(anchor & self.anchors) and self._move(move.terrain, anchor) == move

    def __iter__(self) -> Iterator[Move]:
        """Go through the moves."""
        for terrain in self.terrains:
            for anchor in bits(self.anchors):
                yield self._move(terrain, anchor)

    def move(self, index: int) -> Move:
        """Return the move of this index, which is not negative and below the number of moves."""
        terrain, place = divmod(index, self.anchors.bit_count())
        anchors = self.anchors
        for _ in range(place):
            anchors &= anchors - 1
        return self._move(self.terrains[terrain], anchors & -anchors)

    def _move(self, terrain: Terrain, anchor: Area) -> Move:
        return Move(terrain, self.pattern * anchor, self.attacks[anchor] if self.attacks else 0)


class Moves(Sequence[Move]):
    """Legal moves, each once; made only when they are asked for."""

    __slots__ = ("stamps",)

    def __init__(self, stamps: Iterable[Stamp]) -> None:
        """Take the stamps, of which no two have a move in common."""
        self.stamps = tuple(stamps)

    def __len__(self) -> int:
        """Return the number of moves."""
        return sum(map(len, self.stamps))

    def __iter__(self) -> Iterator[Move]:
        """Go through the moves."""
        for stamp in self.stamps:
            yield from stamp

    def __contains__(self, move: object) -> bool:
        """Whether the move is one of these."""
        return any(move in stamp for stamp in self.stamps)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        """Return the move of this index, or those of a slice."""
        if isinstance(index, slice):
            return tuple(self)[index]
        rest = index + len(self) if index < 0 else index
        for stamp in self.stamps:
            if 0 <= rest < len(stamp):
                return stamp.move(rest)
            rest -= len(stamp)
        raise IndexError(f"there are {len(self)} moves, none has the index {index}")


def _area_on_map(squares: Iterable[Square]) -> Area:
    places = [Square(*square) for square in squares]
    for square in places:
        if not square.is_on_map:
            raise MapFormatError(f"{square} is off the map")
    return area_of(places)


def _in_words(area: Area) -> str:
    return " ".join(map(str, squares_of(area)))
