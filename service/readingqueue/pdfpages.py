"""Puts each page of a PDF or TIFF in line to be read."""

from sqlalchemy import Connection, insert, select, update

from service.readingqueue.claims import Claim, is_held
from service.readingqueue.enqueue import APART, waiting_page
from service.store.tables import pages


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
