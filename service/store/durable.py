"""Files that are replaced as a whole: after a crash the old content is there or the new, never a part."""

import os
from functools import partial
from pathlib import Path

UNFINISHED = ".unfinished"


def write_whole(path: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write to a file beside the path and move it there; the disk has it when this returns.

    Raises:
        OSError: It cannot be written. What was there before still is.
    """
    unfinished = path.with_name(f".{path.name}{UNFINISHED}")
    try:
        with open(unfinished, "wb", opener=partial(os.open, mode=mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the disk store which files a folder holds."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
