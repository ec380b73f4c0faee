"""Backups of a data folder as one file: made while the service runs, checked when they are unpacked."""

import hashlib
import os
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from service.store.blobs import DIGEST, FolderBlobs

DATABASE = "surveyor.db"
PHOTOS = "photos"
PASSWORD = "password-hash"


class BackupError(Exception):
    """A backup cannot be made or unpacked; the message says why, and what to do."""


def make_backup(data: Path, target: Path) -> int:
    """Write the database, as it is at this moment, and the photos it speaks of; return how many photos.

    Raises:
        BackupError: There is nothing to back up, or the file is there already.
        OSError: The file cannot be written.
    """
    if not (data / DATABASE).is_file():
        raise BackupError(f"{data} holds no {DATABASE}; say with --data which folder the service uses")
    if target.exists():
        raise BackupError(f"{target} is there already; give the backup another name")
    with TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        snapshot = Path(folder) / DATABASE
        _snapshot(data / DATABASE, snapshot)
        packed = Path(folder) / target.name
        count = _pack(packed, snapshot, data)
        os.replace(packed, target)
    return count


def restore_backup(source: Path, data: Path) -> int:
    """Unpack a backup into a folder that does not exist yet, or is empty; return how many photos.

    Raises:
        BackupError: The folder is in use, or the backup is damaged.
        OSError: The backup cannot be read, or the folder not written.
    """
    if data.exists() and any(data.iterdir()):
        raise BackupError(f"{data} is not empty; restore into a new folder, and serve with --data {data}")
    data.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=data.parent, prefix=".restore-") as folder:
        unpacked = Path(folder) / "data"
        count = _unpack(source, unpacked)
        if data.exists():
            data.rmdir()
        os.replace(unpacked, data)
    return count


def _snapshot(database: Path, snapshot: Path) -> None:
    try:
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            connection.execute("VACUUM INTO ?", (str(snapshot),))
    except sqlite3.Error as error:
        raise BackupError(
            f"{database} cannot be copied ({error}); is it whole, and is there room for the backup?"
        ) from error


def _pack(packed: Path, snapshot: Path, data: Path) -> int:
    count, blobs = 0, FolderBlobs(data / PHOTOS)
    packed.touch(0o600)
    with tarfile.open(packed, "w") as tar:
        tar.add(snapshot, DATABASE)
        if (data / PASSWORD).is_file():
            tar.add(data / PASSWORD, PASSWORD)
        for sha256 in _photos_of(snapshot):
            with suppress(FileNotFoundError):  # it was deleted since, as the database knows
                tar.add(blobs.place(sha256), f"{PHOTOS}/{sha256}")
                count += 1
    return count


def _photos_of(snapshot: Path) -> list[str]:
    with closing(sqlite3.connect(snapshot)) as connection:
        rows = connection.execute("SELECT sha256 FROM photos WHERE deleted_at IS NULL ORDER BY sha256")
        return [sha256 for (sha256,) in rows]


def _unpack(source: Path, data: Path) -> int:
    data.mkdir(0o700)
    count = 0
    with _opened(source) as tar:
        for member in tar:
            name, content = member.name, tar.extractfile(member)
            if content is None or not member.isfile():
                raise BackupError(f"{source} is no backup: it holds {name}, which is no file")
            with content:
                if name in (DATABASE, PASSWORD):
                    (data / name).touch(0o600)
                    (data / name).write_bytes(content.read())
                    continue
                folder, _, sha256 = name.partition("/")
                if folder != PHOTOS or not DIGEST.fullmatch(sha256):
                    raise BackupError(f"{source} is no backup: it holds {name}")
                if hashlib.file_digest(content, "sha256").hexdigest() != sha256:  # type: ignore[arg-type]
                    raise BackupError(f"{source} is damaged at {name}; take another backup")
                content.seek(0)
                FolderBlobs(data / PHOTOS).put(sha256, content)  # type: ignore[arg-type]
                count += 1
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
        with tarfile.open(source) as tar:
            yield tar
    except tarfile.TarError as error:
        raise BackupError(f"{source} is no backup, or it is damaged; `surveyor backup` makes them") from error
