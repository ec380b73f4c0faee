"""Lines that say how the season before and the cards changed a reading."""

from collections.abc import Iterator

from service.documents import ContextEffect, Reading, RethoughtSquare
from service.wording.squarenames import label, labels


def context_lines(reading: Reading) -> Iterator[str]:
    """Tell which squares were settled, and of each that was changed or is asked about, why."""
    for sheet in reading.sheets:
        if sheet.context is None:
            continue
        rethought = sheet.context.rethought
        if settled := [each.square for each in rethought if each.effect is ContextEffect.SETTLED]:
            yield f"no longer doubtful: {labels(settled)}"
        yield from (_line(each) for each in rethought if each.effect is not ContextEffect.SETTLED)


def _line(each: RethoughtSquare) -> str:
    sure = f"{each.picture_confidence:.0%}"
    if each.effect is ContextEffect.CHANGED:
        instead = f"{each.context}, not {each.picture} as the picture shows ({sure})"
        return f"{label(each.square)} {instead}. {each.why}"
    if each.context is each.picture:
        return f"{label(each.square)} {each.picture} ({sure}) is asked about. {each.why}"
    return f"{label(each.square)} please check: the picture shows {each.picture} ({sure}). {each.why}"
