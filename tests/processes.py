"""Processes of this machine, as /proc tells of them."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path


def family(pid: int) -> Iterator[int]:
    """Yield a process and all that it started, and they, as far as they are still there."""
    yield pid
    with suppress(OSError):  # it ends just now
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in (thread / "children").read_text().split():
                yield from family(int(child))
