"""A queue of photos and the workers that read them, simulated; what theory says of the simplest ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

import numpy as np
from numpy.typing import NDArray

Seconds = NDArray[np.float64]
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Waits:
    """How long photos waited for a worker."""

    p50: float
    """Seconds, as the others."""
    p99: float
    mean: float
    busy: float
    """Share of the workers' time that they read, until the last photo came."""


def arrivals(rng: np.random.Generator, by_hour: Sequence[float]) -> Seconds:
    """Return the moments at which photos come, in order: a Poisson process whose rate changes by the hour.

    Args:
        rng: where chance comes from.
        by_hour: how many are expected in each hour from now.
    """
    came = [
        at * HOUR + np.sort(rng.uniform(0.0, HOUR, rng.poisson(expected)))
        for at, expected in enumerate(by_hour)
    ]
    return np.concatenate(came)


def simulate(came: Seconds, takes: Seconds, workers: int) -> Waits:
    """Let workers take photos in the order in which they came, each as soon as one is free.

    Args:
        came: when each photo comes, in order; at least one.
        takes: how long a worker reads it.
        workers: how many there are.
    """
    free = [0.0] * workers
    heapify(free)
    waited = np.empty(len(came))
    for at, (moment, seconds) in enumerate(zip(came.tolist(), takes.tolist(), strict=True)):
        begun = max(moment, free[0])
        waited[at] = begun - moment
        heapreplace(free, begun + seconds)
    p50, p99 = np.quantile(waited, (0.5, 0.99))
    busy = takes.sum() / (workers * (came[-1] - came[0])) if len(came) > 1 else 0.0
    return Waits(float(p50), float(p99), float(waited.mean()), float(busy))


def erlang_c(workers: int, load: float) -> float:
    """Return the share of those who wait in a queue M/M/c (Erlang's second formula).

    Args:
        workers: how many.
        load: arrivals in the mean time of one service; less than the workers.
    """
    blocked = 1.0  # Erlang's first formula, by its recursion
    for number in range(1, workers + 1):
        blocked = load * blocked / (number + load * blocked)
    return workers * blocked / (workers - load * (1 - blocked))


def mean_wait(workers: int, rate: float, seconds: float) -> float:
    """Return the mean wait in a queue M/M/c: arrivals a second, and the mean seconds of a service."""
    load = rate * seconds
    return erlang_c(workers, load) * seconds / (workers - load)


def workers_needed(came: Seconds, takes: Seconds, least: int, p99: float) -> tuple[int, Waits]:
    """Return the fewest workers with whom 99 of 100 photos wait no longer than `p99`, and the waits."""
    low, high = max(1, least), max(1, least)
    while (waits := simulate(came, takes, high)).p99 > p99:
        low, high = high + 1, high + max(1, high // 10)
    while low < high:
        middle = (low + high) // 2
        tried = simulate(came, takes, middle)
        if tried.p99 <= p99:
            high, waits = middle, tried
        else:
            low = middle + 1
    return high, waits
