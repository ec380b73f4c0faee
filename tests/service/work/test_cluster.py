from collections.abc import Iterator
from pathlib import Path

import pytest

from service.work import cluster as cluster_module
from service.work.cluster import ClusterError
from service.work.workforce import Workforce
from tests.service.localcluster import DEATHS, local_cluster
from tests.service.work.readers import WORK, tries_of
from tests.service.work.test_workforce import ends, task_of

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


def test_a_photo_that_kills_its_readers_is_rejected(cluster: str, tmp_path: Path) -> None:
    names = ["a.jpg", "poison.jpg", "b.jpg"]
    with Workforce(cluster=cluster, work=WORK) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

        assert ends(futures) == ["read", "reader_died", "read"]
    assert len(tries_of(tmp_path / "poison.jpg")) == DEATHS


def test_a_photo_that_takes_forever_ends_its_reader(cluster: str, tmp_path: Path) -> None:
    names = ["a.jpg", "hang.jpg", "b.jpg"]
    with Workforce(cluster=cluster, work=WORK, seconds=2) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

        ended = ends(futures)

    assert ended == ["read", "reader_hung", "read"]


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster_module, "PATIENCE", 1)

    with pytest.raises(ClusterError, match="no Dask scheduler answers"):
        Workforce(cluster="tcp://127.0.0.1:1")
