"""Checks the numbers below the map against one another and against the map; nothing is repaired."""

from collections.abc import Sequence

from engine import MapSheet
from engine.final import find_final
from engine.scoreboxes import WrittenSeason
from engine.scoring import Season


def contradictions(
    boxes: Sequence[WrittenSeason],
    *,
    coins: int | None = None,
    final: int | None = None,
    sheet: MapSheet | None = None,
) -> tuple[str, ...]:
    """Say what in the written numbers cannot be right, a sentence each.

    Once winter is filled in, its coins must be those of the track and its monsters those of the map;
    before that, track and map may be further on than the last season that was written down.

    Args:
        boxes: the seasons that were read, spring first.
        coins: filled coins of the track, where they are sure.
        final: the final score that is written, where it is sure.
        sheet: the map as read.
    """
    over = len(boxes) == len(Season) and boxes[-1] is not None
    found = find_final(boxes, sheet=sheet, coins=coins, written_final=final) if over else find_final(boxes)
    return tuple(problem.message for problem in found.contradictions)
