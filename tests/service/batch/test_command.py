import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from service.batch.documents import Batch
from service.batch.paths import SUMMARY
from service.cli.main import run
from service.work import workforce
from tests.processes import family
from tests.service.batch.conftest import Table
from tests.service.batch.readers import HereAndNow, photo_of
from tests.service.stubs import EDICTS
from tests.vision.test_corrections import RECORD
from vision.corrections import CorrectionStore


@pytest.fixture(name="stubbed")
def _stubbed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command have its photos read by `HereAndNow`."""
    monkeypatch.setattr(workforce, "Workforce", lambda workers, cluster: HereAndNow())


def batch(table: Table, *options: str) -> int:
    return run(["batch", str(table.folder), "--out", str(table.out), "--edicts", *EDICTS, *options])


@pytest.mark.usefixtures("stubbed")
def test_a_summary_accounts_for_every_file(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.put(a=photo_of(1), b=photo_of(1), c=photo_of(2, "doubtful"), d=b"nothing")
    (table.folder / "notes.txt").touch()

    assert batch(table) == 0

    printed, complaints = capsys.readouterr()
    assert printed.splitlines()[:3] == [
        "4 files: 2 scored, 1 to review, 1 rejected",
        "1 file of them the same as another, and counted once",
        "left alone, being no photos by their names: notes.txt",
    ]
    assert complaints == ""


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize(("option", "is_told"), [("--strict", True), ("--final", False)])
def test_a_batch_without_edicts_says_that_it_ranks_by_coins_and_monsters(
    table: Table, option: str, is_told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    table.put(a=photo_of(1))

    run(["batch", str(table.folder), "--out", str(table.out), option])

    assert ("only coins and monsters are counted" in capsys.readouterr().out) is is_told


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize(
    ("photo", "status"), [(photo_of(1), 0), (photo_of(1, "doubtful"), 1), (b"nothing", 1)]
)
def test_strict_asks_for_scores_alone(table: Table, photo: bytes, status: int) -> None:
    table.put(a=photo)

    assert batch(table, "--strict") == status


@pytest.mark.usefixtures("stubbed")
def test_a_batch_that_exists_is_wrong_usage(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.put(a=photo_of(1))
    batch(table)

    assert batch(table) == 2
    assert "go on with it by --resume" in capsys.readouterr().err
    assert batch(table, "--resume") == 0


@pytest.mark.usefixtures("stubbed")
@pytest.mark.parametrize(
    ("kept", "complaint"),
    [
        (None, "there is no folder STORE; name the one of"),
        ([], "nothing is kept in STORE yet"),
        ([None], "nothing in STORE says who drew it"),
        (["ann", "carl"], "nothing in STORE is by a player of --players; it knows ann, carl"),
    ],
)
def test_a_store_that_knows_no_players_hand_is_wrong_usage(
    table: Table, capsys: pytest.CaptureFixture[str], kept: list[str | None] | None, complaint: str
) -> None:
    table.put(a=photo_of(1))
    store, players = table.folder.parent / "store", table.folder.parent / "players.csv"
    players.write_text("file,player\na.jpg,Bob\n")
    if kept is not None:
        records = [replace(RECORD, writer=writer, sheet=sheet) for sheet, writer in enumerate(kept)]
        CorrectionStore(store).add(records, [])

    assert batch(table, "--hand", str(store), "--players", str(players)) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert complaint.replace("STORE", str(store)) in line
    assert not table.out.exists()


def test_a_folder_that_is_not_there_is_wrong_usage(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.folder.rmdir()

    assert batch(table) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_cluster_that_is_not_there_is_wrong_usage(
    table: Table, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.work import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 1)

    assert batch(table, "--cluster", "tcp://127.0.0.1:1") == 2
    assert capsys.readouterr().err.startswith("surveyor: no Dask scheduler answers at tcp://127.0.0.1:1")


@pytest.mark.usefixtures("stubbed")
def test_a_place_that_cannot_be_written_is_one_line(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    table.put(a=photo_of(1))
    table.out = Path("/dev/null/out")

    assert batch(table) == 1
    complaint = capsys.readouterr().err
    assert "the results cannot be written" in complaint
    assert len(complaint.splitlines()) == 1


def surveyor(table: Table, before: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run the command from a shell that does something first."""
    words = [sys.executable, "-m", "service", "batch", str(table.folder), "--out", str(table.out), *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = f"{before} && exec {shlex.join(words)}"
    return subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False, env=environment)


def test_a_full_disk_is_one_line_and_the_batch_goes_on(table: Table) -> None:
    """No file may grow beyond 2 blocks of 512 bytes: the ledger is full at once."""
    table.put(**{f"p{number}": b"no photo %d" % number for number in range(6)})

    full = surveyor(table, "ulimit -f 2", "--workers", "1")
    done = surveyor(table, "true", "--workers", "1", "--resume")

    assert full.returncode == 1
    assert len(full.stderr.splitlines()) == 1
    assert "the results cannot be written: File too large; make room there" in full.stderr
    assert (done.returncode, done.stderr) == (0, "")
    assert len(table.lines) == 6


def test_an_interrupted_batch_says_how_to_go_on_and_does(table: Table) -> None:
    table.put(**{f"p{number}": b"no photo %d" % number for number in range(4)})
    words = [sys.executable, "-m", "service", "batch", str(table.folder), "--out", str(table.out)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    script = (
        "import os, signal, sys\n"
        "from service.work import workforce\n"
        "count = workforce.Workforce.count\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it\n"
        "def interrupted(*given, **options):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return count(*given, **options)\n"
        "workforce.Workforce.count = interrupted\n"
        "from service.cli.main import main\n"
        "if __name__ == '__main__':\n"
        "    main()\n"
    )
    (table.folder.parent / "interrupted.py").write_text(script)
    with subprocess.Popen(
        [words[0], str(table.folder.parent / "interrupted.py"), *words[3:]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        printed, complaints = process.communicate(timeout=60)

    assert process.returncode == 130
    assert printed == ""
    assert complaints == f"surveyor: {table.out}: interrupted; go on with --resume\n"
    assert not Batch.model_validate_json((table.out / SUMMARY).read_bytes()).finished
    assert surveyor(table, "true", "--resume").returncode == 0
    assert json.loads((table.out / SUMMARY).read_bytes())["files"] == 4


INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
from service.__main__ import main
main()
"""


@pytest.mark.parametrize("command", ["batch", "read"])
def test_ctrl_c_while_workers_start_leaves_no_traceback(table: Table, command: str) -> None:
    """A terminal sends it to all processes of the command; those that start are still importing."""
    table.put(a=b"no photo", b=b"none either")
    out = ["--out", str(table.out)] if command == "batch" else ["--json"]
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, command, str(table.folder), *out, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        start_new_session=True,
    ) as process:
        while process.poll() is None and not any(map(_imports_for_workers, family(process.pid))):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        printed, complaints = process.communicate(timeout=60)

    assert process.returncode == 130
    assert printed == ""
    assert complaints == (
        f"surveyor: {table.out}: interrupted; go on with --resume\n" if command == "batch" else ""
    )


def _imports_for_workers(pid: int) -> bool:
    """Tell whether the process is the one that forks workers, amid the imports of what they need."""
    with suppress(OSError):  # it has ended
        of = Path(f"/proc/{pid}")
        return b"multiprocessing.forkserver" in (of / "cmdline").read_bytes() and "pydantic_core" in (
            of / "maps"
        ).read_text("utf-8")
    return False
