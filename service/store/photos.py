"""Photos: each stored once, as long as a file or a scan refers to it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from service.store.blobs import Blobs
from service.store.events import EventKind, now, record
from service.store.tables import files, photos, scans, signs
from vision.decode.limits import Kind


@dataclass(frozen=True, slots=True)
class Digest:
    """The hash and the size of a file."""

    sha256: str
    size: int
    """In bytes."""


def digest_of(photo: BinaryIO) -> Digest:
    """Return the digest of a file, read from where it stands to its end."""
    digest = hashlib.sha256()
    while part := photo.read(2**20):
        digest.update(part)
    return Digest(digest.hexdigest(), photo.tell())


def lock_photo(db: Connection, sha256: str) -> bool:
    """Lock the row of a photo, so that nobody else stores or deletes it until the transaction ends.

    Returns:
        Whether it is stored; the row of one that never was is added, and says deleted.
    """
    if _add_row(db, {"sha256": sha256, "size": 0, "kind": "", "deleted_at": now()}):
        return False
    held = select(photos.c.deleted_at).where(photos.c.sha256 == sha256).with_for_update()
    return db.execute(held).scalar_one() is None


def _add_row(db: Connection, row: Mapping[str, object]) -> bool:
    """Add the row of a photo; tell whether there was none."""
    dialect = sqlite if db.dialect.name == "sqlite" else postgresql
    added = dialect.insert(photos).on_conflict_do_nothing().returning(photos.c.sha256)
    return db.execute(added, {**row, "received_at": now()}).first() is not None


def keep_photo(db: Connection, blobs: Blobs, photo: BinaryIO, digest: Digest, kind: Kind) -> bool:
    """Store a photo, unless it is stored; if the transaction fails, housekeeping deletes it.

    Returns:
        Whether it never was before.
    """
    kept = {"size": digest.size, "kind": kind, "deleted_at": None}
    is_new = _add_row(db, {"sha256": digest.sha256, **kept})
    if not is_new:
        is_stored = lock_photo(db, digest.sha256)
        sent = {"received_at": now()} | ({} if is_stored else kept)  # lest it be deleted as an old one now
        db.execute(update(photos).where(photos.c.sha256 == digest.sha256), sent)
        if is_stored:
            return False
    photo.seek(0)
    blobs.put(digest.sha256, photo)
    return is_new


def is_referred_to(db: Connection, sha256: str) -> bool:
    """Tell whether a file or a scan refers to a photo."""
    wanted = (select(table.c.id).where(table.c.sha256 == sha256).limit(1) for table in (files, scans))
    return any(db.execute(each).first() is not None for each in wanted)


def delete_photo(db: Connection, blobs: Blobs, actor: str, sha256: str) -> None:
    """Delete a photo, and record that in every tournament that it was sent to.

    The probabilities of its squares are deleted too. Its row is locked meanwhile: an upload of the same photo
    waits, and then stores it again.
    """
    db.execute(update(photos).where(photos.c.sha256 == sha256).values(deleted_at=now()))
    db.execute(delete(signs).where(signs.c.sha256 == sha256))
    sent = select(files.c.id, files.c.tournament_id).where(files.c.sha256 == sha256)
    for row in db.execute(sent).all():
        record(
            db, actor, EventKind.PHOTO_DELETED, tournament=row.tournament_id, subject=row.id, sha256=sha256
        )
    blobs.delete(sha256)
