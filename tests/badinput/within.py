"""One process that is given hostile files within limits, and one that watches how much processes hold."""

import logging
import multiprocessing
import os
import resource
import signal
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Self

from service.work.processlimits import MOST_MEMORY
from tests.processes import family

if TYPE_CHECKING:
    from vision import SheetClassifier

MOST_SECONDS = 120  # of the processor, for a file of many pages; what a page takes is judged afterwards
PATIENCE = 3600.0  # seconds of the clock in which an answer comes, however busy the machine
LOOK = 0.05  # seconds between two looks
PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a file."""

    outcome: str
    seconds: float
    """Of the processor for each page, that of processes it started too."""
    peak: int
    """Bytes that the largest process held."""
    findings: tuple[str, ...] = ()


class Watch:
    """Looks all the while how much memory a process and all that it starts hold."""

    def __init__(self, pid: int) -> None:
        self.peak = 0
        self._pid = pid
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(LOOK):
            self.peak = max([self.peak, *(_held_by(pid) for pid in family(self._pid))])


def _held_by(pid: int) -> int:
    with suppress(OSError, ValueError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    return 0


class Within:
    """A process that tries files by itself; after one that dies or hangs comes another."""

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _start(self) -> None:
        start = multiprocessing.get_context("spawn")
        self._ours, theirs = start.Pipe()
        self._process = start.Process(target=_work, args=(theirs,), daemon=False)
        self._process.start()
        theirs.close()

    def _end(self) -> None:
        self._process.kill()
        self._process.join()
        self._ours.close()

    def do(self, *job: object) -> Done:
        """Return what came of a file, or that nothing came back."""
        try:
            self._ours.send(job)
            if self._ours.poll(PATIENCE):
                done: Done = self._ours.recv()
                return done
            why = "hung"
        except (EOFError, OSError):
            self._process.join()
            why = f"the process ended ({self._process.exitcode})"
        self._end()
        self._start()
        return Done("none", 0.0, 0, (why,))


def _work(asked: Connection) -> None:
    """Try files until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.update(dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"))
    import cv2

    from vision import load_classifier

    logging.disable(logging.CRITICAL)
    cv2.setNumThreads(1)
    classifier = load_classifier()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        while True:
            try:
                job = asked.recv()
            except EOFError:
                return
            asked.send(_done(job, classifier, Path(folder)))


def _done(job: tuple[str, int, int, str], classifier: "SheetClassifier", folder: Path) -> Done:
    from tests.badinput.doors import through_command, through_library
    from tests.badinput.inventions import INVENTIONS, invented

    name, number, seed, door = job
    file = invented(next(kind for kind in INVENTIONS if kind.name == name), number, seed)
    before = _seconds()
    resource.setrlimit(resource.RLIMIT_CPU, (int(_own_seconds()) + MOST_SECONDS + 1, resource.RLIM_INFINITY))
    findings: tuple[str, ...] = ()
    pages = 1
    with Watch(os.getpid()) as watch:
        try:
            if door == "library":
                outcome = through_library(file, classifier)
            else:
                outcome, pages = through_command(file, folder)
        except BaseException as error:  # whatever it is, it is a finding
            outcome, findings = "none", (f"{type(error).__name__}: {error}"[:400],)
    resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return Done(outcome, (_seconds() - before) / pages, watch.peak, findings)


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return _own_seconds() + used.ru_utime + used.ru_stime
