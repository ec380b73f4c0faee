"""Results in the order of what was handed in, while more is handed in."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from typing import TypeVar

K = TypeVar("K")
R = TypeVar("R")


def in_turn(begun: Iterable[tuple[K, Future[R]]], at_hand: int) -> Iterator[tuple[K, R]]:
    """Wait for each result in its order; meanwhile so many that follow are begun.

    Args:
        begun: What each result belongs to, and the result to come; taken from only when there is room.
        at_hand: How many may be begun whose turn has not come; it bounds the memory.
    """
    waiting: deque[tuple[K, Future[R]]] = deque()
    for pair in begun:
        waiting.append(pair)
        if len(waiting) >= at_hand:
            key, future = waiting.popleft()
            yield key, future.result()
    for key, future in waiting:
        yield key, future.result()
