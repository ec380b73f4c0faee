"""Deletes scans: by their owner, after a time without use, or with a player who is erased."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, select, update

from service.scans.rows import ScanBrief
from service.store.blobs import Blobs
from service.store.database import Database
from service.store.events import SURVEYOR, EventKind, record
from service.store.photos import delete_photo, is_referred_to, lock_photo
from service.store.tables import events, scans
from service.tournament.players import ERASED


def delete_scan(db: Connection, blobs: Blobs, actor: str, scan: str, sha256: str) -> None:
    """Delete a scan, and its photo unless something else refers to it; the log records that."""
    lock_photo(db, sha256)
    db.execute(delete(scans).where(scans.c.id == scan))
    db.execute(update(events).where(events.c.subject_id == scan).values(body={"erased": True}))
    record(db, actor, EventKind.SCAN_DELETED, tournament=None, subject=scan)
    if not is_referred_to(db, sha256):
        delete_photo(db, blobs, actor, sha256)


def delete_old_scans(database: Database, blobs: Blobs, before: datetime) -> int:
    """Delete the scans that nobody has used since; return how many."""
    with database.read() as db:
        old = db.execute(select(scans.c.id, scans.c.sha256).where(scans.c.used_at < before)).all()
    for row in old:
        with database.begin() as db:
            delete_scan(db, blobs, SURVEYOR, row.id, row.sha256)
    return len(old)


def erase_scans(db: Connection, blobs: Blobs, actor: str, theirs: Sequence[ScanBrief]) -> None:
    """Delete scans of a player whose data is erased, and the player's name from their events."""
    for row in theirs:
        db.execute(update(events).where(events.c.subject_id == row.id).values(actor=ERASED))
        delete_scan(db, blobs, actor, row.id, row.sha256)
