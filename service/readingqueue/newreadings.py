"""Stores readings and their sheets: those of the workers, and maps that a person enters instead."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select, update

from engine import Side
from service.access.actors import Actor
from service.documents import Photo, Reading, Reason, Status
from service.documents.errors import ConflictError
from service.files.documents import FileStatus
from service.files.pagereadings import find_done_page, read_pages
from service.placing.newsheets import place_read_sheet
from service.placing.owner import Placed
from service.placing.placedoubts import doubts_with, flags_of_same_map
from service.readingqueue.claims import Claim, claims_on, is_held
from service.readings.emptymap import HAS_SHEETS, reading_by_hand
from service.sheets.asread import reason_of
from service.sheets.doubts import doubts_of
from service.sheets.rows import PlacedBy, SheetFilter, SheetRow, State, find_sheet, likeness_of, list_sheets
from service.sheets.storing import SheetPlace, add_sheet, place_of, remove_sheets
from service.store.events import SURVEYOR, EventKind, now, record
from service.store.probabilities import keep_probabilities
from service.store.tables import new_id, pages, readings, sheets

RULES = "rules_1"
"""The version of the rules that scores are counted by; raised whenever a score changes."""


def settle_page(db: Connection, claim: Claim, reading: Reading, seen: Sequence[bytes]) -> bool:
    """Store what was read of a page; return False, and store nothing, if the claim was lost meanwhile.

    `seen` are the sheets with all their probabilities, packed.
    """
    reading_id = new_id()
    rejected = reading.status is Status.REJECTED
    done = {
        "state": "done",
        "done_at": now(),
        "reading_id": reading_id,
        "rejection": _json(reading.reason) if rejected else None,
        "claimed_by": None,
    }
    if not db.execute(update(pages).where(is_held(claim)), done).rowcount:
        return False
    keep_reading(db, reading_id, claim.page, reading, seen)
    earlier = list_sheets(db, claim.tournament, SheetFilter(page=claim.page)) if claim.was_read else []
    if earlier:
        remove_sheets(db, claim.page)
    said = _places_said(earlier) if len(earlier) == len(reading.sheets) else {}
    for number in range(len(reading.sheets)):
        _add_read_sheet(db, claim, reading, number, said.get(number))
    _log(db, claim, reading)
    return True


def _places_said(earlier: Sequence[SheetRow]) -> Mapping[int, SheetPlace]:
    """Return where a person has placed sheets, which stay there as long as as many are found again."""
    by_hand = (row for row in earlier if row.placed_by is PlacedBy.HAND and row.state is not State.DISMISSED)
    return {row.number: place_of(row) for row in by_hand}


def keep_reading(db: Connection, id: str, page: str, reading: Reading, seen: Sequence[bytes]) -> None:
    """Add a reading of a page and the probabilities of its sheets; its page says which one is in force."""
    row = {"id": id, "page_id": page, "document": reading.model_dump(mode="json"), "model": reading.model}
    db.execute(insert(readings), row | {"rules": RULES, "made_at": now()})
    keep_probabilities(db, reading, seen)


def _add_read_sheet(
    db: Connection, claim: Claim, reading: Reading, number: int, said: SheetPlace | None = None
) -> str:
    """Add a sheet of a page with its doubts, where a person said or it seems to belong; return its id."""
    sheet = reading.sheets[number]
    if said is not None:
        same = flags_of_same_map(db, claim.tournament, said.player, likeness_of(sheet.map))
        placed = Placed(said, tuple(same))
    else:
        placed = place_read_sheet(db, claim, sheet)
    doubts = doubts_with(doubts_of(sheet, reason_of(reading, sheet)), placed.flags)
    return add_sheet(db, claim.tournament, placed.place, sheet, doubts, page=claim.page, number=number)


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
    sheet = _add_read_sheet(db, claim, reading, 0)
    details = {
        "tournament": file.tournament,
        "subject": row.file_id,
        "page": page,
        "sheet": sheet,
        "side": side,
    }
    record(db, actor.name, EventKind.PAGE_ENTERED_BY_HAND, **details)
    return find_sheet(db, file.tournament, sheet)


def _log(db: Connection, claim: Claim, reading: Reading) -> None:
    rejected = reading.status is Status.REJECTED
    record(
        db,
        SURVEYOR,
        EventKind.PAGE_REJECTED if rejected else EventKind.PAGE_READ,
        tournament=claim.tournament,
        subject=claim.file,
        page=claim.number,
        sheets=len(reading.sheets),
        model=reading.model,
        rules=RULES,
        seconds=reading.seconds,
        attempts=claim.attempts,
        reason=reading.reason.code if reading.reason else None,
        why=_json(reading.reason),
    )


def _json(document: Reason | None) -> dict[str, object] | None:
    return document.model_dump(mode="json") if document else None
