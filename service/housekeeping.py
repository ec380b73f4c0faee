"""What is done from time to time: old photos deleted, what nobody speaks of any more swept out."""

import logging
from datetime import datetime, timedelta
from threading import Event, Thread

from sqlalchemy import Connection, delete, func, select, update

from service.intake.receive import Held, hold_photo
from service.store.blobs import Blobs
from service.store.database import Database
from service.store.events import Deed, now, record
from service.store.tables import answers, files, photos, sessions

logger = logging.getLogger(__name__)

SURVEYOR = "surveyor"
FIRST, EVERY = 60.0, 3600.0  # seconds after the start, and between two times
UNCLAIMED = timedelta(hours=1)
"""Photos without a row are that old before they are swept out: an upload writes the photo first."""
ANSWERED = timedelta(days=1)
"""How long the answers to requests with an Idempotency-Key are kept."""


def delete_old_photos(database: Database, blobs: Blobs, before: datetime) -> int:
    """Delete the photos that nobody has sent since; what was read of them stays. Return how many."""
    latest = select(func.max(files.c.received_at)).where(files.c.sha256 == photos.c.sha256)
    old = select(photos.c.sha256).where(photos.c.deleted_at.is_(None), latest.scalar_subquery() < before)
    with database.read() as db:
        found = db.execute(old).scalars().all()
    for sha256 in found:
        with database.begin() as db:
            delete_photo(db, blobs, SURVEYOR, sha256)
    return len(found)


def delete_photo(db: Connection, blobs: Blobs, actor: str, sha256: str) -> None:
    """Delete one photo, and say so in the log of every tournament that it was sent to.

    Its row is held meanwhile: whoever sends the same photo again waits, and then finds that it is gone.
    """
    db.execute(update(photos).where(photos.c.sha256 == sha256).values(deleted_at=now()))
    sent = select(files.c.id, files.c.tournament_id).where(files.c.sha256 == sha256)
    for row in db.execute(sent).all():
        record(db, actor, Deed.PHOTO_DELETED, tournament=row.tournament_id, subject=row.id, sha256=sha256)
    blobs.delete(sha256)


def sweep(database: Database, blobs: Blobs) -> int:
    """Delete photos that no row speaks of, that are said to be deleted, or half written; return how many."""
    old_enough = now() - UNCLAIMED
    unfinished = blobs.drop_unfinished(old_enough)
    entries = (entry.sha256 for entry in blobs.entries() if entry.written_at < old_enough)
    return unfinished + sum(_sweep_out(database, blobs, sha256) for sha256 in list(entries))


def _sweep_out(database: Database, blobs: Blobs, sha256: str) -> bool:
    """Delete a photo unless it is wanted; whoever sends it at this moment waits, and then keeps it anew."""
    with database.begin() as db:
        if hold_photo(db, sha256) is Held.KEPT:
            return False
        blobs.delete(sha256)
        return True


def forget(database: Database) -> None:
    """Delete sessions that have ended, and answers that nobody asks for again."""
    at = now()
    with database.begin() as db:
        db.execute(delete(sessions).where(sessions.c.expires_at < at))
        db.execute(delete(answers).where(answers.c.at < at - ANSWERED))


def forget_claims(db: Connection) -> None:
    """Let requests be sent again that the only service of this database died over."""
    db.execute(delete(answers).where(answers.c.status.is_(None)))


class Housekeeper:
    """Tidies up soon after the start and then once an hour, in a thread of its own."""

    def __init__(self, database: Database, blobs: Blobs, retention_days: int | None) -> None:
        """Take what is kept, and for how long photos are; None: for ever."""
        self._database = database
        self._blobs = blobs
        self._retention_days = retention_days
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="housekeeper", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stopping.set()
        self._thread.join()

    def tidy(self) -> None:
        """Tidy up once."""
        forget(self._database)
        if self._retention_days is not None:
            before = now() - timedelta(days=self._retention_days)
            deleted = delete_old_photos(self._database, self._blobs, before)
            if deleted:
                logger.info("%d photos were older than %d days and deleted", deleted, self._retention_days)
        swept = sweep(self._database, self._blobs)
        if swept:
            logger.info("%d photos that belonged to nothing were deleted", swept)

    def _run(self) -> None:
        pause = FIRST
        while not self._stopping.wait(pause):
            pause = EVERY
            try:
                self.tidy()
            except Exception:  # tried again in an hour
                logger.exception("housekeeping was not finished")
