"""The files of a form, all in one file: a thousand photos take one descriptor, and hardly any memory."""

import io
from typing import Any, BinaryIO, cast

from starlette.formparsers import MultiPartParser


class FileParser(MultiPartParser):
    """Parses a form, and writes its files one behind the other into that of the first."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take what the parser of forms takes."""
        super().__init__(*given, **named)
        self._whole: BinaryIO | None = None
        self._parts: set[FilePart] = set()

    def on_headers_finished(self) -> None:
        """Begin a field or a file."""
        super().on_headers_finished()
        upload = self._current_part.file
        if upload is not None:
            if self._whole is None:
                self._whole = upload.file
            else:
                upload.file.close()
            upload.file = cast(BinaryIO, FilePart(self._whole, self._parts))


class FilePart(io.RawIOBase):
    """A file within another, which is closed with the last of its parts."""

    def __init__(self, whole: BinaryIO, parts: "set[FilePart]") -> None:
        """Join the parts of a whole, each of which is written before the next."""
        self._whole, self._parts = whole, parts
        self._start = self._size = self._at = 0
        parts.add(self)

    def write(self, data: Any) -> int:
        """Add to its end."""
        if not self._size:
            self._start = self._whole.seek(0, io.SEEK_END)
        self._size += len(data)
        return self._whole.write(data)

    def readinto(self, buffer: Any) -> int:
        """Read on from where it stands."""
        self._whole.seek(self._start + self._at)
        data = self._whole.read(min(len(buffer), max(0, self._size - self._at)))
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place in it; before its beginning lies another file."""
        self._at = max(0, (0, self._at, self._size)[whence] + offset)
        return self._at

    def readable(self) -> bool:
        """It can be read."""
        return True

    def seekable(self) -> bool:
        """It can be read from any place on."""
        return True

    def close(self) -> None:
        """Close it, and the whole with the last part."""
        self._parts.discard(self)
        if not self._parts:
            self._whole.close()
        super().close()
