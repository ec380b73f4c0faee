"""Results of futures in the order in which they were submitted."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

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
