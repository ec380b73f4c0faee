import socket
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from socket import gethostname
from threading import Lock
from time import monotonic

import pytest

from service.work import cluster as cluster_module
from service.work.cluster import ClusterError, ClusterPlace
from service.work.worker import OwnProcess, WorkerDiedError, WorkforceError
from service.work.workforce import Workforce
from tests.extent import in_test_all
from tests.service.localcluster import local_cluster
from tests.service.servers import wait_until
from tests.service.work.readers import WORK, tries_of
from tests.service.work.test_workforce import PATIENCE, ends, task_of

pytest.importorskip("distributed")


@pytest.fixture(name="cluster", scope="module")
def _cluster() -> Iterator[str]:
    with local_cluster() as cluster:
        yield cluster.scheduler_address


def test_a_worker_that_dies_loses_nothing(cluster: str, tmp_path: Path) -> None:
    names = [f"{number}{'-once' if number == 7 else ''}.jpg" for number in range(30)]
    with Workforce(cluster=cluster, work=WORK, at_most=40) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

        assert ends(futures) == ["read"] * 30
    assert len(tries_of(tmp_path / "7-once.jpg")) == 2


@in_test_all
def test_a_photo_that_kills_its_readers_is_rejected_and_no_other(cluster: str, tmp_path: Path) -> None:
    """Dask also gives up what only waits at a worker that dies; that is read all the same."""
    names = ["a.jpg", "poison.jpg", "b.jpg", "c.jpg", "d.jpg"]
    with Workforce(cluster=cluster, work=WORK) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

        assert ends(futures) == ["read", "reader_died", "read", "read", "read"]
    assert len(tries_of(tmp_path / "poison.jpg")) > 1


def test_a_photo_that_takes_forever_ends_its_reader(cluster: str, tmp_path: Path) -> None:
    names = ["a.jpg", "hang.jpg", "b.jpg"]
    with Workforce(cluster=cluster, work=WORK, seconds=2) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

        ended = ends(futures)

    assert ended == ["read", "reader_hung", "read"]


def test_a_worker_of_another_version_ends_the_work_and_is_named(
    cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it read was ranked beside what others read, and nobody noticed."""
    monkeypatch.setattr(cluster_module, "program_digest", lambda: "another")

    with Workforce(cluster=cluster, work=WORK) as workforce:
        future = workforce.submit(task_of(tmp_path, "a.jpg"))

        with pytest.raises(WorkforceError, match=f"{gethostname()}, a worker of the cluster, has another"):
            future.result(PATIENCE)


@in_test_all
def test_a_cluster_that_lost_all_its_workers_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its photos were read here instead, one in two minutes, and nobody was told."""
    monkeypatch.setattr(cluster_module, "GRACE", 0.0)

    with (
        local_cluster(workers=1) as cluster,
        Workforce(cluster=cluster.scheduler_address, work=WORK, seconds=1) as workforce,
    ):
        cluster.scale(0)
        wait_until(lambda: not cluster.scheduler.workers, "the end of the worker")
        future = workforce.submit(task_of(tmp_path, "a.jpg"))

        with pytest.raises(WorkforceError, match="has no workers any more"):
            future.result(PATIENCE)


def test_a_place_that_is_stopped_while_it_hands_in_a_task_waits_for_nothing() -> None:
    """It waited two minutes for a task that nobody had cancelled, and so did whoever closed the workforce."""

    class Stopping(ThreadPoolExecutor):
        def submit(self, *_: object, **__: object) -> Future[None]:  # type: ignore[override]
            place.stop()
            return Future()

    place = ClusterPlace(Stopping(1), lambda: None, "", 1, OwnProcess(1), Lock())
    began = monotonic()

    with pytest.raises(WorkerDiedError):
        place.do(print)
    assert monotonic() - began < cluster_module.GRACE


def test_a_cluster_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)

    with pytest.raises(ClusterError, match="no Dask scheduler answers"):
        Workforce(cluster="tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["nonsense", "", "tls://127.0.0.1:9", "other://somewhere"])
def test_an_address_that_is_none_is_reported(address: str) -> None:
    with pytest.raises(ClusterError, match="no Dask scheduler answers"):
        Workforce(cluster=address)


def test_a_server_that_is_no_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)

    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        pytest.raises(ClusterError, match="no Dask scheduler"),
    ):
        Workforce(cluster=f"127.0.0.1:{silent.getsockname()[1]}")


def test_a_cluster_without_workers_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)

    with local_cluster(workers=0) as cluster, pytest.raises(ClusterError, match="has no workers"):
        Workforce(cluster=cluster.scheduler_address)
