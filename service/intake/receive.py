"""Stores uploads: a row for every file, its photo once, its page in line to be read."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import SEEK_END
from typing import BinaryIO

from sqlalchemy import Connection, insert, select

from engine import Side
from service.access.actors import Actor
from service.documents import Reason
from service.documents.errors import UnreadablePhotoError
from service.files.documents import SentFile
from service.placing.newsheets import flag_sent_otherwise, place_resent, player_named
from service.readingqueue.enqueue import queue_again, queue_page
from service.readings.hints import Hints
from service.sheets.storing import SheetPlace
from service.store.blobs import MISSING, Blobs
from service.store.database import Database
from service.store.events import EventKind, now, record
from service.store.photos import digest_of, keep_photo
from service.store.tables import Record, batches, files, new_id, pages
from vision.decode.limits import HEAD_BYTES, Kind, check_bytes, kind_of, not_a_photo
from vision.errors import PhotoDecodeError
from vision.errors import Reason as VisionReason


@dataclass(frozen=True, slots=True)
class BatchDetails(SheetPlace):
    """What the sender states of all files of a batch: where their sheets belong, and their side."""

    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """A file as it was sent."""

    name: str
    """For people to read, perhaps a path: nothing is ever opened by it."""
    photo: BinaryIO | None
    """Its bytes, from the beginning."""
    refusal: VisionReason | None = None
    """Why there are none."""


@dataclass(frozen=True, slots=True)
class Batch:
    """An upload of files."""

    id: str
    tournament: str
    actor: Actor
    details: BatchDetails
    is_begun: bool = False
    """Whether a server died over it: some of its files may be there."""


def open_batch(
    db: Connection, actor: Actor, tournament: str, details: BatchDetails, name: str | None = None
) -> Batch:
    """Add a batch, or open the one of this name again, during which a server died."""
    batch = Batch(name or new_id(), tournament, actor, details)
    if name and db.execute(select(batches.c.id).where(batches.c.id == name)).scalar():
        return replace(batch, is_begun=True)
    sent = {"id": batch.id, "tournament_id": tournament, "received_by": actor.name, "received_at": now()}
    stated = {"round_id": details.round, "season": details.season, "side": details.side}
    db.execute(insert(batches), sent | stated | {"player_id": details.player})
    return batch


def receive_files(database: Database, blobs: Blobs, batch: Batch, sent: Iterable[Sent]) -> list[SentFile]:
    """Store files one after another; each is stored and closed before the next is looked at.

    Those that the batch has already are passed over.
    """
    received = _received(database, batch) if batch.is_begun else {}
    for at, file in enumerate(sent):
        if at not in received:
            received[at] = _receive(database, blobs, batch, at, file)
        elif file.photo is not None:
            file.photo.close()
    return [received[at] for at in sorted(received)]


def _received(database: Database, batch: Batch) -> dict[int, SentFile]:
    """Return the files of a batch that were taken in, by their positions."""
    with database.read() as db:
        rows = db.execute(select(files).where(files.c.batch_id == batch.id)).all()
    return {row.position: _sent_file(row) for row in rows}


def _sent_file(row: Record) -> SentFile:
    return SentFile.model_validate(row, from_attributes=True)


def check_photo(photo: BinaryIO) -> Kind:
    """Return the kind of a file by its first bytes.

    Raises:
        UnreadablePhotoError: with reason `not_a_photo`, `empty_file` or `too_many_bytes`.
    """
    head = photo.read(HEAD_BYTES)
    size = photo.seek(0, SEEK_END)
    photo.seek(0)
    try:
        check_bytes(size, head)
    except PhotoDecodeError as error:
        raise UnreadablePhotoError(Reason.of(error.reason)) from error
    kind = kind_of(head)
    if kind is None:
        raise UnreadablePhotoError(Reason.of(not_a_photo(head).reason))
    return kind


def _receive(database: Database, blobs: Blobs, batch: Batch, at: int, sent: Sent) -> SentFile:
    """Store the file at a position of a batch, or why it is refused."""
    refusal = Reason.of_any(sent.refusal)
    if sent.photo is not None:
        try:
            with sent.photo as photo:
                return _keep(database, blobs, batch, at, sent.name, photo)
        except UnreadablePhotoError as error:
            refusal = error.reason
    with database.begin() as db:
        return _add_file(db, batch, at, sent.name, refusal=refusal)


def _keep(database: Database, blobs: Blobs, batch: Batch, at: int, name: str, photo: BinaryIO) -> SentFile:
    kind, digest = check_photo(photo), digest_of(photo)
    with database.begin() as db:
        is_new = keep_photo(db, blobs, photo, digest, kind)
        original = None if is_new else _same_photo(db, batch.tournament, digest.sha256)
        received = _add_file(db, batch, at, name, sha256=digest.sha256, original=original)
        if received.duplicate_of is None:
            queue_page(db, batch.tournament, batch.actor.name, received.id, Hints(batch.details.side))
        else:
            _resume_waiting(db, batch, received)
    return received


def _add_file(
    db: Connection,
    batch: Batch,
    at: int,
    name: str,
    *,
    sha256: str | None = None,
    original: str | None = None,
    refusal: Reason | None = None,
) -> SentFile:
    row = {
        "id": new_id(),
        "tournament_id": batch.tournament,
        "batch_id": batch.id,
        "position": at,
        "name": name,
        "sha256": sha256,
        "refusal": refusal.model_dump(mode="json") if refusal else None,
        "duplicate_of": original,
        "received_at": now(),
    }
    received = _sent_file(db.execute(insert(files).returning(*files.c), row).one())
    record(
        db,
        batch.actor.name,
        EventKind.FILE_RECEIVED,
        tournament=batch.tournament,
        subject=received.id,
        name=name,
        sha256=sha256,
        duplicate_of=received.duplicate_of,
        refusal=refusal.code if refusal else None,
    )
    return received


def _resume_waiting(db: Connection, batch: Batch, received: SentFile) -> None:
    """Go on with pages and sheets that waited for the same photo, or for its player to be stated."""
    original = received.duplicate_of
    assert original is not None
    for page in db.execute(select(pages).where(pages.c.file_id == original)).all():
        if page.rejection and page.rejection["code"] == MISSING.code:
            queue_again(db, page.id, Hints.of_json(page.asked))
    place_resent(db, batch.tournament, original, batch.details)
    named = batch.details.player or player_named(db, batch.tournament, received.name)
    flag_sent_otherwise(db, batch.tournament, original, replace(batch.details, player=named))


def _same_photo(db: Connection, tournament: str, sha256: str) -> str | None:
    """Return the first file of the tournament with the same bytes."""
    same = select(files.c.id).where(
        files.c.tournament_id == tournament, files.c.sha256 == sha256, files.c.duplicate_of.is_(None)
    )
    found: str | None = db.execute(same).scalar()
    return found
