"""Backups of a data folder as one file: made while the service runs, checked when they are unpacked."""

import hashlib
import os
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import IO

from service.store.blobs import DIGEST, BlobMissingError, Blobs, FolderBlobs
from service.store.durable import sync_folder

DATABASE = "surveyor.db"
PHOTOS = "photos"
PASSWORD = "password-hash"
MARK = "SURVEYOR.sha256"
"""The header that holds the SHA-256 of the database in an archive; photos are named by theirs."""


UNFINISHED = ".restore-"  # prefix of the folders of restores that were cut off


class BackupError(Exception):
    """A backup cannot be made or unpacked; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Packed:
    """How many photos a backup holds, and how many it lacks that the database has as kept."""

    photos: int
    missing: int = 0


def make_backup(data: Path, target: Path, blobs: Blobs | None = None) -> Packed:
    """Write the database, as it is at this moment, and the photos it speaks of; the disk has all on return.

    The photos are kept in `blobs`, by default in the data folder.

    Raises:
        BackupError: There is nothing to back up, or the file is there already.
        BlobsAwayError: The photos' bucket does not answer.
        OSError: The file cannot be written.
    """
    if not (data / DATABASE).is_file():
        raise BackupError(f"{data} holds no {DATABASE}; say with --data which folder the service uses")
    if target.exists():
        raise BackupError(f"{target} is there already; give the backup another name")
    with TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        snapshot = Path(folder) / DATABASE
        _snapshot(data / DATABASE, snapshot)
        packed = Path(folder) / "backup.tar"
        missing = _pack(packed, snapshot, data, blobs or FolderBlobs(data / PHOTOS))
        kept = _photos_of(snapshot)
        with packed.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(packed, target)
        sync_folder(target.parent)
    return Packed(len(kept) - len(missing), len(missing & _photos_of(data / DATABASE)))


def restore_backup(source: Path, data: Path) -> int:
    """Unpack a backup into a folder that does not exist yet, or is empty; return how many photos.

    Raises:
        BackupError: The folder is in use, or the backup is damaged.
        OSError: The backup cannot be read, or the folder not written.
    """
    if data.exists() and any(not path.name.startswith(UNFINISHED) for path in data.iterdir()):
        raise BackupError(f"{data} is not empty; restore into a new folder, and serve with --data {data}")
    is_new = not data.exists()
    data.mkdir(0o700, parents=True, exist_ok=True)
    try:
        with TemporaryDirectory(dir=data, prefix=UNFINISHED) as folder:
            count = _unpack(source, Path(folder))
            for part in sorted(Path(folder).iterdir()):  # the database last: without it there is no service
                os.replace(part, data / part.name)
            sync_folder(data)
    except BaseException:
        if is_new:
            with suppress(OSError):  # where part of it is in place already
                data.rmdir()
        raise
    return count


def _snapshot(database: Path, snapshot: Path) -> None:
    try:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            connection.execute("VACUUM INTO ?", (str(snapshot),))
    except sqlite3.Error as error:
        raise BackupError(
            f"{database} cannot be copied ({error}); is it whole, and is there room for the backup?"
        ) from error


def _pack(packed: Path, snapshot: Path, data: Path, blobs: Blobs) -> set[str]:
    """Pack the database and its photos; return the photos that are missing."""
    missing = set()
    packed.touch(0o600)
    with tarfile.open(packed, "w") as tar:
        database = tar.gettarinfo(snapshot, DATABASE)
        with snapshot.open("rb") as file:
            database.pax_headers = {MARK: _digest(file)}
            tar.addfile(database, file)
        if (data / PASSWORD).is_file():
            tar.add(data / PASSWORD, PASSWORD)
        for sha256 in sorted(_photos_of(snapshot)):
            try:
                _add_photo(tar, sha256, blobs.get(sha256))
            except BlobMissingError:
                missing.add(sha256)
    return missing


def _add_photo(tar: tarfile.TarFile, sha256: str, photo: bytes) -> None:
    member = tarfile.TarInfo(f"{PHOTOS}/{sha256}")
    member.size, member.mode = len(photo), 0o600
    tar.addfile(member, BytesIO(photo))


def _photos_of(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {
            sha256 for (sha256,) in connection.execute("SELECT sha256 FROM photos WHERE deleted_at IS NULL")
        }


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    return digest


def _unpack(source: Path, data: Path) -> int:
    (data / PHOTOS).mkdir(0o700)
    count = 0
    with _opened(source) as tar:
        for member in tar:
            name, content = member.name, tar.extractfile(member)
            if content is None or not member.isfile():
                raise BackupError(f"{source} is no backup: it holds {name}, which is no file")
            with content:
                folder, _, sha256 = name.partition("/")
                is_photo = folder == PHOTOS and DIGEST.fullmatch(sha256)
                if not is_photo and name not in (DATABASE, PASSWORD):
                    raise BackupError(f"{source} is no backup: it holds {name}")
                digest = sha256 if is_photo else member.pax_headers.get(MARK)  # older ones have no mark
                if digest and _digest(content) != digest:
                    raise BackupError(f"{source} is damaged at {name}; take another backup")
                if is_photo:
                    FolderBlobs(data / PHOTOS).put(sha256, content)  # type: ignore[arg-type]
                    count += 1
                    continue
                (data / name).touch(0o600)
                with (data / name).open("wb") as file:
                    copyfileobj(content, file)
                    file.flush()
                    os.fsync(file.fileno())
        end = tar.offset
    _check_end(source, end)
    _check_database(source, data / DATABASE)
    return count


def _check_end(source: Path, end: int) -> None:
    """Check that the archive is complete: tarfile takes damage for its end, too."""
    with source.open("rb") as file:
        file.seek(end)
        rest = file.read()
    if len(rest) < 2 * tarfile.BLOCKSIZE or rest.strip(b"\0"):
        raise BackupError(f"{source} is cut off or damaged; take another backup")


def _check_database(source: Path, database: Path) -> None:
    if not database.is_file():
        raise BackupError(f"{source} is no backup: there is no {DATABASE} in it")
    try:
        with closing(sqlite3.connect(database)) as connection:
            [found] = connection.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise BackupError(f"{source} is damaged at {DATABASE} ({found}); take another backup")


@contextmanager
def _opened(source: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(source, "r:") as tar:
            yield tar
    except tarfile.TarError as error:
        raise BackupError(
            f"{source} is no backup, or it is damaged; `surveyor backup` makes them. If you compressed it, "
            "decompress it first"
        ) from error
