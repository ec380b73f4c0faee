"""Photos: each stored once, as long as a file or a scan refers to it."""

import hashlib
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


def lock_photo(db: Connection, sha256: str, *, size: int = 0, kind: str = "") -> bool:
    """Lock the row of a photo, so that nobody else stores or deletes it until the transaction ends.

    Returns:
        Whether it is stored; the row of one that never was says deleted until it is.
    """
    row = {"sha256": sha256, "size": size, "kind": kind, "received_at": now(), "deleted_at": now()}
    dialect = sqlite if db.dialect.name == "sqlite" else postgresql
    ours = dialect.insert(photos).values(row).on_conflict_do_nothing().returning(photos.c.sha256)
    if db.execute(ours).first() is not None:
        return False
    held = select(photos.c.deleted_at).where(photos.c.sha256 == sha256).with_for_update()
    return db.execute(held).scalar_one() is None


def keep_photo(db: Connection, blobs: Blobs, photo: BinaryIO, digest: Digest, kind: Kind) -> None:
    """Store a photo, unless it is stored; if the transaction fails, housekeeping deletes it."""
    if not lock_photo(db, digest.sha256, size=digest.size, kind=kind):
        photo.seek(0)
        blobs.put(digest.sha256, photo)
        kept = {"deleted_at": None, "size": digest.size, "kind": kind}
        db.execute(update(photos).where(photos.c.sha256 == digest.sha256).values(kept))


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
