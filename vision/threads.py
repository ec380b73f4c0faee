"""While photos are read, numpy's linear algebra keeps to one thread."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import Lock

from threadpoolctl import ThreadpoolController


class _Reads:
    """The reads under way in this process; how many threads BLAS uses can be set for all of it only."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._count = 0
        self._limit = ExitStack()

    def begin(self) -> None:
        with self._lock:
            if self._count == 0:
                self._limit.enter_context(_controller().limit(limits=1, user_api="blas"))
            self._count += 1

    def end(self) -> None:
        with self._lock:
            self._count -= 1
            if self._count == 0:
                self._limit.close()


_READS = _Reads()


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Let BLAS use one thread until the last of the reads that overlap has ended, then as many as before.

    Reading solves many small systems of equations, for which several threads cost more than they give: on a
    busy machine they wait for one another, and a photo took two to three times as long. What else computes in
    this process meanwhile has one thread too; nothing is changed for longer than a read.
    """
    _READS.begin()
    try:
        yield
    finally:
        _READS.end()
