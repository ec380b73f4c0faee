"""Puts each page of a PDF or TIFF in line to be read."""

from sqlalchemy import Connection, insert, select, update

from service.readingqueue.claims import Claim, is_held
from service.store.tables import new_id, pages


def split_document(db: Connection, claim: Claim, count: int) -> bool:
    """Put each page of a document in line; tell whether the claim still held."""
    first = {"state": "waiting", "number": 1, "claimed_by": None, "attempts": 0, "begun_alone": 0}
    if not db.execute(update(pages).where(is_held(claim)).values(first)).rowcount:
        return False
    row = db.execute(select(pages.c.queued_at).where(pages.c.id == claim.page)).one()
    rest = [
        {
            "id": new_id(),
            "tournament_id": claim.tournament,
            "file_id": claim.file,
            "number": number,
            "state": "waiting",
            "asked": claim.hints.to_json(),
            "attempts": 0,
            "queued_at": row.queued_at,
        }
        for number in range(2, count + 1)
    ]
    if rest:
        db.execute(insert(pages), rest)
    return True
