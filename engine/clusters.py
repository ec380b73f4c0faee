"""Groups of connected squares that hold the same terrain."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.mapsheet import MapSheet
from engine.squares import Square, Squares
from engine.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Cluster:
    """A group of connected squares of one terrain; even a single square is one."""

    terrain: Terrain
    squares: Squares
    """The squares of the cluster, in reading order."""

    def __len__(self) -> int:
        """Count the squares."""
        return len(self.squares)

    def __iter__(self) -> Iterator[Square]:
        """Go through the squares in reading order."""
        return iter(self.squares)

    @property
    def is_on_edge(self) -> bool:
        """Whether the cluster is adjacent to the edge of the map."""
        return any(square.is_on_edge for square in self.squares)

    def neighbours(self) -> Squares:
        """Return the squares adjacent to the cluster, each once, in reading order."""
        beside = {neighbour for square in self.squares for neighbour in square.neighbours()}
        return tuple(sorted(beside.difference(self.squares)))


def clusters(sheet: MapSheet, terrain: Terrain) -> list[Cluster]:
    """Return all clusters of the terrain, largest first; of equal ones the first in reading order.

    >>> from engine import MapSheet, Side
    >>> [len(cluster) for cluster in clusters(MapSheet.blank(Side.B), Terrain.WASTELAND)]
    [7]
    """
    found = []
    left = set(sheet.squares(terrain))
    while left:
        squares = _connected(min(left), left)
        found.append(Cluster(terrain, tuple(sorted(squares))))
        left -= squares
    return sorted(found, key=len, reverse=True)


def _connected(start: Square, among: set[Square]) -> set[Square]:
    reached = {start}
    border = [start]
    while border:
        fresh = among.intersection(border.pop().neighbours()) - reached
        reached |= fresh
        border.extend(fresh)
    return reached
