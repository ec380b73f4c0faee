"""Reads the photo of a scan while its sender waits."""

import io
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from service.documents import Reading
from service.documents.errors import UnreadablePhotoError
from service.intake.receive import check_photo
from service.readings.hints import Hints
from service.store.blobs import Blobs
from service.store.photos import digest_of, keep_photo
from service.work.sources import BytesSource
from service.work.tasks import PageResult, PageTask
from service.work.workforce import Workforce
from vision.decode.limits import DOCUMENTS, Kind


@dataclass(frozen=True, slots=True, repr=False)
class SentPhoto:
    """A photo that was sent."""

    photo: bytes
    kind: Kind

    @classmethod
    def of(cls, photo: bytes) -> "SentPhoto":
        """Return the photo, if it is one.

        Raises:
            UnreadablePhotoError: It is none.
        """
        return cls(photo, check_photo(io.BytesIO(photo)))

    def keep(self, db: Connection, blobs: Blobs) -> str:
        """Store the photo, if it is not stored yet; return its SHA-256."""
        file = io.BytesIO(self.photo)
        digest = digest_of(file)
        keep_photo(db, blobs, file, digest, self.kind)
        return digest.sha256


@dataclass(frozen=True, slots=True, repr=False)
class ScannedPhoto:
    """A photo that was read."""

    reading: Reading
    page: int | None
    pages: int
    seen: tuple[bytes, ...] = ()
    """Its sheets with all their probabilities, packed."""


def read_sent_photo(
    workforce: Workforce,
    arrived: SentPhoto,
    name: str,
    hints: Hints,
    meanwhile: Callable[[], object] = lambda: None,
) -> ScannedPhoto:
    """Read a photo, or the first page of a document; call `meanwhile` while the workers read it.

    Raises:
        UnreadablePhotoError: It cannot be opened.
        CornersError: The corners cannot be those of a field.
        ModelError: The installation lacks its model.
    """
    source, page, pages = BytesSource(arrived.photo), None, 1
    if arrived.kind in DOCUMENTS:
        counted = workforce.count(source, name).result()
        if counted.rejection and counted.rejection.reason:
            raise UnreadablePhotoError(counted.rejection.reason)
        page, pages = counted.pages[0], len(counted.pages)
    future = workforce.submit(PageTask(source, name, page, hints=hints))
    meanwhile()
    read: PageResult = future.result()
    reading = read.reading
    if reading.photo.width is None and reading.reason is not None:
        raise UnreadablePhotoError(reading.reason)
    return ScannedPhoto(reading, page, pages, read.seen)


def read_stored_photo(
    workforce: Workforce, photo: bytes, name: str, page: int | None, hints: Hints
) -> PageResult:
    """Read a stored photo again, with what a person says of it now.

    Raises:
        CornersError: The corners cannot be those of a field.
        ModelError: The installation lacks its model.
    """
    task = PageTask(BytesSource(photo), name, page, hints=hints)
    read: PageResult = workforce.submit(task).result()
    return read
