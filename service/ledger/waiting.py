"""Sheets that wait for a place: looked at again when players or rounds come, or names are mended."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection, or_, select, update

from engine import Season
from service.documents import WrittenCode
from service.ledger.places import doubts_with, propose_place
from service.ledger.settle import SURVEYOR
from service.store.events import Deed, record
from service.store.tables import batches, files, pages, readings, sheets
from service.tournament.placing import Place, Told
from service.tournament.sheets import PlacedBy, SheetRow, State, sheet_of


@dataclass(frozen=True, slots=True)
class WaitingSheet:
    """A sheet without a place, and what there is to place it by."""

    sheet: SheetRow
    told: Told
    code: WrittenCode | None
    file_name: str


def place_waiting(db: Connection, tournament: str) -> list[str]:
    """Propose places anew for all sheets that have none; those that a person placed stay as they are.

    Returns:
        The identifiers of the sheets that changed.
    """
    return [
        waiting.sheet.id for waiting in list(_waiting(db, tournament)) if _place_anew(db, tournament, waiting)
    ]


def place_resent(db: Connection, tournament: str, file: str, told: Told, file_name: str) -> None:
    """Place the sheets of a photo that wait for a player, by what is told when it is sent again."""
    for waiting in list(_waiting(db, tournament, file)):
        if waiting.sheet.player is None:
            before = waiting.told
            known = Told(
                told.player or before.player, told.round or before.round, told.season or before.season
            )
            _place_anew(db, tournament, replace(waiting, told=known, file_name=file_name))


def _waiting(db: Connection, tournament: str, file: str | None = None) -> Iterator[WaitingSheet]:
    lacking = or_(sheets.c.player_id.is_(None), sheets.c.round_id.is_(None), sheets.c.season.is_(None))
    wanted = (
        select(
            sheets,
            readings.c.document,
            files.c.name.label("file_name"),
            batches.c.player_id.label("told_player"),
            batches.c.round_id.label("told_round"),
            batches.c.season.label("told_season"),
        )
        .join(pages, pages.c.id == sheets.c.page_id)
        .join(readings, readings.c.id == pages.c.reading_id)
        .join(files, files.c.id == pages.c.file_id)
        .join(batches, batches.c.id == files.c.batch_id)
        .where(sheets.c.tournament_id == tournament, sheets.c.state != State.DISMISSED, lacking)
        .order_by(sheets.c.id)
    )
    if file is not None:
        wanted = wanted.where(files.c.id == file)
    for row in db.execute(wanted):
        code = row.document["sheets"][row.number].get("code")
        season = Season(row.told_season) if row.told_season else None
        sheet = sheet_of(row)
        if sheet.placed_by is not PlacedBy.HAND:
            yield WaitingSheet(
                sheet,
                Told(row.told_player, row.told_round, season),
                WrittenCode.model_validate(code) if code else None,
                row.file_name,
            )


def _place_anew(db: Connection, tournament: str, waiting: WaitingSheet) -> bool:
    sheet = waiting.sheet
    place = propose_place(
        db,
        tournament,
        told=waiting.told,
        code=waiting.code,
        file_name=waiting.file_name,
        likeness=sheet.likeness,
        sheet=sheet.id,
    )
    doubts = doubts_with(sheet.doubts, place.flags)
    moved = (place.player, place.round, place.season) != (sheet.player, sheet.round, sheet.season)
    if not moved and doubts == list(sheet.doubts):
        return False
    db.execute(
        update(sheets)
        .where(sheets.c.id == sheet.id)
        .values(
            player_id=place.player,
            round_id=place.round,
            season=place.season,
            placed_by=place.by,
            doubts=doubts,
            state=State.REVIEW if doubts else State.SCORED,
            version=sheets.c.version + 1,
        )
    )
    _tell(db, tournament, sheet, place)
    return True


def _tell(db: Connection, tournament: str, sheet: SheetRow, place: Place) -> None:
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
