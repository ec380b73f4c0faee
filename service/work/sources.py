"""Sources of a photo's bytes, which other processes can open."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from service.readings.inputs import read_bytes
from service.store.blobs import BlobSource


@dataclass(frozen=True, slots=True)
class FileSource:
    """A file that every worker can open."""

    path: Path

    def read(self) -> bytes:
        """Return the bytes of the file.

        Raises:
            UnreadableFileError: with reason `unreadable_file` or `too_many_bytes`.
        """
        return read_bytes(self.path)


@dataclass(frozen=True, slots=True, repr=False)
class BytesSource:
    """Bytes that are sent with the task, to workers without a common folder."""

    photo: bytes

    def read(self) -> bytes:
        """Return the bytes."""
        return self.photo


Source: TypeAlias = FileSource | BytesSource | BlobSource
"""A photo or document; it can be pickled. Reading it may raise UnreadableFileError."""
