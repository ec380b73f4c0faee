"""Checks the numbers below the map against one another and against the map; nothing is repaired."""

from collections.abc import Sequence

from engine import MapSheet
from engine.final import find_final
from engine.scoreboxes import WrittenSeason
from engine.scoring import Season
from engine.sentence import Sentence
from vision.errors import Reason


def contradiction(
    boxes: Sequence[WrittenSeason],
    *,
    coins: int | None = None,
    final: int | None = None,
    sheet: MapSheet | None = None,
) -> Reason | None:
    """Say what in the written numbers cannot be right, if anything.

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
    if not found.contradictions:
        return None
    return Reason(
        "boxes_contradict",
        Sentence(
            "What is written below the map does not fit together: %(problems)s.",
            problems=[problem.message for problem in found.contradictions],
        ),
        "Check these numbers on the sheet: either they were misread, or the player erred.",
    )
