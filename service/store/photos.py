"""Photos, and the files and scans that refer to them."""

from sqlalchemy import Connection, delete, select, update

from service.store.blobs import Blobs
from service.store.events import Deed, now, record
from service.store.tables import files, photos, scans, signs


def is_spoken_of(db: Connection, sha256: str) -> bool:
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
        record(db, actor, Deed.PHOTO_DELETED, tournament=row.tournament_id, subject=row.id, sha256=sha256)
    blobs.delete(sha256)
