"""A Dask cluster on this machine, for tests."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SLOW_DISK = "Creating scratch directories is taking a surprisingly long time"


@contextmanager
def local_cluster(workers: int = 2) -> Iterator[Any]:
    """Start a scheduler, and workers that are a process each."""
    import dask
    import distributed

    settings = {
        "distributed.scheduler.allowed-failures": 2,
        "distributed.comm.timeouts.connect": "10s",
        "distributed.deploy.lost-worker-timeout": "1h",  # who dies twice in 15 seconds is not dismissed
        "distributed.worker.profile.enabled": False,  # it looks at the stack a hundred times a second
    }
    with warnings.catch_warnings(), dask.config.set(settings):
        warnings.filterwarnings("ignore", SLOW_DISK)  # a busy machine is no fault of the cluster
        with distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster:
            yield cluster
