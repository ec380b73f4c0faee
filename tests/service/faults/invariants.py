"""What must hold whatever went wrong: nothing lost, nothing doubled, nothing blamed, nothing left lying."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, Row, Table, select

from service.store.blobs import DIGEST, BlobMissingError, Blobs, FolderBlobs, open_blobs
from service.store.database import Database, open_database
from service.store.events import EventKind, now
from service.store.tables import (
    answers,
    batches,
    events,
    files,
    pages,
    photos,
    publications,
    readings,
    scans,
    sheets,
)
from service.web import housekeeping

BLAMES = {"reader_died", "reader_hung", "internal_error", "photo_missing", "no_worker"}
"""Reasons that no good photo may be rejected for."""
KEPT_BESIDE = {"surveyor.db", "surveyor.db-wal", "surveyor.db-shm", "surveyor.lock", "password-hash"}
"""Files in the data folder that are no photos."""


@dataclass(frozen=True)
class Corrected:
    """A correction that was acknowledged."""

    sheet: str
    version: int
    """Of the sheet by that."""
    coins: int


@dataclass(frozen=True)
class Published:
    """A publication that was acknowledged."""

    tournament: str
    number: int
    reason: str
    standings: Any


@dataclass(frozen=True)
class Promises:
    """All that clients were told is done; each went on asking until it was told."""

    batches: list[dict[str, Any]] = field(default_factory=list)
    """Answers to uploads."""
    corrections: list[Corrected] = field(default_factory=list)
    publications: list[Published] = field(default_factory=list)

    @property
    def files(self) -> list[dict[str, Any]]:
        """The files of all uploads."""
        return [file for batch in self.batches for file in batch["files"]]


@dataclass(frozen=True)
class Kept:
    """All that a service keeps."""

    rows: dict[str, Sequence[Row[Any]]]
    blobs: Blobs

    @classmethod
    def of(cls, db: Connection, blobs: Blobs) -> "Kept":
        tables = (answers, batches, events, files, pages, photos, publications, readings, scans, sheets)
        return cls({table.name: db.execute(select(table)).all() for table in tables}, blobs)

    def of_table(self, table: Table) -> Sequence[Row[Any]]:
        return self.rows[table.name]

    def deeds(self, *kinds: EventKind) -> list[Row[Any]]:
        return [row for row in self.of_table(events) if row.kind in kinds]


def what_is_wrong(address: str, place: str, promised: Promises, data: Path | None = None) -> list[str]:
    """Sweep as if a day had passed, and return what does not hold of a service that has come to rest.

    Args:
        address: of the database.
        place: of the photos, a folder or a bucket.
        promised: what clients were told is done.
        data: the service's folder, where nothing may lie that nobody knows.
    """
    database, blobs = open_database(address), open_blobs(place)
    try:
        sweep_as_if_a_day_had_passed(database, blobs)
        with database.read() as db:
            kept = Kept.of(db, blobs)
        return [
            *_lost(kept, promised),
            *_doubled(kept, promised),
            *_blamed(kept),
            *_left_lying(kept),
            *(_strangers(data) if data else ()),
        ]
    finally:
        database.close()


def sweep_as_if_a_day_had_passed(database: Database, blobs: Blobs) -> None:
    """Delete the photos that nothing speaks of, however young."""

    def tomorrow() -> datetime:
        return now() + timedelta(days=1)

    with patch.object(housekeeping, "now", tomorrow):
        housekeeping.sweep(database, blobs)


def _lost(kept: Kept, promised: Promises) -> Iterator[str]:
    """Tell of what was acknowledged and is not there, or is other than it was."""
    there = {row.id: row for row in kept.of_table(files)}
    for file in promised.files:
        row = there.get(file["id"])
        if row is None:
            yield f"lost: the file {file['name']}"
        elif any(getattr(row, name) != file[name] for name in ("name", "sha256", "duplicate_of")):
            yield f"lost: the file {file['name']} is not as it was acknowledged"
    yield from _lost_photos(kept)
    last = {each.sheet: each for each in promised.corrections}
    standing = {row.id: row for row in kept.of_table(sheets)}
    for sheet, correction in last.items():
        row = standing.get(sheet)
        if row is None or row.version < correction.version or row.map["coins"] != correction.coins:
            yield f"lost: the correction of {sheet} to {correction.coins} coins"
    published = {(row.tournament_id, row.number): row for row in kept.of_table(publications)}
    for each in promised.publications:
        row = published.get((each.tournament, each.number))
        if row is None or (row.reason, row.standings) != (each.reason, each.standings):
            yield f"lost: publication {each.number} ({each.reason})"


def _lost_photos(kept: Kept) -> Iterator[str]:
    present = {row.sha256 for row in kept.of_table(photos) if row.deleted_at is None}
    for row in kept.of_table(files):
        if row.sha256 and row.sha256 not in present:
            yield f"lost: no photo of the file {row.name}"
    for sha256 in present:
        try:
            photo = kept.blobs.get(sha256)
        except BlobMissingError:
            yield f"lost: the bytes of the photo {sha256}"
            continue
        if hashlib.sha256(photo).hexdigest() != sha256:
            yield f"lost: the bytes of the photo {sha256} are others"


def _doubled(kept: Kept, promised: Promises) -> Iterator[str]:
    """Tell of what is there, or on record, more often than it was acknowledged."""
    yield from _beyond(
        "batch", (row.id for row in kept.of_table(batches)), (b["id"] for b in promised.batches)
    )
    yield from _beyond("file", (row.id for row in kept.of_table(files)), (f["id"] for f in promised.files))
    originals = [row for row in kept.of_table(files) if row.sha256 and row.duplicate_of is None]
    yield from _twice("photo", ((row.tournament_id, row.sha256) for row in originals))
    yield from _twice("page", ((row.file_id, row.number) for row in kept.of_table(pages)))
    yield from _doubled_readings(kept, {row.id for row in originals})
    corrected = ((row.subject_id, row.body["version"]) for row in kept.deeds(EventKind.SHEET_CORRECTED))
    yield from _beyond("correction", corrected, ((each.sheet, each.version) for each in promised.corrections))
    asked = Counter((each.tournament, each.reason) for each in promised.publications)
    made = ((row.tournament_id, row.reason) for row in kept.of_table(publications))
    yield from _beyond("publication", made, asked.elements())
    recorded = ((row.tournament_id, row.body["reason"]) for row in kept.deeds(EventKind.PUBLISHED))
    yield from _beyond("record of a publication", recorded, asked.elements())


def _doubled_readings(kept: Kept, originals: set[str]) -> Iterator[str]:
    """Tell of files that are not on record once, and pages that are not read once."""
    received = (row.subject_id for row in kept.deeds(EventKind.FILE_RECEIVED))
    yield from _beyond("record of a file", received, (row.id for row in kept.of_table(files)))
    in_line = {row.file_id for row in kept.of_table(pages)}
    yield from _beyond("file in line", in_line, originals)
    in_force = [(row.id, row.reading_id) for row in kept.of_table(pages)]
    yield from _beyond("reading", ((row.page_id, row.id) for row in kept.of_table(readings)), in_force)
    read = (row.subject_id for row in kept.deeds(EventKind.PAGE_READ, EventKind.PAGE_REJECTED))
    yield from _beyond("record of a page", read, (row.file_id for row in kept.of_table(pages)))


def _beyond(what: str, found: Iterable[Any], wanted: Iterable[Any]) -> Iterator[str]:
    """Tell of what is found more often, or less, than is wanted."""
    there, asked = Counter(found), Counter(wanted)
    for each, count in (there - asked).items():
        yield f"doubled: {what} {each}, {count} too many"
    for each, count in (asked - there).items():
        yield f"lost: {what} {each}, {count} too few"


def _twice(what: str, found: Iterable[Any]) -> Iterator[str]:
    yield from (f"doubled: {what} {each}" for each, count in Counter(found).items() if count > 1)


def _blamed(kept: Kept) -> Iterator[str]:
    """Tell of photos that were rejected for what is no fault of theirs."""
    names = {row.id: row.name for row in kept.of_table(files)}
    for row in kept.of_table(pages):
        if row.rejection and row.rejection["code"] in BLAMES:
            yield f"blamed: {names[row.file_id]} as {row.rejection['code']}"
    for row in kept.of_table(files):
        if row.refusal and row.refusal["code"] in BLAMES:
            yield f"blamed: {row.name} as {row.refusal['code']}"


def _left_lying(kept: Kept) -> Iterator[str]:
    """Tell of what nobody takes up or takes away any more."""
    for row in kept.of_table(pages):
        if row.state != "done" or row.claimed_by is not None:
            yield f"left lying: a page is {row.state}, claimed by {row.claimed_by}"
    for row in kept.of_table(answers):
        if row.status is None:
            yield f"left lying: the request {row.key} is under way"
    present = {row.sha256 for row in kept.of_table(photos) if row.deleted_at is None}
    spoken_of = {row.sha256 for table in (files, scans) for row in kept.of_table(table)}
    yield from (f"left lying: the row of a photo, {sha256}" for sha256 in present - spoken_of)
    stored = set(kept.blobs.digests())
    yield from (f"left lying: the bytes of a photo, {sha256}" for sha256 in stored - present)
    if isinstance(kept.blobs, FolderBlobs):
        for path in kept.blobs.folder.rglob("*"):
            if path.is_file() and not DIGEST.fullmatch(path.name):
                yield f"left lying: {path.name} among the photos"


def _strangers(data: Path) -> Iterator[str]:
    """Tell of files in the data folder that nobody knows."""
    for path in data.iterdir():
        if path.name not in KEPT_BESIDE and not (path.is_dir() and path.name == "photos"):
            yield f"left lying: {path.name} in the data folder"
