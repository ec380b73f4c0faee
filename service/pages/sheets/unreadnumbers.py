"""Numbers below the map that could not be read: the fields that a person has to fill."""

from collections.abc import Iterator, Mapping, Sequence

from engine import Season
from engine.sentence import FINAL_BOX
from service.documents import Sheet, SheetMap
from service.pages.sheets.form import box_field
from service.sheets.doubts import BOXES, CoinsDoubt, SheetDoubt
from service.sheets.rows import MapInForce


def unread_fields(standing: MapInForce, read: Sheet) -> frozenset[str]:
    """Return the names of the fields whose numbers could not be read, and that nobody has settled."""
    map, doubts = standing.map, standing.doubts
    whole = [doubt.reason for doubt in doubts if isinstance(doubt, SheetDoubt)]
    counts: Mapping[str, int] = next(
        (reason.params.get("boxes", {}) for reason in whole if reason.code == BOXES), {}
    )
    names = set(_boxes(map, read, counts)) if whole else set()
    if FINAL_BOX in counts and map.final is None:
        names.add("final")
    if any(isinstance(doubt, CoinsDoubt) for doubt in doubts):
        names.add("coins")
    return frozenset(names)


def _boxes(map: SheetMap, read: Sheet, counts: Mapping[str, int]) -> Iterator[str]:
    """Yield the blank boxes of the seasons that are filled in: of those, as many as the reason counts.

    The reasons of older releases count none: all blank boxes wait for a person then.
    """
    for at, (season, row) in enumerate(zip(Season, map.boxes, strict=False)):
        blank = [place for place, number in enumerate(row or ()) if number is None]
        sure = _confidences(read.boxes_confidence, at)
        blank.sort(key=lambda place: sure[place] if place < len(sure) else 0.0)
        count = counts.get(season.value, 0) if counts else len(blank)
        yield from (box_field(season, place) for place in blank[:count])


def _confidences(seasons: Sequence[Sequence[float] | None], at: int) -> Sequence[float]:
    return (seasons[at] if at < len(seasons) else None) or ()
