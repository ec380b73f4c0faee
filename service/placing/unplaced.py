"""Places sheets without a place again, when players or rounds are added or renamed."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection, select

from engine import Season
from service.documents import WrittenCode
from service.placing.owner import Clues
from service.placing.placedoubts import doubts_with
from service.placing.proposing import propose_place
from service.sheets.rows import PlacedBy, SheetFilter, SheetRow, find_sheet, list_sheets
from service.sheets.storing import SheetPlace, change_sheet, place_of
from service.store.events import SURVEYOR, Deed, record
from service.store.tables import batches, files, pages, readings


@dataclass(frozen=True, slots=True)
class WaitingSheet:
    """A sheet without a place, and what there is to place it by."""

    sheet: SheetRow
    stated: SheetPlace
    """The place that the sender of its batch stated."""
    code: WrittenCode | None


def place_waiting(db: Connection, tournament: str) -> list[str]:
    """Propose places for all sheets without one; those that a person placed stay as they are.

    Returns:
        The identifiers of the sheets that changed.
    """
    return [
        waiting.sheet.id for waiting in list(_waiting(db, tournament)) if _place_anew(db, tournament, waiting)
    ]


def place_resent(db: Connection, tournament: str, file: str, stated: SheetPlace, file_name: str) -> None:
    """Place waiting sheets of a photo by what is stated of them when it is sent again."""
    for waiting in list(_waiting(db, tournament, file)):
        if waiting.sheet.player in (None, stated.player or waiting.sheet.player):
            before = waiting.stated
            known = SheetPlace(
                stated.player or before.player, stated.round or before.round, stated.season or before.season
            )
            sheet = replace(waiting.sheet, file_name=file_name)
            _place_anew(db, tournament, replace(waiting, sheet=sheet, stated=known))


def _waiting(db: Connection, tournament: str, file: str | None = None) -> Iterator[WaitingSheet]:
    for sheet in list_sheets(db, tournament, SheetFilter(file=file, counting=True)):
        if not place_of(sheet).is_whole and sheet.placed_by is not PlacedBy.HAND:
            yield WaitingSheet(find_sheet(db, tournament, sheet.id, locked=True), *_clues(db, sheet))


def _clues(db: Connection, sheet: SheetRow) -> tuple[SheetPlace, WrittenCode | None]:
    """Return the place that the sender of a sheet stated, and the code on it."""
    wanted = (
        select(readings.c.document, batches.c.player_id, batches.c.round_id, batches.c.season)
        .select_from(pages)
        .join(readings, readings.c.id == pages.c.reading_id)
        .join(files, files.c.id == pages.c.file_id)
        .join(batches, batches.c.id == files.c.batch_id)
        .where(pages.c.id == sheet.page)
    )
    row = db.execute(wanted).one()
    code = row.document["sheets"][sheet.number].get("code")
    season = Season(row.season) if row.season else None
    stated = SheetPlace(row.player_id, row.round_id, season)
    return stated, WrittenCode.model_validate(code) if code else None


def _place_anew(db: Connection, tournament: str, waiting: WaitingSheet) -> bool:
    sheet = waiting.sheet
    placed = propose_place(
        db,
        tournament,
        Clues(waiting.stated, waiting.code, sheet.file_name, boxes=sheet.map.boxes),
        likeness=sheet.likeness,
        sheet=sheet.id,
    )
    place, doubts = placed.place, doubts_with(sheet.doubts, placed.flags)
    moved = (place.player, place.round, place.season) != (sheet.player, sheet.round, sheet.season)
    if not moved and doubts == list(sheet.doubts):
        return False
    change_sheet(db, sheet, place=place, doubts=doubts)
    record(
        db,
        SURVEYOR,
        Deed.SHEET_PLACED,
        tournament=tournament,
        subject=sheet.id,
        before={"player": sheet.player, "round": sheet.round, "season": sheet.season},
        after={"player": place.player, "round": place.round, "season": place.season},
        by=place.by,
    )
    return True
