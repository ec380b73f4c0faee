"""The ledger: a line for each file that was read, added once all files that it names are written.

The pages of a document under way are kept beside it, so that they are not read again after a kill.
"""

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import ValidationError

from engine.errors import EngineError
from service.batch.documents import LedgerLine, PageOfDocument
from service.documents import Document
from service.store.durable import sync_folder, write_whole

LEDGER, UNDER_WAY = "ledger.jsonl", "pages.jsonl"
LOCK = ".lock"


class BatchError(EngineError):
    """The batch cannot be begun or resumed; the message says why."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder against other batches; the system unlocks it however this process ends.

    Raises:
        BatchError: Somebody else writes into it.
    """
    with (folder / LOCK).open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BatchError(
                f"another batch is writing into {folder}; wait for it, or name another folder"
            ) from error
        yield


class Ledger:
    """The lines of the ledger, in memory and on the disk."""

    def __init__(self, path: Path) -> None:
        """Read the file; an unfinished last line is dropped.

        Raises:
            BatchError: This is no ledger.
            OSError: It cannot be read or written.
        """
        self._path = path
        self._lines: dict[str, LedgerLine] = {}
        whole = _whole_lines(path)
        written = 0
        for number, text in enumerate(whole, start=1):
            line = _parse(text, path, number)
            written += 1
            self._lines[line.key] = line
        self._has_old_lines = written > len(self._lines)
        os.truncate(path, sum(map(len, whole)))
        sync_folder(path.parent)

    @property
    def lines(self) -> tuple[LedgerLine, ...]:
        """The last line of each file, in the order in which they came."""
        return tuple(self._lines.values())

    def __getitem__(self, key: str) -> LedgerLine:
        """Return the line of a file."""
        return self._lines[key]

    def __contains__(self, key: str) -> bool:
        """Whether the file has a line."""
        return key in self._lines

    def add(self, line: LedgerLine) -> None:
        """Add a line; the disk has it when this returns. It takes the place of an earlier one of the file.

        Raises:
            OSError: There is no room; then nothing of it is there.
        """
        _append(self._path, line)
        self._has_old_lines |= line.key in self._lines
        self._lines.pop(line.key, None)
        self._lines[line.key] = line

    def forget(self, key: str) -> None:
        """Forget the line of a file that is to be read; on the disk it stays until there is another."""
        self._has_old_lines |= self._lines.pop(key, None) is not None

    def tidy(self) -> None:
        """Rewrite the ledger with only the last line of each file."""
        if self._has_old_lines:
            write_whole(self._path, b"".join(map(_text, self._lines.values())))
            self._has_old_lines = False


class PagesUnderWay:
    """The pages of the document that is being written and has no line yet, on the disk."""

    def __init__(self, path: Path) -> None:
        """Take the file of a batch that was interrupted, if there is one.

        Raises:
            OSError: It cannot be read.
        """
        self._path = path
        self._left: list[PageOfDocument] = []
        whole = _whole_lines(path)
        for text in whole:
            with suppress(ValueError):  # a page that cannot be made out is read again
                self._left.append(PageOfDocument.model_validate_json(text))
        os.truncate(path, sum(map(len, whole)))

    def of(self, key: str, sha256: str | None) -> Mapping[int, PageOfDocument]:
        """Return the pages of a document that were written before an interruption, by their numbers."""
        return {
            each.page.page: each
            for each in self._left
            if each.page.page and (each.key, each.sha256) == (key, sha256)
        }

    def add(self, page: PageOfDocument) -> None:
        """Keep a page whose maps are written.

        Raises:
            OSError: There is no room; then nothing of it is there.
        """
        _append(self._path, page)

    def clear(self) -> None:
        """Forget them: their document has its line."""
        self._left = []
        self._path.unlink(missing_ok=True)


def _append(path: Path, line: Document) -> None:
    """Add a line to a file, so that after an error nothing of it is there."""
    size = path.stat().st_size if path.exists() else 0
    try:
        with path.open("ab") as file:
            file.write(_text(line))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        os.truncate(path, size)
        raise


def _text(line: Document) -> bytes:
    return f"{line.to_line()}\n".encode("ascii")


def _whole_lines(path: Path) -> list[bytes]:
    path.touch()
    lines = path.read_bytes().splitlines(keepends=True)
    return lines[:-1] if lines and not lines[-1].endswith(b"\n") else lines


def _parse(text: bytes, path: Path, number: int) -> LedgerLine:
    try:
        return LedgerLine.model_validate(json.loads(text))
    except (ValueError, ValidationError) as error:
        raise BatchError(
            f"{path}:{number}: this is no line of a ledger; name another folder, or remove what is damaged"
        ) from error
