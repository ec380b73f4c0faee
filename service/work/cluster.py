"""A Dask cluster as a workforce: the optional extra `cluster`."""

import asyncio
import logging
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from socket import gethostname
from threading import Lock
from typing import Any, TypeVar

from engine.sentence import Sentence
from service.setup.extras import words_without
from service.work.processlimits import FAREWELL, within
from service.work.program import program_digest
from service.work.worker import OwnProcess, Worker, WorkerDiedError, WorkforceError
from vision import Reason

R = TypeVar("R")
DEPTH = 2  # tasks that each thread of the cluster has at hand, so that it never waits for us
PATIENCE = 10  # seconds for the scheduler to answer
GRACE = 10.0  # seconds that a task gets beyond its limit, to travel

NO_SCHEDULER = Reason("no_worker", "The scheduler of the cluster has gone.", "Start it, and go on.")
NO_WORKERS = Reason("no_worker", "The cluster has no workers any more.", "Start some, and go on.")


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
    find_missing: Callable[[], Reason | None]
    """Tells what the cluster lacks, if anything."""
    program: str
    """The digest of the program that its workers are to have."""
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
        from distributed import KilledWorker

        if self._stopped:
            raise WorkerDiedError
        try:
            task = pickle.dumps(call)
            future: Future[R] = self.executor.submit(_do_here, self.program, self.seconds, task)
            self._future = future
            if self._stopped:  # meanwhile: this one was not cancelled
                future.cancel()
            return future.result(DEPTH * (self.seconds + FAREWELL) + GRACE)
        except KilledWorker as error:
            raise WorkerDiedError from error
        except (TimeoutError, CancelledError, OSError) as error:  # the task's, or of connections that broke
            if self._future is not None:
                self._future.cancel()
            missing = None if self._stopped else self.find_missing()
            if missing is None:
                raise WorkerDiedError from error
            raise WorkforceError(missing) from error

    def stop(self) -> None:
        """Cancel the task."""
        self._stopped = True
        self.judge.stop()
        if self._future is not None:
            self._future.cancel()

    def close(self) -> None:
        """End the process that finds out which task is to blame."""
        self.judge.close()


def _do_here(program: str, seconds: float, task: bytes) -> Any:
    """Do a task on this machine, a worker of a cluster, if it has the program of who asks.

    Otherwise what it reads could differ from what others read, and nobody would notice. The task comes
    pickled: another version might not even understand it.

    Raises:
        WorkforceError: It has another.
    """
    if program != program_digest():
        other = Sentence("%(machine)s, a worker of the cluster, has another Surveyor.", machine=gethostname())
        raise WorkforceError(Reason("no_worker", other, "Bring all machines to one version, and go on."))
    return within(seconds, pickle.loads(task))


def _identity(address: str) -> dict[str, Any]:
    """Ask the scheduler for its identity: a client would wait for ever for another kind of server.

    Raises:
        OSError: Nobody answers in time, or what answers is no scheduler.
        ValueError: The address is none; or TypeError, of other kinds of addresses.
    """
    from distributed import rpc

    async def ask() -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE), rpc(address, timeout=PATIENCE) as scheduler:
            identity: dict[str, Any] = await scheduler.identity()
            return identity

    with ThreadPoolExecutor(1) as aside:  # the service calls this where a loop runs already
        return aside.submit(lambda: asyncio.run(ask())).result()


def check_cluster(address: str) -> None:
    """Check that a scheduler answers there.

    Raises:
        ClusterError: The extra is not installed, or nobody answers.
    """
    if find_spec("distributed") is None:
        raise ClusterError(words_without("a cluster"))
    try:
        _identity(address)
    except (OSError, ValueError, TypeError) as error:  # of the network; of addresses that are none
        raise ClusterError(f"no Dask scheduler answers at {address}; check the address") from error


def _find_missing(client: Any, address: str) -> Reason | None:
    if client.status != "running":
        return NO_SCHEDULER
    try:
        return None if _identity(address)["workers"] else NO_WORKERS
    except OSError:
        return NO_SCHEDULER


@contextmanager
def join_cluster(address: str, seconds: float) -> Iterator[list[Worker]]:
    """Connect to a scheduler, and return a worker for each task that the cluster can have at hand.

    Raises:
        ClusterError: The extra is not installed, or nobody answers there, or it has no workers.
    """
    check_cluster(address)
    from distributed import Client

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what ends a batch, we say ourselves
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
        find_missing, program = partial(_find_missing, client, address), program_digest()
        yield [
            ClusterPlace(executor, find_missing, program, seconds, judge, turn)
            for _ in range(DEPTH * threads)
        ]
