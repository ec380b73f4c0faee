"""Copies all that a service keeps to another database and place for photos, as from SQLite to PostgreSQL."""

from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

from sqlalchemy import Connection, Table, func, insert, select

from service.store.blobs import BlobMissingError, Blobs
from service.store.database import Database
from service.store.tables import events, metadata

CHUNK = 200  # rows that are on their way at once


class CopyError(Exception):
    """Nothing is copied; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A database with this program's tables, and where the photos are that it speaks of."""

    database: Database
    blobs: Blobs


def copy_all(source: Kept, target: Kept) -> int:
    """Copy all photos and rows, while nobody may write to the source; return how many photos.

    The rows appear in the target at once, when all are there; photos of a copy that failed lie there already.

    Raises:
        CopyError: The target's database holds something.
        BlobsAwayError: A bucket does not answer.
    """
    with target.database.begin() as new:
        _check_empty(target.database, new)
        with source.database.begin() as old:  # no earlier: the target may be the same one
            count = sum(_copy_photo(sha256, source.blobs, target.blobs) for sha256 in source.blobs.digests())
            for table in metadata.sorted_tables:
                _copy_rows(table, old, new)
        if not target.database.is_sqlite:  # which would begin to count events from 1
            last = select(func.max(events.c.id)).scalar_subquery()
            new.execute(select(func.setval(func.pg_get_serial_sequence(events.name, events.c.id.name), last)))
    return count


def _check_empty(database: Database, db: Connection) -> None:
    used = [table.name for table in metadata.sorted_tables if db.execute(select(table).limit(1)).first()]
    if used:
        raise CopyError(f"{database.address} has rows in {', '.join(used)}; name an empty database")


def _copy_photo(sha256: str, source: Blobs, target: Blobs) -> bool:
    with suppress(BlobMissingError):  # it was deleted meanwhile
        target.put(sha256, BytesIO(source.get(sha256)))
        return True
    return False


def _copy_rows(table: Table, old: Connection, new: Connection) -> None:
    for rows in old.execute(select(table)).mappings().partitions(CHUNK):
        new.execute(insert(table), [dict(row) for row in rows])
