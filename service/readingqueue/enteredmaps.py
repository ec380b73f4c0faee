"""Maps that a person enters, as their page could not be read."""

from sqlalchemy import Connection, select, update

from engine import Side
from service.access.actors import Actor
from service.documents import Photo
from service.documents.errors import ConflictError
from service.files.documents import FileStatus
from service.files.pagereadings import find_done_page, read_pages
from service.placing.newsheets import place_read_sheet
from service.readingqueue.claims import claims_on
from service.readingqueue.newreadings import add_read_sheet, keep_reading
from service.readings.emptymap import HAS_SHEETS, reading_by_hand
from service.sheets.rows import SheetRow, find_sheet
from service.store.events import Deed, now, record
from service.store.tables import new_id, pages, sheets


def enter_by_hand(db: Connection, actor: Actor, file: FileStatus, page: int, side: Side) -> SheetRow:
    """Add an empty map to a page that could not be read; it is entered by correcting it.

    Raises:
        NotHereError: The file has fewer pages.
        ConflictError: The page waits to be read, or sheets were read on it.
    """
    row = find_done_page(db, file, page)
    if db.execute(select(sheets.c.id).where(sheets.c.page_id == row.id)).first() is not None:
        raise ConflictError(HAS_SHEETS)
    before = next((each.reading for each in read_pages(db, file) if each.number == page), None)
    photo = before.photo if before else Photo(name=file.name, sha256=file.sha256)
    reading, kept = reading_by_hand(photo, side, before.reason if before else None), new_id()
    keep_reading(db, kept, row.id, reading, ())
    done = {"reading_id": kept, "rejection": None, "done_at": now()}
    db.execute(update(pages).where(pages.c.id == row.id).values(done))
    [claim] = claims_on(db, [row.id], actor.name)
    sheet = add_read_sheet(db, claim, reading, 0, place_read_sheet)
    details = {
        "tournament": file.tournament,
        "subject": row.file_id,
        "page": page,
        "sheet": sheet,
        "side": side,
    }
    record(db, actor.name, Deed.PAGE_ENTERED_BY_HAND, **details)
    return find_sheet(db, file.tournament, sheet)
