"""Reading the whole corpus, each file within ten seconds and the memory of a worker."""

import multiprocessing
import os
import resource
import signal
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from typing import Any

from service.work.processlimits import MOST_MEMORY
from tests.badinput.answers import Answer, answer
from tests.badinput.corpus import KINDS, bad_file
from tests.badinput.files import Kind

MOST_SECONDS = 10  # of the processor, for one file
PATIENCE = 120.0  # seconds of the clock in which a worker answers, however busy the machine is
MB = 2**20
HIGH_WATER = "VmHWM:"


@dataclass(frozen=True, slots=True)
class Job:
    """A file to be made and read; made where it is read, so that nothing large is sent."""

    kind: int
    number: int
    seed: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a file of a kind ended."""

    kind: str
    name: str
    answer: Answer


def run(count: int, seed: int, workers: int, kinds: Sequence[Kind] = KINDS) -> Iterator[Ended]:
    """Make and read the corpus by several processes, and yield how its files end, in their order.

    Args:
        count: How many files, at least.
        seed: Of their chance.
        workers: How many processes.
        kinds: What kinds of damage.
    """
    chosen = [KINDS.index(kind) for kind in kinds]
    jobs = [Job(kind, number, seed) for number in range(-(-count // len(chosen))) for kind in chosen]
    free: SimpleQueue[_Worker] = SimpleQueue()
    hired = [_Worker() for _ in range(workers)]
    for worker in hired:
        free.put(worker)
    with ThreadPoolExecutor(workers) as attendants:
        try:
            yield from attendants.map(partial(_attend, free), jobs)
        finally:
            attendants.shutdown(wait=True, cancel_futures=True)
            for worker in hired:
                worker.end()


def _attend(free: "SimpleQueue[_Worker]", job: Job) -> Ended:
    """Give a job to a worker that has none."""
    worker = free.get()
    try:
        return worker.do(job)
    finally:
        free.put(worker)


class _Worker:
    """A process of its own that reads files within its limits; after one that ended or hung comes another."""

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        start = multiprocessing.get_context("spawn")
        self._ours, theirs = start.Pipe()
        self._process = start.Process(target=_work, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def do(self, job: Job) -> Ended:
        """Return how the file ended, or that nothing came back."""
        try:
            self._ours.send(job)
            if self._ours.poll(PATIENCE):
                ended: Ended = self._ours.recv()
                return ended
            why = "hung"
        except (EOFError, OSError):
            self._process.join()
            why = f"the process ended ({self._process.exitcode})"
        self.end()
        self._start()
        kind = KINDS[job.kind].name
        return Ended(kind, f"{kind} {job.number:04}", Answer("none", (), (why,)))

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._ours.close()


def _work(jobs: Connection) -> None:
    """Read files until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent answers it
    os.environ["OMP_NUM_THREADS"] = "1"
    import logging

    import cv2

    from service.readings.reader import PhotoReader

    logging.disable(logging.CRITICAL)  # what it would tell comes back as a finding
    cv2.setNumThreads(1)
    reader = PhotoReader()
    reader.load()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    while True:
        try:
            job: Job = jobs.recv()
        except EOFError:
            return
        jobs.send(_ended(job, reader))


def _ended(job: Job, reader: Any) -> Ended:
    _no_time_limit()
    file = bad_file(KINDS[job.kind], job.number, job.seed)
    _forget_high_water()
    _limit_time()
    try:
        done = answer(file, reader)
    except Exception as error:  # whatever it is, it is a finding
        done = Answer("none", (), (f"{type(error).__name__}: {error}"[:300],))
    return Ended(file.kind, file.name, replace(done, peak=_high_water()))


def _limit_time() -> None:
    """Let the kernel end this process after ten seconds more of the processor."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + MOST_SECONDS + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def _no_time_limit() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _forget_high_water() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def _high_water() -> int:
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in status if line.startswith(HIGH_WATER))


def table(ended: Iterable[Ended]) -> str:
    """Return what became of each kind, in Markdown; the usual time is the median of photos under review."""
    by_kind: dict[str, list[Ended]] = defaultdict(list)
    for each in ended:
        by_kind[each.kind].append(each)
    everything = [each for kind in by_kind.values() for each in kind]
    answered = [each.answer.seconds for each in everything if each.answer.outcome == "review"]
    usual = median(answered or [each.answer.seconds for each in everything])
    row = partial(_row, usual=usual)
    head = "| kind | files | read | review | rejected | findings | slowest, of the usual | peak MB |"
    rows = [row(kind, each) for kind, each in by_kind.items()]
    return "\n".join([head, "| --- |" + " ---: |" * 7, *rows, row("**all**", everything)])


def _row(kind: str, ended: Sequence[Ended], usual: float) -> str:
    count = {
        outcome: sum(each.answer.outcome == outcome for each in ended)
        for outcome in ("read", "review", "rejected")
    }
    findings = sum(bool(each.answer.findings) for each in ended)
    slowest = max(each.answer.seconds for each in ended) / max(usual, 1e-6)
    peak = max(each.answer.peak for each in ended) // MB
    row = (kind, len(ended), *count.values(), findings, f"{slowest:.1f}", peak)
    return "| " + " | ".join(str(each) for each in row) + " |"
