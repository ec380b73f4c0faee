import os
import signal

import pytest

from service.batch.documents import State
from service.batch.plan import BatchRun
from service.batch.run import run_batch
from service.scores.scoring import Rules
from service.work.workforce import Workforce
from tests.extent import in_test_all
from tests.service.batch.conftest import Table
from tests.service.batch.readers import WORDS, photo_of
from tests.service.localcluster import local_cluster
from tests.service.stubs import EDICTS

pytest.importorskip("distributed")


@in_test_all
def test_a_batch_on_a_cluster_stands_workers_that_die_and_come(table: Table) -> None:
    table.put(**{f"{seed:02}": photo_of(seed) for seed in range(40)})
    run = BatchRun(table.folder, table.out, Rules.of(EDICTS), travel=True)

    with local_cluster() as cluster, Workforce(cluster=cluster.scheduler_address, work=WORDS) as workforce:
        worker = cluster.workers[0].pid

        def tell(doing: str, done: int, of: int) -> None:
            if (doing, done) == ("reading", 5):
                os.kill(worker, signal.SIGKILL)
            if (doing, done) == ("reading", 10):
                cluster.scale(3)

        batch = run_batch(run, workforce, tell)

    assert (batch.files, batch.scored) == (40, 40)
    assert {line.state for line in table.ledger} == {State.SCORED}
    assert len(table.standings) == 40
