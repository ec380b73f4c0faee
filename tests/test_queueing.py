"""The simulation of the queue, against what the theory says of the simplest queues."""

import numpy as np
import pytest

from tests.bench.queueing import HOUR, arrivals, erlang_c, mean_wait, simulate, workers_needed

COUNT = 200_000


@pytest.mark.parametrize(("workers", "share"), [(1, 0.5), (4, 0.8), (20, 0.9)])
def test_it_waits_as_long_as_m_m_c(workers: int, share: float) -> None:
    rng = np.random.default_rng(5)
    came = np.cumsum(rng.exponential(1 / (share * workers), COUNT))
    waits = simulate(came, rng.exponential(1.0, COUNT), workers)

    assert waits.mean == pytest.approx(mean_wait(workers, share * workers, 1.0), rel=0.08)
    assert waits.busy == pytest.approx(share, rel=0.02)


def test_it_waits_as_long_as_m_d_1() -> None:
    """Pollaczek and Khinchine: without chance in the service, half of what it is with."""
    rng, share = np.random.default_rng(6), 0.7
    waits = simulate(np.cumsum(rng.exponential(1 / share, COUNT)), np.ones(COUNT), 1)

    assert waits.mean == pytest.approx(share / (2 * (1 - share)), rel=0.05)


def test_erlangs_formula_is_that_of_the_tables() -> None:
    assert erlang_c(1, 0.5) == pytest.approx(0.5)  # with one worker, the share of the time that it is busy
    assert erlang_c(2, 1.0) == pytest.approx(1 / 3)
    assert erlang_c(10, 8.0) == pytest.approx(0.409, abs=0.001)


def test_photos_come_by_the_hour() -> None:
    came = arrivals(np.random.default_rng(7), [1000, 0, 3000])

    assert (np.diff(came) >= 0).all()
    assert [len(came[(came >= at * HOUR) & (came < (at + 1) * HOUR)]) for at in range(3)] == [
        pytest.approx(1000, rel=0.1),
        0,
        pytest.approx(3000, rel=0.1),
    ]


def test_one_worker_less_than_needed_is_too_few() -> None:
    rng = np.random.default_rng(8)
    came, takes = arrivals(rng, [20_000]), rng.exponential(0.3, 30_000)
    takes = takes[: len(came)]
    workers, waits = workers_needed(came, takes, 1, 1.0)

    assert waits.p99 <= 1.0 < simulate(came, takes, workers - 1).p99
