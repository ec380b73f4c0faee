"""A Dask cluster as a workforce: the optional extra `cluster`."""

from collections.abc import Iterator
from contextlib import contextmanager

from service.work.hands import ClusterPlace, Hand

DEPTH = 2  # tasks that each thread of the cluster has at hand, so that it never waits for us
PATIENCE = 10  # seconds for the scheduler to answer


class ClusterError(Exception):
    """The cluster cannot be used; the text says why, and what to do."""


@contextmanager
def join_cluster(address: str, seconds: float) -> Iterator[list[Hand]]:
    """Connect to a scheduler, and return a place for each task that its workers can have at hand.

    Raises:
        ClusterError: The extra is not installed, or nobody answers there, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ClusterError('the cluster needs an extra: pip install "surveyor[cluster]"') from error
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise ClusterError(f"no Dask scheduler answers at {address}; check the address") from error
    with client, client.get_executor(pure=False) as executor:
        threads = sum(client.nthreads().values())
        if not threads:
            raise ClusterError(f"the cluster at {address} has no workers; start some with dask worker")
        yield [ClusterPlace(executor, seconds, DEPTH) for _ in range(DEPTH * threads)]
