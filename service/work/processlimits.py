"""The start and the limits of a worker process. It imports little: limits come before numpy is loaded."""

import faulthandler
import gc
import multiprocessing
import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

R = TypeVar("R")
MOST_MEMORY = 2 * 2**30  # bytes that a worker may take; the largest photo that is let in needs a third
FAREWELL = 2.0  # seconds in which a cluster's worker that is lost can tell why
THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class WorkerHungError(Exception):
    """The task took too long; its worker was ended."""


def prepare() -> None:
    """Make this process a worker: it uses one thread, ignores Ctrl-C, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent answers it
    threading.Thread(target=_end_with_parent, name="end-with-parent", daemon=True).start()
    os.environ.update(dict.fromkeys(THREADS, "1"))
    _draw_in_one_thread()
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with importing_much():
        import service.work.tasks  # noqa: F401  # takes a second, in which no task is to blame


@contextmanager
def importing_much() -> Iterator[None]:
    """Import modules without garbage collection, now or later: they are many, and stay."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def _end_with_parent() -> None:
    """Wait until the parent has ended, and end too."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def compute_in_one_thread() -> None:
    """Keep numpy from starting threads in this process, unless its user set their number.

    Its systems of equations are small: on a busy machine, several threads wait for one another.
    """
    for name in THREADS:
        os.environ.setdefault(name, "1")


def _draw_in_one_thread() -> None:
    import cv2

    cv2.setNumThreads(1)


def within(seconds: float, call: Callable[[], R]) -> R:
    """Do a task on a cluster's worker, and end that worker if the task takes longer.

    No other way ends native code that hangs; the worker's nanny starts a new one. Workers are to have one
    thread each: what others do in the same process ends too, and is done again elsewhere.

    Raises:
        WorkerHungError: It took longer; the worker ends as soon as that has been reported.
    """
    _draw_in_one_thread()
    faulthandler.dump_traceback_later(seconds + FAREWELL, exit=True)  # for code that lets no thread run
    helper = ThreadPoolExecutor(1)
    future = helper.submit(call)
    done, _ = wait([future], seconds)
    if not done:
        threading.Timer(FAREWELL, os._exit, [1]).start()
        raise WorkerHungError
    faulthandler.cancel_dump_traceback_later()
    helper.shutdown()
    return future.result()
