import json
import os
from pathlib import Path

import pytest

from service.batch.documents import LedgerLine, State
from service.batch.ledger import BatchError, Ledger
from service.store.durable import write_whole


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.jsonl"


def line_of(file: str, *, state: State = State.SCORED) -> LedgerLine:
    return LedgerLine(
        file=file,
        sha256=None,
        state=state,
        reason=None,
        duplicate_of=None,
        pages=(),
        model=None,
        rules="1",
        began="2026-01-01T00:00:00+00:00",
        ended="2026-01-01T00:00:01+00:00",
    )


def test_lines_come_back_in_order(path: Path) -> None:
    ledger = Ledger(path)
    lines = [line_of(name) for name in ("b.jpg", "a.jpg")]
    for line in lines:
        ledger.add(line)

    assert Ledger(path).lines == ledger.lines == tuple(lines)


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_a_line_that_was_not_finished_is_dropped(path: Path, kept: int) -> None:
    """The process ended after so many bytes of the second line."""
    ledger = Ledger(path)
    ledger.add(line_of("a.jpg"))
    whole = path.stat().st_size
    ledger.add(line_of("b.jpg"))
    text = path.read_bytes()
    path.write_bytes(text[:whole] + text[whole:][:kept])

    again = Ledger(path)
    again.add(line_of("c.jpg"))

    assert [line.file for line in Ledger(path).lines] == ["a.jpg", "c.jpg"]


def test_the_last_line_of_a_file_stands_and_the_others_go(path: Path) -> None:
    ledger = Ledger(path)
    for name, state in (("a.jpg", State.REVIEW), ("b.jpg", State.SCORED), ("a.jpg", State.REJECTED)):
        ledger.add(line_of(name, state=state))
    assert len(path.read_bytes().splitlines()) == 3

    Ledger(path).tidy()

    states = {line["file"]: line["state"] for line in map(json.loads, path.read_text().splitlines())}
    assert states == {"b.jpg": "scored", "a.jpg": "rejected"}
    assert len(path.read_bytes().splitlines()) == 2


def test_what_is_no_ledger_is_refused(path: Path) -> None:
    path.write_text('{"schema": "surveyor/map@1"}\n')

    with pytest.raises(BatchError, match=r"ledger\.jsonl:1: this is no line of a ledger"):
        Ledger(path)


def test_a_line_for_which_there_is_no_room_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = Ledger(path)
    ledger.add(line_of("a.jpg"))
    before = path.read_bytes()

    def sync(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(OSError, match="No space"):
        ledger.add(line_of("b.jpg"))

    assert path.read_bytes() == before
    assert "b.jpg" not in ledger


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "map.json"
    write_whole(path, b"before")

    def replace(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"after")

    assert [each.name for each in tmp_path.iterdir()] == ["map.json"]
    assert path.read_bytes() == b"before"
