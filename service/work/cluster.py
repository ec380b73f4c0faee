"""A Dask cluster as a workforce: the optional extra `cluster`."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from threading import Lock
from typing import Any, TypeVar

from service.setup.extras import words_without
from service.work.processlimits import FAREWELL, within
from service.work.worker import OwnProcess, Worker, WorkerDiedError, WorkforceError
from vision import Reason

R = TypeVar("R")
DEPTH = 2  # tasks that each thread of the cluster has at hand, so that it never waits for us
PATIENCE = 10  # seconds for the scheduler to answer
GRACE = 10.0  # seconds that a task gets beyond its limit, to travel

NO_SCHEDULER = Reason("no_worker", "The scheduler of the cluster has gone.", "Start it, and go on.")


class ClusterError(Exception):
    """The cluster cannot be used; the text says why, and what to do."""


@dataclass(eq=False)
class ClusterPlace:
    """A worker on a cluster, which hands a task on by itself when a worker dies.

    When it has done so often enough, the cluster gives up every task that was assigned to those workers, also
    those that only waited there. Which of them is to blame is found out here, alone in a process of our own.
    """

    executor: Executor
    """The cluster's."""
    is_there: Callable[[], bool]
    """Tells whether its scheduler still answers."""
    seconds: float
    """How long a task may last."""
    judge: OwnProcess
    """The process that finds out which task is to blame; all places share it."""
    turn: Lock
    """Held while the judge is used."""
    lives: int = field(default=1, init=False)
    _future: Future[Any] | None = field(default=None, init=False)
    _stopped: bool = field(default=False, init=False)

    def do(self, call: Callable[[], R]) -> R:
        """Do the task; see `Worker`."""
        try:
            return self._do_there(call)
        except WorkerDiedError:
            with self.turn:
                return self.judge.do(call)

    def _do_there(self, call: Callable[[], R]) -> R:
        from distributed import CancelledError, KilledWorker

        if self._stopped:
            raise WorkerDiedError
        try:
            self._future = future = self.executor.submit(within, self.seconds, call)
            return future.result(DEPTH * (self.seconds + FAREWELL) + GRACE)
        except KilledWorker as error:
            raise WorkerDiedError from error
        except (TimeoutError, CancelledError, OSError) as error:  # the task's, or of connections that broke
            if self._future is not None:
                self._future.cancel()
            if self._stopped or self.is_there():
                raise WorkerDiedError from error
            raise WorkforceError(NO_SCHEDULER) from error

    def stop(self) -> None:
        """Cancel the task."""
        self._stopped = True
        self.judge.stop()
        if self._future is not None:
            self._future.cancel()

    def close(self) -> None:
        """End the process that finds out which task is to blame."""
        self.judge.close()


async def _ask_who_is_there(address: str) -> None:
    """Ask the scheduler for its identity: a client would wait for ever for another kind of server.

    Raises:
        OSError: Nobody answers in time, or what answers is no scheduler.
        ValueError: The address is none; or TypeError, of other kinds of addresses.
    """
    from distributed import rpc

    async with asyncio.timeout(PATIENCE):
        async with rpc(address, timeout=PATIENCE) as scheduler:
            await scheduler.identity()


def check_cluster(address: str) -> None:
    """Check that a scheduler answers there.

    Raises:
        ClusterError: The extra is not installed, or nobody answers.
    """
    if find_spec("distributed") is None:
        raise ClusterError(words_without("a cluster"))
    try:
        with ThreadPoolExecutor(1) as aside:  # the service calls this where a loop runs already
            aside.submit(lambda: asyncio.run(_ask_who_is_there(address))).result()
    except (OSError, ValueError, TypeError) as error:  # of the network; of addresses that are none
        raise ClusterError(f"no Dask scheduler answers at {address}; check the address") from error


@contextmanager
def join_cluster(address: str, seconds: float) -> Iterator[list[Worker]]:
    """Connect to a scheduler, and return a worker for each task that the cluster can have at hand.

    Raises:
        ClusterError: The extra is not installed, or nobody answers there, or it has no workers.
    """
    check_cluster(address)
    from distributed import Client

    client = Client(address, timeout=PATIENCE, set_as_default=False)
    with client, client.get_executor(pure=False) as executor:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            raise ClusterError(
                f"the cluster at {address} has no workers; start some with dask worker"
            ) from error
        threads = sum(client.nthreads().values())
        judge, turn = OwnProcess(seconds), Lock()
        yield [
            ClusterPlace(executor, lambda: bool(client.status == "running"), seconds, judge, turn)
            for _ in range(DEPTH * threads)
        ]
