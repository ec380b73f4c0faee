"""The files that commands read documents from."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

Line = TypeVar("Line")


def read_lines(
    files: Iterable[Path], read: Callable[[BinaryIO, str], Iterator[Line]], refused: Callable[..., Line]
) -> Iterator[Line]:
    """Go through what becomes of the documents of the files, and of the files that cannot be read."""
    for path in files:
        try:
            with opened(path) as (file, name):
                yield from read(file, name)
        except OSError as error:
            yield refused(str(path), problem=f"the file cannot be read: {error.strerror}")


@contextmanager
def opened(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    """Open a file, or stdin for a hyphen, and tell its name."""
    if path == Path("-"):
        yield sys.stdin.buffer, "stdin"
        return
    with path.open("rb") as file:
        yield file, str(path)
