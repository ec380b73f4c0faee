"""Groups of connected squares that hold the same terrain; even a single square is one."""

from collections.abc import Iterable

from engine.areas import Area, parts
from engine.mapsheet import MapSheet
from engine.terrain import Terrain


def clusters(sheet: MapSheet, terrain: Terrain) -> list[Area]:
    """Return all clusters of the terrain, largest first; of equal ones the first in reading order.

    >>> from engine import MapSheet, Side
    >>> [cluster.bit_count() for cluster in clusters(MapSheet.blank(Side.B), Terrain.WASTELAND)]
    [7]
    """
    return sorted(parts(sheet.area(terrain)), key=int.bit_count, reverse=True)


def largest(areas: Iterable[Area]) -> Area:
    """Return the area of most squares, of equal ones the first; without any areas the empty one."""
    return max(areas, key=int.bit_count, default=0)
