"""Reads pages again with a newer model: changes are shown before anything is replaced."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from engine.sentence import Sentence
from service.access.actors import Actor
from service.documents import Reading, SheetMap
from service.documents.errors import ConflictError, NotHereError
from service.files.documents import ChangedSheet, ChangedSquare, NewReading
from service.files.sheets import as_read
from service.files.storing import keep_reading
from service.sheets.asread import map_of, read_surely, reason_of
from service.sheets.documents import said_in
from service.sheets.doubts import PlaceDoubt, Settled, doubts_of
from service.sheets.following import Followed, squares_in
from service.sheets.inforce import corrections_in_force
from service.sheets.rows import MapInForce, SheetFilter, SheetRow, list_sheets
from service.sheets.writing import change_sheet
from service.store.events import Deed, record
from service.store.tables import new_id, pages, readings
from vision import SheetReading

TOLD = ("coins", "side", "boxes", "final")


def keep_rereading(
    db: Connection, tournament: str, page: str, reading: Reading, seen: Sequence[SheetReading]
) -> NewReading:
    """Store a new reading of a page beside the one in force, and return what it would change.

    Raises:
        ConflictError: It does not show the same sheets.
    """
    rows = _sheets_of(db, tournament, page)
    _check_same_sheets(rows, reading)
    kept = new_id()
    keep_reading(db, kept, page, reading, seen)
    changes = (_change(row, _standing(db, row, reading).map) for row in rows)
    return NewReading(id=kept, model=reading.model, sheets=tuple(changes))


def accept_rereading(db: Connection, actor: Actor, tournament: str, page: str, rereading: str) -> None:
    """Put a stored reading in force; what people have corrected stays.

    Raises:
        NotHereError: There is none of this id.
        ConflictError: Its sheets are others.
        StaleError: Somebody has corrected a sheet at this very moment.
    """
    kept = select(readings.c.document).where(readings.c.id == rereading, readings.c.page_id == page)
    document = db.execute(kept).scalar()
    if document is None:
        raise NotHereError("new reading of this page")
    reading = Reading.model_validate(document)
    rows = _sheets_of(db, tournament, page)
    _check_same_sheets(rows, reading)
    db.execute(update(pages).where(pages.c.id == page).values(reading_id=rereading))
    for row in rows:
        _replace(db, row, reading)
    record(
        db,
        actor.name,
        Deed.READING_REPLACED,
        tournament=tournament,
        subject=rows[0].file,
        reading=rereading,
        model=reading.model,
    )


def _sheets_of(db: Connection, tournament: str, page: str) -> list[SheetRow]:
    rows = [row for row in list_sheets(db, tournament, SheetFilter(page=page))]
    return sorted(rows, key=lambda row: row.number)


def _check_same_sheets(rows: Sequence[SheetRow], reading: Reading) -> None:
    if not rows:
        raise ConflictError("Nothing was read on this page; have it read again instead.")
    if len(rows) != len(reading.sheets):
        raise ConflictError(
            Sentence(
                "The new reading finds %(sheets)s sheets, and there were %(before)s; the old one stays.",
                sheets=len(reading.sheets),
                before=len(rows),
            )
        )


def _change(row: SheetRow, then: SheetMap) -> ChangedSheet:
    squares = (
        ChangedSquare(square=square, now=now, then=new) for square, now, new in row.map.differing(then)
    )
    others = tuple(key for key in TOLD if getattr(row.map, key) != getattr(then, key))
    return ChangedSheet(sheet=row.id, squares=tuple(squares), others=others)


def _replace(db: Connection, row: SheetRow, reading: Reading) -> None:
    standing = _standing(db, row, reading)
    change_sheet(db, row, row.version, map=standing.map, doubts=standing.doubts)


def _standing(db: Connection, row: SheetRow, reading: Reading) -> Followed:
    """Return the newly read map with all corrections of the sheet, and its doubts."""
    sheet, said = reading.sheets[row.number], said_in(corrections_in_force(db, row.tournament, row.id))
    map = map_of(sheet)
    for correction in said:
        map = correction.apply(map)
    whole = any(each.whole for each in said)
    settled = Settled(
        squares=frozenset(squares_in(said)) | (read_surely(reading, row.number) if whole else frozenset()),
        coins=any(each.coins is not None for each in said),
    )  # not the sheet as a whole: who confirmed the old reading has not seen this one
    doubts = settled.left_of(doubts_of(sheet, reason_of(reading, sheet)))
    if any(each.confirm for each in said) and not _change(row, map).squares:
        doubts = []
    doubts += [doubt for doubt in row.doubts if isinstance(doubt, PlaceDoubt)]
    return as_read(db, row, reading).follow(MapInForce(map, doubts), said)
