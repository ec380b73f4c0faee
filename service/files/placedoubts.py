"""Doubts about a sheet's place that follow from its map, updated whenever the map is corrected."""

from sqlalchemy import Connection

from service.documents import Reason
from service.files.newsheets import flags_of_other_side
from service.files.places import flags_of_same_map
from service.sheets.doubts import Doubt, PlaceDoubt
from service.sheets.rows import MapInForce, PlacedBy, SheetFilter, SheetRow, likeness_of, list_sheets
from service.sheets.writing import change_sheet
from service.store.events import SURVEYOR, Deed, record

SAME_MAP = "same_map"
OF_THE_MAP = frozenset({SAME_MAP, "other_side"})


def reconsidered(db: Connection, row: SheetRow, then: MapInForce) -> list[Doubt]:
    """Return the doubts about a sheet whose map has changed, with those that follow from the new map.

    That it is of another side than the tournament's is no doubt about a sheet that a person has placed.
    """
    kept = [doubt for doubt in then.doubts if _code(doubt) not in OF_THE_MAP]
    same = flags_of_same_map(db, row.tournament, row.player, likeness_of(then.map))
    found = list(same)
    if row.placed_by != PlacedBy.HAND:
        found += flags_of_other_side(db, row.tournament, then.map.side)
    return kept + [PlaceDoubt(reason=Reason.of(flag)) for flag in found]


def settle_same_map(db: Connection, tournament: str, likeness: str) -> None:
    """Remove the doubt that two players have the same map, once a single player has it."""
    left = list_sheets(db, tournament, SheetFilter(likeness=likeness, counting=True), locked=True)
    if len({sheet.player for sheet in left}) > 1:
        return
    for sheet in left:
        doubts = [doubt for doubt in sheet.doubts if _code(doubt) != SAME_MAP]
        if len(doubts) < len(sheet.doubts):
            change_sheet(db, sheet, doubts=doubts)
            details = {"tournament": tournament, "subject": sheet.id, "settled": SAME_MAP, "by": SURVEYOR}
            record(db, SURVEYOR, Deed.SHEET_PLACED, **details)


def _code(doubt: Doubt) -> str | None:
    return doubt.reason.code if isinstance(doubt, PlaceDoubt) else None
