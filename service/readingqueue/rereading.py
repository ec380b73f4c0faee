"""Reads pages again with a newer model: changes are shown before anything is replaced."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from service.access.actors import Actor
from service.documents import Reading, SheetMap
from service.documents.errors import ConflictError, NotHereError
from service.files.documents import ChangedSheet, ChangedSquare, NewReading
from service.readingqueue.newreadings import keep_reading
from service.review.correcting import as_read, put_map
from service.sheets.changesinforce import corrections_in_force
from service.sheets.correctedmap import values_before
from service.sheets.documents import said_in
from service.sheets.doubts import of_place
from service.sheets.rows import MapInForce, SheetFilter, SheetRow, list_sheets
from service.store.events import EventKind, record
from service.store.tables import new_id, pages, readings


def keep_rereading(
    db: Connection, tournament: str, page: str, reading: Reading, seen: Sequence[bytes]
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
        raise NotHereError("new reading")
    reading = Reading.model_validate(document)
    rows = _sheets_of(db, tournament, page)
    _check_same_sheets(rows, reading)
    db.execute(update(pages).where(pages.c.id == page).values(reading_id=rereading))
    for row in rows:
        put_map(db, row, _standing(db, row, reading))
    record(
        db,
        actor.name,
        EventKind.READING_REPLACED,
        tournament=tournament,
        subject=rows[0].file,
        reading=rereading,
        model=reading.model,
    )


def _sheets_of(db: Connection, tournament: str, page: str) -> list[SheetRow]:
    return sorted(list_sheets(db, tournament, SheetFilter(page=page)), key=lambda row: row.number)


def _check_same_sheets(rows: Sequence[SheetRow], reading: Reading) -> None:
    if not rows:
        raise ConflictError("Nothing was read on this page; have it read again instead.")
    if len(rows) != len(reading.sheets):
        raise ConflictError(
            "The new reading finds %(sheets)s sheets, and there were %(before)s; the old one stays.",
            sheets=len(reading.sheets),
            before=len(rows),
        )


def _change(row: SheetRow, then: SheetMap) -> ChangedSheet:
    squares = (
        ChangedSquare(square=square, now=now, then=new) for square, now, new in row.map.differing(then)
    )
    others = tuple(key for key in values_before(row.map, then) if key != "squares")
    return ChangedSheet(sheet=row.id, squares=tuple(squares), others=others)


def _standing(db: Connection, row: SheetRow, reading: Reading) -> MapInForce:
    """Return a sheet as a new reading and its corrections make it, with the doubts about its place.

    Who confirmed the sheet as it was read before has not seen this reading: that they did holds only where
    the map stays.
    """
    read, said = as_read(db, row, reading), said_in(corrections_in_force(db, row.tournament, row.id))
    places = of_place(row.doubts)
    confirmed = read.corrected(said, places)
    if not row.map.differing(confirmed.map):
        return confirmed
    return read.corrected([each.model_copy(update={"confirm": False}) for each in said], places)
