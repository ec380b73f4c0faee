"""The workforce: every page that is submitted gets a result, whatever becomes of the workers."""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import BoundedSemaphore, Condition
from typing import TypeVar

from service.readings.reader import rejected
from service.work.processlimits import WorkerHungError
from service.work.sources import Source
from service.work.tasks import (
    Demands,
    PageCount,
    PageResult,
    PageTask,
    count_pages,
    get_ready,
    give_up,
    read_page,
)
from service.work.worker import OwnProcess, Worker, WorkerDiedError, WorkforceError
from vision import Reason

logger = logging.getLogger(__name__)

R = TypeVar("R")
SECONDS = 60.0  # of a processor that a task may use; the slowest photo takes a few
WAITING = 4  # tasks handed in for each worker, so that none is ever idle

DIED = Reason(
    "reader_died",
    "The program that reads photos ended in the middle of this one, again and again.",
    "Please report it, with the photo if you can; enter the map by hand.",
)
HUNG = Reason(
    "reader_hung",
    "Reading this photo took too long, and was given up.",
    "Have it read again when the machine has less to do. If it fails again, please report it, with the photo "
    "if you can.",
)


class WorkforceClosedError(Exception):
    """The workforce was closed before the task was done."""


Begin = Callable[[], None]
"""Is called when a task begins."""


@dataclass(frozen=True, slots=True)
class Work:
    """The functions that workers run; all can be pickled by their names."""

    count: Callable[[Source, str], PageCount] = count_pages
    read: Callable[[PageTask], PageResult] = read_page
    get_ready: Callable[[], None] = get_ready


class SharedLock:
    """A lock that many hold at once, or one alone, who goes before those that come later."""

    def __init__(self) -> None:
        """Start unlocked."""
        self._changed = Condition()
        self._held = 0
        self._alone = 0  # who wait for it or hold it

    @contextmanager
    def take(self, *, alone: bool) -> Iterator[None]:
        """Hold the lock; alone, when nobody else does."""
        with self._changed:
            self._alone += alone  # until it has ended: nobody begins meanwhile
            self._changed.wait_for(lambda: self._held == 0 if alone else self._alone == 0)
            self._held += 1
        try:
            yield
        finally:
            with self._changed:
                self._held -= 1
                self._alone -= alone
                self._changed.notify_all()


class Workforce:
    """Gives tasks to workers; use it in a `with` block.

    A thread attends to each worker: it hands it one task, waits, and when the worker dies, hands the same
    task to the next one. A page that costs three workers their lives, the last of them while no other worked,
    or one of them all its time, is rejected (`reader_died`, `reader_hung`); its neighbours do not notice.
    """

    def __init__(
        self,
        workers: int = 1,
        *,
        cluster: str | None = None,
        at_most: int | None = None,
        seconds: float = SECONDS,
        work: Work | None = None,
    ) -> None:
        """Take how many processes to start, or the address of a Dask scheduler, such as `tcp://10.0.0.1:8786`.

        At most `at_most` tasks wait or are under way; each may use so many seconds of a processor.

        Raises:
            ClusterError: The cluster cannot be used.
        """
        self._work = work or Work()
        self._closing = False
        self._has_workers = True
        self._last = ExitStack()
        self._workers: list[Worker] = [OwnProcess(seconds) for _ in range(workers)]
        if cluster is not None:
            from service.work.cluster import join_cluster

            self._workers = self._last.enter_context(join_cluster(cluster, seconds))
        self._free: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._free.put(worker)
        self.at_most = at_most or WAITING * len(self._workers)
        self._room = BoundedSemaphore(self.at_most)
        self._turns = SharedLock()
        self._attendants = ThreadPoolExecutor(len(self._workers), "attend-worker")

    def __enter__(self) -> "Workforce":
        """Return the workforce."""
        return self

    def __exit__(self, *error: object) -> None:
        """Drop all tasks that are not done, and end every worker."""
        self._closing = True
        self._attendants.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.stop()
        self._attendants.shutdown(wait=True)
        for worker in self._workers:
            worker.close()
        self._last.close()

    @property
    def has_workers(self) -> bool:
        """Whether the last task found a worker; true before the first task."""
        return self._has_workers

    def count(self, source: Source, name: str, *, alone: Begin | None = None) -> "Future[PageCount]":
        """Have the pages of a file counted; see `submit`."""
        return self._submit(partial(self._count, source, name, alone))

    def submit(
        self, task: PageTask, *, alone: Begin | None = None, demands: Demands | None = None
    ) -> "Future[PageResult]":
        """Have a page read, as soon as there is room; with `alone`, while nothing else is.

        `alone` is called once nothing else is read and the worker is ready, right before it begins.
        `demands` are those of the document whose page it is.
        What is not begun yet can be cancelled. The future may raise, beside what the work raises,
        WorkforceClosedError, and WorkforceError where there is no worker left: neither says anything about
        the photo.
        """
        demands = demands or Demands()
        return self._submit(partial(demands.read, task, partial(self._read, alone)))

    def _submit(self, attend: Callable[[], R]) -> "Future[R]":
        self._room.acquire()
        try:
            future = self._attendants.submit(attend)
        except BaseException:
            self._room.release()
            raise
        future.add_done_callback(lambda _: self._room.release())
        return future

    def _count(self, source: Source, name: str, alone: Begin | None) -> PageCount:
        done = self._do(partial(self._work.count, source, name), alone)
        return PageCount(None, rejection=rejected(name, done)) if isinstance(done, Reason) else done

    def _read(self, alone: Begin | None, task: PageTask) -> PageResult:
        done = self._do(partial(self._work.read, task), alone)
        return give_up(task, done) if isinstance(done, Reason) else done

    def _do(self, call: Callable[[], R], begin: Begin | None) -> R | Reason:
        """Return the call's result, or the reason why no worker completed it."""
        worker = self._free.get()
        try:
            for left in reversed(range(worker.lives)):
                try:
                    with self._turns.take(alone=begin is not None or (left == 0 and worker.lives > 1)):
                        if begin is not None:
                            worker.do(self._work.get_ready)
                            begin()
                        done = worker.do(call)
                    self._has_workers = True
                    return done
                except WorkerHungError:
                    logger.warning("a process that reads was ended: its photo took too long")
                    return HUNG
                except WorkforceError:
                    self._has_workers = False
                    raise
                except WorkerDiedError as error:
                    if self._closing:
                        raise WorkforceClosedError from error
                    logger.warning("a process that reads died; is memory too small? Tries left: %d", left)
            return DIED
        finally:
            self._free.put(worker)
