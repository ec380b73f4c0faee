"""Storage of photos: each once, under its SHA-256, in a folder or in a bucket."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from shutil import copyfileobj, disk_usage
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from service.documents.errors import UnreadableFileError
from service.setup.extras import words_without
from service.store.durable import sync_folder
from vision.errors import Reason

if TYPE_CHECKING:
    from obstore.store import ObjectStore

BUCKETS = {"s3": "AWS", "gs": "GOOGLE", "az": "AZURE", "memory": "MEMORY"}
"""Schemes of addresses that obstore opens, and how the environment variables of each begin."""
PATIENCE = 10.0  # seconds for a request to a bucket, which is made twice; a reader's task has a minute
OPTIONS = ("timeout", "connect_timeout", "allow_http", "allow_invalid_certificates", "proxy_url")
"""Settings of requests that may stand in the environment, as AWS_ALLOW_HTTP."""
DIGEST = re.compile("[0-9a-f]{64}")
LIKE_ADDRESS = re.compile("[A-Za-z][A-Za-z0-9+.-]*:/")
"""How an address begins, or one with a slash too few: no path of a folder does."""
RESERVE = 100 * 2**20
"""Bytes that photos leave free for the database, which may be on the same disk."""
UNFINISHED = ".new-"  # how names begin of files that are being written
MISSING = Reason(
    "photo_missing", "The photo is not (any more) where this server keeps photos.", "Send it again."
)


class BlobMissingError(Exception):
    """The photo is not stored (any more)."""


class BlobsAddressError(ValueError):
    """Photos cannot be kept at this address; the message says why, and what to do."""


class BlobsAwayError(Exception):
    """The folder or the bucket cannot be reached just now, which says nothing about the photo."""


@dataclass(frozen=True)
class FolderBlobs:
    """Photos in a folder of this machine, in subfolders by the first two digits."""

    folder: Path

    def put(self, sha256: str, photo: BinaryIO) -> None:
        """Write a temporary file, sync it, then rename it: a reader sees the whole photo or none."""
        place = self.place(sha256)
        if place.exists():
            os.utime(place)  # wanted again: a sweep of what nobody wants leaves it
            return
        place.parent.mkdir(parents=True, exist_ok=True)
        start = photo.tell()
        size = photo.seek(0, os.SEEK_END) - start
        photo.seek(start)
        if disk_usage(place.parent).free - size < RESERVE:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        with NamedTemporaryFile(dir=place.parent, prefix=UNFINISHED, delete=False) as file:
            try:
                copyfileobj(photo, file)
                file.flush()
                os.fsync(file.fileno())
                os.replace(file.name, place)
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(file.name)
                raise
        sync_folder(place.parent)

    def get(self, sha256: str) -> bytes:
        """Return a photo, or raise BlobMissingError."""
        try:
            return self.place(sha256).read_bytes()
        except FileNotFoundError as error:
            raise BlobMissingError(sha256) from error

    def delete(self, sha256: str) -> None:
        """Delete a photo, if it is there."""
        with suppress(FileNotFoundError):
            self.place(sha256).unlink()

    def digests(self, before: datetime | None = None) -> Iterator[str]:
        """Yield the SHA-256 of all stored photos, or of those from before a moment."""
        for path in self.folder.glob("??/*"):
            if DIGEST.fullmatch(path.name) and (before is None or _written_at(path) < before):
                yield path.name

    def drop_unfinished(self, before: datetime) -> int:
        """Delete unfinished files of servers that died while they wrote."""
        left = [path for path in self.folder.glob(f"??/{UNFINISHED}*") if _written_at(path) < before]
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)

    def place(self, sha256: str) -> Path:
        """Return the path of a photo, if it is stored.

        Raises:
            BlobMissingError: This is no digest.
        """
        if not DIGEST.fullmatch(sha256):
            raise BlobMissingError(sha256)
        return self.folder / sha256[:2] / sha256


@dataclass(frozen=True)
class BucketBlobs:
    """Photos in a bucket: S3, Google or Azure, by what the environment says of keys and regions.

    Each request ends within some seconds, also if the bucket hangs, since other requests wait behind it.
    """

    address: str
    """As `s3://bucket/folder`."""
    store: "ObjectStore"
    """An obstore store of that address."""

    def put(self, sha256: str, photo: BinaryIO) -> None:
        """Store a photo; raise BlobsAwayError if the bucket does not take it."""
        with self._answering():
            self.store.put(sha256, photo)

    def get(self, sha256: str) -> bytes:
        """Return a photo, or raise BlobMissingError, or BlobsAwayError if the bucket does not answer."""
        try:
            with self._answering():
                return bytes(self.store.get(sha256).bytes())
        except FileNotFoundError as error:
            raise BlobMissingError(sha256) from error

    def delete(self, sha256: str) -> None:
        """Delete a photo, if it is there; raise BlobsAwayError if the bucket does not answer."""
        with suppress(FileNotFoundError), self._answering():
            self.store.delete(sha256)

    def digests(self, before: datetime | None = None) -> Iterator[str]:
        """Yield the SHA-256 of all stored photos, or of those from before a moment."""
        with self._answering():
            for entry in chain.from_iterable(self.store.list()):
                is_wanted = before is None or entry["last_modified"] < before
                if DIGEST.fullmatch(entry["path"]) and is_wanted:
                    yield entry["path"]

    @contextmanager
    def _answering(self) -> Iterator[None]:
        from obstore.exceptions import BaseError

        try:
            yield
        except BaseError as error:
            raise BlobsAwayError(f"{self.address} does not answer ({type(error).__name__})") from error

    def drop_unfinished(self, before: datetime) -> int:
        """Do nothing: a bucket shows no photo that is not whole, and drops the parts by its own rules."""
        return 0


Blobs: TypeAlias = FolderBlobs | BucketBlobs
"""A storage of photos. Putting one twice is putting it once; photos are stored whole or not at all."""


def open_blobs(address: str) -> Blobs:
    """Open a folder by its path, or a bucket by its address.

    Raises:
        BlobsAddressError: It is the address of neither.
    """
    if not LIKE_ADDRESS.match(address):
        return FolderBlobs(Path(address))
    if address.partition("://")[0] not in BUCKETS:
        known = ", ".join(f"{kind}://" for kind in BUCKETS if kind != "memory")
        raise BlobsAddressError(
            f"{address} is no place for photos: write the path of a folder, or an address with {known}"
        )
    if find_spec("obstore") is None:
        raise BlobsAddressError(words_without(f"the bucket {address}"))
    try:
        return BucketBlobs(address, _open_bucket(address))
    except Exception as error:  # each kind of bucket has errors of its own
        problem = next(iter(str(error).splitlines()), type(error).__name__)
        raise BlobsAddressError(f"{address} cannot be opened: {problem}") from error


def check_blobs(address: str) -> None:
    """Check that photos can be written to a folder; a bucket, which may be away for a while, is only opened.

    Raises:
        BlobsAddressError: They cannot.
    """
    blobs = open_blobs(address)
    if isinstance(blobs, FolderBlobs):
        try:
            blobs.folder.mkdir(0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=blobs.folder, prefix=UNFINISHED):
                pass
        except OSError as error:
            raise BlobsAddressError(f"photos cannot be written to {address}: {error.strerror}") from error


def _open_bucket(address: str) -> "ObjectStore":
    from obstore.store import from_url  # takes its time, and few need it

    prefix = BUCKETS[address.partition("://")[0]]
    stated = {name: os.environ.get(f"{prefix}_{name.upper()}") for name in OPTIONS}
    bounds = {"timeout": f"{PATIENCE:g}s", "connect_timeout": f"{PATIENCE / 2:g}s"}
    options = bounds | {name: value for name, value in stated.items() if value}  # all that obstore uses
    twice: Any = {"max_retries": 1, "retry_timeout": timedelta(seconds=2 * PATIENCE)}
    client: Any = options
    return from_url(address, client_options=client, retry_config=twice)


@dataclass(frozen=True, slots=True)
class BlobSource:
    """The address of a stored photo, from which a worker on any machine can read it."""

    address: str
    sha256: str

    def read(self) -> bytes:
        """Return the photo.

        Raises:
            UnreadableFileError: It is not there (any more).
            BlobsAwayError: The folder or the bucket does not answer.
        """
        try:
            return open_blobs(self.address).get(self.sha256)
        except BlobMissingError as error:
            raise UnreadableFileError(MISSING) from error
        except Exception as error:  # each kind of bucket has errors of its own
            raise BlobsAwayError(f"{self.address} does not answer ({type(error).__name__})") from error


def _written_at(path: Path) -> datetime:
    """Return when a file was written; now, if it has been deleted meanwhile."""
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except FileNotFoundError:
        return datetime.now(UTC)
