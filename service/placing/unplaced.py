"""Places sheets without a place again, when players or rounds are added or renamed."""

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import Connection, select

from engine import Season
from service.documents import WrittenCode
from service.placing.newsheets import propose_place
from service.placing.owner import Clues
from service.placing.placedoubts import doubts_with
from service.sheets.rows import PlacedBy, SheetFilter, SheetRow, find_sheet, list_sheets
from service.sheets.storing import SheetPlace, change_sheet, place_of
from service.store.events import SURVEYOR, Deed, record
from service.store.tables import batches, files, pages, readings


def place_waiting(db: Connection, tournament: str) -> list[str]:
    """Propose places for all sheets without one; those that a person placed stay as they are.

    Returns:
        The identifiers of the sheets that changed.
    """
    waiting = list(_waiting(db, tournament))
    return [sheet.id for sheet, clues in waiting if _place_anew(db, sheet, clues)]


def place_resent(db: Connection, tournament: str, file: str, stated: SheetPlace, file_name: str) -> None:
    """Place waiting sheets of a photo by what is stated of them when it is sent again."""
    for sheet, clues in list(_waiting(db, tournament, file)):
        if sheet.player in (None, stated.player or sheet.player):
            before = clues.stated
            known = SheetPlace(
                stated.player or before.player, stated.round or before.round, stated.season or before.season
            )
            _place_anew(db, sheet, replace(clues, stated=known, file_name=file_name))


def _waiting(db: Connection, tournament: str, file: str | None = None) -> Iterator[tuple[SheetRow, Clues]]:
    """Yield the sheets without a place, and what there is to place them by."""
    for sheet in list_sheets(db, tournament, SheetFilter(file=file, counting=True)):
        if not place_of(sheet).is_whole and sheet.placed_by is not PlacedBy.HAND:
            yield find_sheet(db, tournament, sheet.id, locked=True), _clues(db, sheet)


def _clues(db: Connection, sheet: SheetRow) -> Clues:
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
    stated = SheetPlace(row.player_id, row.round_id, Season(row.season) if row.season else None)
    known = WrittenCode.model_validate(code) if code else None
    return Clues(stated, known, sheet.file_name, boxes=sheet.map.boxes)


def _place_anew(db: Connection, sheet: SheetRow, clues: Clues) -> bool:
    """Propose a place for a sheet; tell whether anything of it changes."""
    placed = propose_place(db, sheet.tournament, clues, likeness=sheet.likeness, sheet=sheet.id)
    place, doubts = placed.place, doubts_with(sheet.doubts, placed.flags)
    moved = (place.player, place.round, place.season) != (sheet.player, sheet.round, sheet.season)
    if not moved and doubts == list(sheet.doubts):
        return False
    change_sheet(db, sheet, place=place, doubts=doubts)
    record(
        db,
        SURVEYOR,
        Deed.SHEET_PLACED,
        tournament=sheet.tournament,
        subject=sheet.id,
        before={"player": sheet.player, "round": sheet.round, "season": sheet.season},
        after={"player": place.player, "round": place.round, "season": place.season},
        by=place.by,
    )
    return True
