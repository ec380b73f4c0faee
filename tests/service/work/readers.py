"""Stand-ins for what workers do; they go to other processes by their names."""

import os
import signal
import time
from pathlib import Path

from service.work.sources import FileSource, Source
from service.work.tasks import PageCount, PageResult, PageTask
from service.work.workforce import Work
from tests.service.stubs import get_stub_ready, stub_reader

FOREVER = 1000.0  # seconds
TRIES = ".tries"


def count_one(source: Source, name: str) -> PageCount:
    """Take every file for a photo."""
    return PageCount("0" * 64, (None,))


def read_as_named(task: PageTask) -> PageResult:
    """Read what the photo's width asks for, or do what the name says; note each try beside the photo."""
    assert isinstance(task.source, FileSource)
    with Path(f"{task.source.path}{TRIES}").open("a") as tries:
        tries.write(f"{os.getpid()}\n")
    if "poison" in task.name or ("once" in task.name and len(tries_of(task.source.path)) == 1):
        os.kill(os.getpid(), signal.SIGKILL)
    if "hang" in task.name:
        time.sleep(FOREVER)
    if "spin" in task.name:
        while True:
            pass
    if "starved" in task.name:
        _work_and_rest(turns=16)
    if "mistake" in task.name:
        raise ZeroDivisionError("a mistake of ours")
    outcome = stub_reader().read_page(task.source.read(), task.name, task.page)
    return PageResult.of(outcome)


def _work_and_rest(turns: int) -> None:
    """Take as long as on a busy machine, a fourth of the time on the processor."""
    for _ in range(turns):
        until = time.process_time() + 0.05
        while time.process_time() < until:
            pass
        time.sleep(0.15)


def tries_of(path: Path) -> list[int]:
    """Return the processes that began with the photo."""
    return [int(line) for line in Path(f"{path}{TRIES}").read_text().split()]


WORK = Work(count_one, read_as_named, get_stub_ready)
