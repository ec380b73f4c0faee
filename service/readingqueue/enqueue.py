"""Puts pages in line to be read, for the first time or again."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, insert, select, update

from service.readingqueue.claims import Claim, is_held
from service.readings.hints import Hints
from service.store.events import now
from service.store.tables import batches, files, new_id, pages

APART = timedelta(seconds=6)
"""How far apart the pages of one sender stand in line: what a page that asks much of the processor takes."""


def queue_page(db: Connection, tournament: str, sender: str, file: str, hints: Hints) -> None:
    """Add a page that is to be read; the pages of a document are added when it is opened."""
    db.execute(insert(pages), waiting_page(tournament, file, hints, _next_turn(db, tournament, sender)))


def _next_turn(db: Connection, tournament: str, sender: str) -> datetime:
    """Return the place in line of a file: now, or some time after the last that waits of the same sender.

    So whoever sends many, or such as take long to read, makes nobody wait but themselves (start-time fair
    queueing; Goyal and others 1996).
    """
    last = (
        select(pages.c.queued_at)
        .join(files, files.c.id == pages.c.file_id)
        .join(batches, batches.c.id == files.c.batch_id)
        .where(pages.c.state == "waiting", batches.c.tournament_id == tournament)
        .where(batches.c.received_by == sender)
        .order_by(pages.c.queued_at.desc())
        .limit(1)
    )
    before = db.execute(last).scalar()
    return now() if before is None else max(now(), before + APART)


def waiting_page(
    tournament: str, file: str, hints: Hints, since: datetime, number: int | None = None
) -> dict[str, object]:
    """Return the row of a page that waits to be read since a moment."""
    return {
        "id": new_id(),
        "tournament_id": tournament,
        "file_id": file,
        "number": number,
        "state": "waiting",
        "asked": hints.to_json(),
        "attempts": 0,
        "queued_at": since,
    }


def queue_again(db: Connection, page: str, hints: Hints) -> None:
    """Put a page in line again, with what a person says of it."""
    again = {"state": "waiting", "asked": hints.to_json(), "attempts": 0, "begun_alone": 0}
    again |= {"rejection": None, "queued_at": now(), "done_at": None, "claimed_by": None}
    db.execute(update(pages).where(pages.c.id == page).values(again))
    of_page = select(pages.c.file_id).where(pages.c.id == page).scalar_subquery()
    db.execute(update(files).where(files.c.id == of_page).values(dismissed_at=None))


def split_document(db: Connection, claim: Claim, count: int) -> bool:
    """Put each page of a document in line; tell whether the claim still held."""
    first = {"state": "waiting", "number": 1, "claimed_by": None, "attempts": 0, "begun_alone": 0}
    if not db.execute(update(pages).where(is_held(claim)).values(first)).rowcount:
        return False
    row = db.execute(select(pages.c.queued_at).where(pages.c.id == claim.page)).one()
    rest = [
        waiting_page(claim.tournament, claim.file, claim.hints, row.queued_at + (number - 1) * APART, number)
        for number in range(2, count + 1)
    ]
    if rest:
        db.execute(insert(pages), rest)
    return True
