"""A side that somebody said against what was surely read: pages warn of it once, with the way back."""

from service.documents import Sheet, SheetMap

SURE_OF_SIDE = 0.99
"""Probability of a side from which it is surely read."""


def is_said_another_side(map: SheetMap, read: Sheet) -> bool:
    """Tell whether the side of a map is another one than was surely read."""
    return map.side is not read.side and read.side_confidence >= SURE_OF_SIDE
