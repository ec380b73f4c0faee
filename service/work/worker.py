"""A worker process that does one task at a time."""

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, forkserver, get_context, resource_tracker
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from os import getpid, sysconf
from pathlib import Path
from signal import SIG_BLOCK, SIG_SETMASK, SIGINT, pthread_sigmask
from time import sleep
from typing import Protocol, TypeVar

from service.work.processlimits import WorkerHungError, prepare
from vision import Reason, VisionError

R = TypeVar("R")
STARTS = 3  # tries to start a worker before giving up,
PAUSE = 0.3  # and seconds after each: that what forks workers was killed is known a moment later
LEAST_SHARE = 0.1  # of a processor: a worker that gets less, while others use the machine, does not work

NO_PROCESS = Reason(
    "no_worker", "No process that reads photos can be started.", "Is there memory left? Use fewer workers."
)


class WorkerDiedError(Exception):
    """The worker ended in the middle of the task."""


class WorkforceError(VisionError):
    """No worker can be started: the installation's or the cluster's fault, not that of a photo."""


class Worker(Protocol):
    """Does one task at a time."""

    lives: int
    """How many workers a task may cost before it is to blame."""

    def do(self, call: Callable[[], R]) -> R:
        """Return what the call returns, or raise what it raises.

        Raises:
            WorkerDiedError: The worker was lost.
            WorkerHungError: The task took too long.
            WorkforceError: There is no worker.
        """
        ...

    def stop(self) -> None:
        """Drop the present task and take no more; called from another thread."""
        ...

    def close(self) -> None:
        """Free what the worker holds; called last."""
        ...


class OwnProcess:
    """A process on this machine, started when first needed, and again whenever it died.

    It is a pool of one. With several in a pool, the death of one breaks the pool for all, and tells neither
    which task it was nor lets the others finish; alone, each death is that of the one task, and ending a task
    that hangs harms no neighbour.
    """

    lives = 3

    def __init__(self, seconds: float) -> None:
        """Take how many seconds of a processor a task may use; nothing is started yet."""
        self._seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._process: BaseProcess | None = None
        self._stopped = False

    def do(self, call: Callable[[], R]) -> R:
        """Do the task; see `Worker`."""
        future = self._hand_over(call)
        try:
            return self._result(future)
        except BrokenExecutor as error:
            self._discard()
            raise WorkerDiedError from error

    def _result(self, future: "Future[R]") -> R:
        """Wait while the process works on the task, and has not had all its seconds."""
        began = seen = self._used()
        while True:
            try:
                return future.result(self._seconds)
            except TimeoutError as error:
                if future.done():  # the call's own
                    raise
                used = self._used()
                if used - began >= self._seconds or used - seen < LEAST_SHARE * self._seconds:
                    self._discard()
                    raise WorkerHungError from error
                seen = used

    def _used(self) -> float:
        """Return the seconds of a processor that the process has used; of one that ended, none."""
        try:
            status = Path(f"/proc/{self._process.pid}/stat").read_text() if self._process else ""
        except OSError:
            return 0.0
        times = status.rpartition(")")[2].split()[11:13]
        return sum(map(int, times)) / sysconf("SC_CLK_TCK")

    def _hand_over(self, call: Callable[[], R]) -> "Future[R]":
        """Submit the call to the process; one that died while idle is replaced, as is what forks them."""
        failed: Exception | None = None
        for _ in range(STARTS):
            try:
                pool = self._started()
                if self._stopped:
                    raise WorkerDiedError
                return pool.submit(call)
            except (BrokenExecutor, OSError, EOFError) as error:  # maybe no memory, or nowhere for locks
                failed = error
                self._discard()
                sleep(PAUSE)
        raise WorkforceError(NO_PROCESS) from failed

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=_forking(), initializer=prepare)
            pid = self._pool.submit(getpid).result()
            # while this end is open, what reads the answers waits for the rest of one whose worker has ended
            self._pool._result_queue._writer.close()  # type: ignore[attr-defined]
            self._process = next((child for child in active_children() if child.pid == pid), None)
        return self._pool

    def _discard(self) -> None:
        """End the process, so that the next task starts another."""
        pool, process, self._pool, self._process = self._pool, self._process, None, None
        if process is not None:
            process.kill()
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """Kill the process."""
        self._stopped = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the process and wait for it."""
        self._discard()


def _forking() -> ForkServerContext:
    """Return what forks a worker off a process that has imported all that workers need, in one thread."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["service.work.tasks"])
    resource_tracker.ensure_running()  # its start lets Ctrl-C through again
    with _holding_back_ctrl_c():
        forkserver.ensure_running()
    return context


@contextmanager
def _holding_back_ctrl_c() -> Iterator[None]:
    """Start processes that Ctrl-C never reaches, nor what they fork: this one answers it.

    They ignore it only once they have begun, and would be interrupted in their imports. In this process the
    main thread gets it meanwhile.
    """
    before = pthread_sigmask(SIG_BLOCK, [SIGINT])
    try:
        yield
    finally:
        pthread_sigmask(SIG_SETMASK, before)
