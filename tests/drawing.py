"""Draw the maps of the tests as text."""

from collections.abc import Iterable

from engine import SIZE, MapSheet, Square


def map_of(*rows: str, ruins: Iterable[Square] = (), rest: str = ".") -> MapSheet:
    """Draw a map from its top-left corner on; what is not drawn is empty, or `rest`."""
    lines = [row.ljust(SIZE, rest) for row in rows] + [rest * SIZE] * (SIZE - len(rows))
    return MapSheet.parse("\n".join(lines), ruins=ruins)
