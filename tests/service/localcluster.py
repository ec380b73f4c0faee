"""A Dask cluster on this machine, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

DEATHS = 3  # workers that a task may cost, as with processes of our own


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Any]:
    """Start a scheduler, and workers that are a process each."""
    import dask
    import distributed

    settings = {
        "distributed.scheduler.allowed-failures": DEATHS - 1,
        "distributed.comm.timeouts.connect": "3s",
    }
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
            silence_logs=50,
        ) as cluster,
    ):
        yield cluster
