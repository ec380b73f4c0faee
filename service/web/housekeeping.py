"""Periodic work: deletes old photos, and sweeps out files that nothing refers to."""

import logging
import time
from datetime import datetime, timedelta
from threading import Event, Thread

from sqlalchemy import ColumnElement, Connection, Select, delete, not_, or_, select

from service.scans.deleting import delete_old_scans
from service.store.blobs import Blobs
from service.store.database import Database
from service.store.events import SURVEYOR, now
from service.store.photos import delete_photo, is_referred_to, lock_photo
from service.store.tables import answers, files, photos, scans, sessions

logger = logging.getLogger(__name__)

FIRST, EVERY = 900.0, 3600.0  # seconds after the start, by when a wrong clock is set; between two rounds
UNCLAIMED = timedelta(hours=1)
"""How old photos without a row are before they are swept out: an upload writes the photo first."""
FEW = 10
"""Most stray photos that are deleted, and one more for each so many photos that the database knows.

If there are more, or it knows none, they belong to another database, and stay."""
ANOTHERS = (
    "%d photos are stored of which this database knows nothing; they stay. Is it the right database, "
    "and does no other service keep photos there?"
)
ANSWERS_KEPT = timedelta(days=1)
"""How long the answers to requests with an Idempotency-Key are kept."""
JUMP = 600.0  # seconds by which the clock may differ from elapsed time between two looks
SETTLED = 86_400.0  # seconds after a jump in which nothing is deleted for its age
BOOT = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine sleeps


def delete_old_photos(database: Database, blobs: Blobs, before: datetime) -> int:
    """Delete photos that nobody has sent since, but not their readings; return how many."""
    looked = now()
    with database.read() as db:
        found = db.execute(_sent().where(not_(_is_sent(since=before)))).scalars().all()
    return sum(_delete_old(database, blobs, each, looked) for each in found)


def _delete_old(database: Database, blobs: Blobs, sha256: str, looked: datetime) -> bool:
    """Delete an old photo, unless it was sent again since that was looked up."""
    sent_again = select(photos.c.sha256).where(photos.c.sha256 == sha256, photos.c.received_at > looked)
    with database.begin() as db:
        if not lock_photo(db, sha256) or db.execute(sent_again).first() is not None:
            return False
        delete_photo(db, blobs, SURVEYOR, sha256)
        return True


def _sent() -> Select[str]:
    """Return the query of photos that are kept, and that a file or a scan refers to."""
    return select(photos.c.sha256).where(photos.c.deleted_at.is_(None), _is_sent())


def _is_sent(since: datetime | None = None) -> ColumnElement[bool]:
    """Return whether a file or a scan of a photo came, since then; asked for each by itself it takes long."""
    came = (
        select(table.c.sha256).where(
            table.c.sha256.is_not(None), *([table.c.received_at >= since] if since else [])
        )
        for table in (files, scans)
    )
    return or_(*(photos.c.sha256.in_(each) for each in came))


def sweep(database: Database, blobs: Blobs) -> int:
    """Delete photos that no row refers to, and unfinished ones; return how many.

    Uploads that were cut off leave a few photos without a row. Many are those of another database: they stay.
    """
    old_enough = now() - UNCLAIMED
    unfinished = blobs.drop_unfinished(old_enough)
    stored = set(blobs.digests(old_enough))
    with database.read() as db:
        known = stored.intersection(db.execute(select(photos.c.sha256)).scalars())
        wanted = set(db.execute(_sent()).scalars())
    few = FEW + len(known) // FEW if known else 0
    if len(stored) - len(known) > few:
        logger.error(ANOTHERS, len(stored) - len(known))
        stored = known
    return unfinished + sum(_sweep_out(database, blobs, each) for each in stored - wanted)


def _sweep_out(database: Database, blobs: Blobs, sha256: str) -> bool:
    """Delete a photo unless it is referred to; an upload of the same photo waits, and stores it again."""
    with database.begin() as db:
        if lock_photo(db, sha256) and is_referred_to(db, sha256):
            return False
        delete_photo(db, blobs, SURVEYOR, sha256)
        return True


def forget(database: Database) -> None:
    """Delete sessions and stored answers that have expired."""
    at = now()
    with database.begin() as db:
        db.execute(delete(sessions).where(sessions.c.expires_at < at))
        db.execute(delete(answers).where(answers.c.at < at - ANSWERS_KEPT))


def forget_claims(db: Connection) -> None:
    """Release the claims of requests that the only server of this database was carrying out when it died."""
    db.execute(delete(answers).where(answers.c.status.is_(None)))


class Steadiness:
    """Watches for jumps of the clock, after which nothing is deleted for its age."""

    def __init__(self) -> None:
        """Take the clock to be right now."""
        self._ahead = self._look()
        self._jumped: float | None = None

    def holds(self) -> bool:
        """Look at the clock again; tell whether it has been steady lately."""
        ahead = self._look()
        if abs(ahead - self._ahead) > JUMP:
            logger.warning(
                "the clock has jumped by %.0f seconds; old photos stay for a day", ahead - self._ahead
            )
            self._jumped = time.clock_gettime(BOOT)
        self._ahead = ahead
        return self._jumped is None or time.clock_gettime(BOOT) > self._jumped + SETTLED

    @staticmethod
    def _look() -> float:
        return now().timestamp() - time.clock_gettime(BOOT)


class Housekeeper:
    """Runs housekeeping some time after the start and then once an hour, in a thread of its own."""

    def __init__(
        self, database: Database, blobs: Blobs, retention_days: int | None, scan_days: int | None = None
    ) -> None:
        """Take the days after which photos and scans are deleted; None: never."""
        self._database = database
        self._blobs = blobs
        self._retention_days = retention_days
        self._scan_days = scan_days
        self._steadiness = Steadiness()
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
        """Run housekeeping once."""
        forget(self._database)
        if self._steadiness.holds():
            self._delete_by_age()
        self._database.empty_log()
        swept = sweep(self._database, self._blobs)
        if swept:
            logger.info("%d photos that belonged to nothing were deleted", swept)

    def _delete_by_age(self) -> None:
        if self._retention_days is not None:
            before = now() - timedelta(days=self._retention_days)
            deleted = delete_old_photos(self._database, self._blobs, before)
            if deleted:
                logger.info("%d photos were older than %d days and deleted", deleted, self._retention_days)
        if self._scan_days is not None:
            before = now() - timedelta(days=self._scan_days)
            forgotten = delete_old_scans(self._database, self._blobs, before)
            if forgotten:
                logger.info("%d scans that nobody used for %d days were deleted", forgotten, self._scan_days)

    def _run(self) -> None:
        pause = FIRST
        while not self._stopping.wait(pause):
            pause = EVERY
            try:
                self.tidy()
            except Exception:  # tried again in an hour
                logger.exception("housekeeping was not finished")
