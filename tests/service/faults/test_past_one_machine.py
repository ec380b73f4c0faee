"""The service past one machine: PostgreSQL, a bucket, and a Dask cluster whose workers die and are joined."""

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from tests.extent import in_test_all
from tests.service.cups import Cup
from tests.service.faults.bucket import ADDRESS, run_bucket
from tests.service.faults.forked import ForkedServer
from tests.service.faults.invariants import Promises, what_is_wrong
from tests.service.faults.orders import ORDERS, SERVER
from tests.service.localcluster import local_cluster
from tests.service.postgres import make_database
from tests.service.servers import PATIENCE, Notes, wait_until
from tests.service.survivor import NOTES
from tests.service.test_survival import some_sheets

pytest.importorskip("distributed")
SHEETS = 60


@in_test_all
def test_nothing_is_lost_or_doubled_while_workers_die_and_others_join(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, address = Notes(tmp_path / "notes"), make_database(postgres, uuid4().hex)
    # for the workers, who have no server to tell them; no faults are ordered
    for name, value in {NOTES: str(notes.path), ORDERS: str(tmp_path), SERVER: "0"}.items():
        monkeypatch.setenv(name, value)
    with run_bucket() as bucket:
        for name, value in bucket.environment.items():
            monkeypatch.setenv(name, value)
        with local_cluster(2) as cluster:
            settings = {"cluster": cluster.scheduler_address, "blobs": ADDRESS, "lease_seconds": 5}
            server = ForkedServer(tmp_path, notes, address, **settings).start()
            try:
                cup, sent = Cup(address, server), some_sheets(SHEETS)
                answers = cup.send_all(sent[:10], notes)
                cluster.scale(3)
                cluster.wait_for_workers(3, timeout=PATIENCE)
                with ThreadPoolExecutor(1) as aside:
                    sending = aside.submit(cup.send_all, sent[10:], notes)
                    kill_worker(notes)
                    answers += sending.result()
                wait_until(cup.is_done, "the last page")
                assert len(workers_of(notes)) >= 3
                assert len(cup.files()) == len(cup.sheets()) == SHEETS
                expected = Counter((file.name, file.state) for one in sent for file in one.files)
                assert Counter((file["name"], file["state"]) for file in cup.files()) == expected
                assert what_is_wrong(address, ADDRESS, Promises(answers), tmp_path / "data") == []
            finally:
                server.kill()


def kill_worker(notes: Notes) -> None:
    """Kill a worker in the middle of a page; its nanny, which starts another, is in this process."""
    reading: list[int | None] = [None]

    def found() -> bool:
        reading[0] = notes.reading_now(os.getpid())
        return reading[0] is not None

    wait_until(found, "a worker that reads")
    assert reading[0] is not None
    os.kill(reading[0], signal.SIGKILL)


def workers_of(notes: Notes) -> set[int]:
    """Return the workers that have begun a page."""
    return {worker for what, _, worker, _ in notes.lines() if what == "begin"}
