"""Results in the order of what was handed in, while more is handed in."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

K = TypeVar("K")
R = TypeVar("R")


def in_turn(begun: Iterable[tuple[K, Future[R]]], at_hand: int) -> Iterator[tuple[K, R]]:
    """Yield the results in order, each as soon as those before it are there; meanwhile more are begun.

    Args:
        begun: What each result belongs to, and the result to come; taken from only while there is room.
        at_hand: How many may be begun whose turn has not come, behind one that takes long; bounds the memory.
    """
    waiting: deque[tuple[K, Future[R]]] = deque()
    for pair in begun:
        waiting.append(pair)
        while waiting and (len(waiting) >= at_hand or waiting[0][1].done()):
            key, future = waiting.popleft()
            yield key, future.result()
    for key, future in waiting:
        yield key, future.result()
