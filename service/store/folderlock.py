"""The lock on a data folder, by which a program knows whether a server works there."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LOCK = "surveyor.lock"


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Lock a folder against other programs; tell whether that succeeded."""
    with (folder / LOCK).open("w") as lock:
        alone = False
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            alone = True
        yield alone
