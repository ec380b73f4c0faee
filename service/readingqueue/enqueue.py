"""Puts pages in line to be read, for the first time or again."""

from sqlalchemy import Connection, insert, select, update

from service.readings.hints import Hints
from service.store.events import now
from service.store.tables import files, new_id, pages


def queue_page(db: Connection, tournament: str, file: str, hints: Hints) -> str:
    """Add a page that is to be read; the pages of a document are added when it is opened."""
    page = new_id()
    db.execute(
        insert(pages).values(
            id=page,
            tournament_id=tournament,
            file_id=file,
            state="waiting",
            asked=hints.to_json(),
            attempts=0,
            queued_at=now(),
        )
    )
    return page


def queue_again(db: Connection, page: str, hints: Hints) -> None:
    """Put a page in line again, with what a person says of it."""
    again = {"state": "waiting", "asked": hints.to_json(), "attempts": 0, "begun_alone": 0}
    again |= {"rejection": None, "queued_at": now(), "done_at": None, "claimed_by": None}
    db.execute(update(pages).where(pages.c.id == page).values(again))
    of_page = select(pages.c.file_id).where(pages.c.id == page).scalar_subquery()
    db.execute(update(files).where(files.c.id == of_page).values(dismissed_at=None))
