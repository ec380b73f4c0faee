"""A part of the matrix of faults: a cell of each fault and each deed; `make fault-matrix` fills all."""

import pytest

from tests.extent import or_all
from tests.service.faults.matrix import STORES, Cell, Outcome, cells, fill, table
from tests.service.faults.scene import Store, open_scene
from tests.service.faults.strikes import FAULTS

SOME = (
    Cell("upload", "photo half written", "full disk"),
    Cell("reading", "result not committed", "clock back"),
    Cell("correction", "correction not committed", "pause"),
    Cell("publication", "answer not committed", "kill"),
    Cell("migration", "step taken", "slow disk"),
)
ON_DISK = Store("sqlite", "disk")


def test_nothing_is_wrong_after_a_fault_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_scene(ON_DISK, None, monkeypatch.setenv) as scene:
        outcomes = [fill(scene, cell, 1) for cell in SOME]
    assert [str(each) for each in outcomes] == ["passed"] * len(SOME)


@pytest.mark.parametrize("step", or_all(["answer not committed"], ["row added", "answer not committed"]))
def test_nothing_is_wrong_after_a_lost_connection(
    postgres: str, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    with open_scene(Store("postgresql", "disk"), postgres, monkeypatch.setenv) as scene:
        assert str(fill(scene, Cell("upload", step, "lost connection"), 1)) == "passed"


def test_the_table_has_every_fault_at_every_step_and_says_what_does_not_apply() -> None:
    every = cells(FAULTS)
    assert len(every) == len(set(every)) == 39 * len(FAULTS)
    lost = Cell("upload", "row added", "lost connection")
    assert [lost.applies(store) for store in STORES] == [False, True, True, True]
    outcomes = [
        Outcome(ON_DISK, lost, (), applies=False),
        Outcome(ON_DISK, Cell("upload", "row added", "kill"), ("lost: a file", "doubled: another")),
        Outcome(ON_DISK, Cell("upload", "row added", "pause"), ()),
    ]
    assert table(outcomes).splitlines() == [
        "| store | deed | step | kill | pause | lost connection |",
        "| --- | --- | --- | --- | --- | --- |",
        "| sqlite, disk | upload | row added | lost: a file; doubled: another | passed | – |",  # noqa: RUF001
    ]
