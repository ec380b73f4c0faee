"""Results in the order in which they were asked for, though several are worked on at once."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar, cast

from service.work.tasks import Demands, PageResult, PageTask
from service.work.workforce import Workforce

K = TypeVar("K")
R = TypeVar("R")


def in_turn(begun: Iterable[tuple[K, Future[R]]], at_hand: int) -> Iterator[tuple[K, R]]:
    """Yield results in the order of `begun`, which is read on while there is room.

    At most `at_hand` results are waited for at once, which bounds the memory.
    """
    waiting: deque[tuple[K, Future[R]]] = deque()
    for pair in begun:
        waiting.append(pair)
        while waiting and (len(waiting) >= at_hand or waiting[0][1].done()):
            key, future = waiting.popleft()
            yield key, future.result()
    for key, future in waiting:
        yield key, future.result()


def done(result: R) -> "Future[R]":
    """Return a future that has its result already."""
    future: Future[R] = Future()
    future.set_result(result)
    return future


def read_in_order(
    workforce: Workforce, files: Iterable[tuple[K, Iterable[PageTask | R]]], at_hand: int
) -> Iterator[tuple[K, PageResult | R]]:
    """Have the pages of the files read, and yield each with its file, in order.

    Of a file come its pages: each a task, or a result that is there already and keeps its place.
    At most `at_hand` results are waited for at once.
    """

    def begin(pages: Iterable[PageTask | R]) -> "Iterator[Future[PageResult | R]]":
        demands = Demands()
        for page in pages:
            future = workforce.submit(page, demands=demands) if isinstance(page, PageTask) else done(page)
            yield cast("Future[PageResult | R]", future)

    return in_turn(((file, future) for file, pages in files for future in begin(pages)), at_hand)
