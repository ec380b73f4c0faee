"""Files that are there whole or not at all, whatever happens while they are written."""

import os
from pathlib import Path

UNFINISHED = ".unfinished"


def write_whole(path: Path, content: bytes) -> None:
    """Write the file beside its place, then move it there; the disk has it when this returns.

    Raises:
        OSError: There is no room, or no leave. What was there before still is.
    """
    unfinished = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Let the disk know which files the folder holds."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
