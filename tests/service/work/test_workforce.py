import errno
import logging
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from multiprocessing import active_children
from pathlib import Path

import pytest

from service.documents import Status
from service.work import worker
from service.work.sources import BytesSource, FileSource
from service.work.tasks import PageResult, PageTask
from service.work.worker import OwnProcess, WorkerDiedError, WorkforceError
from service.work.workforce import Workforce, WorkforceClosedError
from tests.extent import or_all
from tests.service.stubs import CLEAR_PHOTO
from tests.service.work.readers import WORK, tries_of

PATIENCE = 120.0  # seconds until a test gives up


@pytest.fixture(name="workforce", scope="module")
def _workforce() -> Iterator[Workforce]:
    """Return two readers whom all tests use: whatever happens to them, they go on."""
    with Workforce(2, work=WORK, at_most=50) as workforce:
        yield workforce


def task_of(folder: Path, name: str) -> PageTask:
    path = folder / name
    path.write_bytes(CLEAR_PHOTO)
    return PageTask(FileSource(path), name)


def ends(futures: list[Future[PageResult]]) -> list[str]:
    """Return the status of each, or the code of the reason why it was rejected."""
    readings = [future.result(PATIENCE).reading for future in futures]
    return [reading.reason.code if reading.reason else reading.status.value for reading in readings]


def test_every_page_comes_back(workforce: Workforce, tmp_path: Path) -> None:
    tasks = [task_of(tmp_path, f"{number}.jpg") for number in range(20)]

    results = [workforce.submit(task).result(PATIENCE) for task in tasks]

    assert [result.reading.photo.name for result in results] == [task.name for task in tasks]
    assert {result.reading.status for result in results} == {Status.READ}


def test_a_photo_that_kills_its_reader_is_rejected_and_no_other(
    workforce: Workforce, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    names = ["a.jpg", "poison.jpg", "b.jpg", "c.jpg", "poison2.jpg", "d.jpg"]

    futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

    assert ends(futures) == ["read", "reader_died", "read", "read", "reader_died", "read"]
    assert [len(tries_of(tmp_path / name)) for name in names] == [1, 3, 1, 1, 3, 1]
    assert sum("process that reads died" in message for message in caplog.messages) >= 6


def test_a_photo_that_takes_forever_is_rejected_and_no_other(tmp_path: Path) -> None:
    names = ["a.jpg", "hang.jpg", *(f"{number}.jpg" for number in range(3)), "spin.jpg"]

    with Workforce(2, work=WORK, seconds=3) as workforce:
        futures = [workforce.submit(task_of(tmp_path, name)) for name in names]
        ended = ends(futures)

    assert ended == ["read", "reader_hung", *["read"] * 3, "reader_hung"]
    assert [len(tries_of(tmp_path / name)) for name in names] == [1] * 6


def end_in_the_middle_of_an_answer() -> None:
    """Tell the pool that an answer of 1,000 bytes comes, and end."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    os.write(frame.f_locals["result_queue"]._writer.fileno(), struct.pack("!i", 1000))
    os._exit(1)


def test_a_worker_that_ends_in_the_middle_of_its_answer_is_noticed() -> None:
    process = OwnProcess(PATIENCE)

    with pytest.raises(WorkerDiedError):
        process.do(end_in_the_middle_of_an_answer)
    assert process.do(os.getpid) != os.getpid()
    process.close()


def test_a_photo_whose_reader_works_on_a_busy_machine_is_waited_for(tmp_path: Path) -> None:
    with Workforce(1, work=WORK, seconds=1.5) as workforce:
        assert ends([workforce.submit(task_of(tmp_path, "starved.jpg"))]) == ["read"]


def test_readers_that_are_killed_lose_nothing(workforce: Workforce, tmp_path: Path) -> None:
    """Five times one of the two is killed in the middle of a photo that is not to blame."""
    unlucky = {2, 3, 11, 24, 39}
    names = [f"{number}{'-once' if number in unlucky else ''}.jpg" for number in range(40)]

    futures = [workforce.submit(task_of(tmp_path, name)) for name in names]

    assert ends(futures) == ["read"] * 40
    assert [len(tries_of(tmp_path / name)) for name in names] == [
        2 if number in unlucky else 1 for number in range(40)
    ]


def test_readers_that_are_killed_while_idle_are_replaced(tmp_path: Path) -> None:
    others = active_children()  # of other tests' services, which run in this process
    with Workforce(2, work=WORK) as workforce:
        ends([workforce.submit(task_of(tmp_path, f"{number}.jpg")) for number in range(4)])
        for child in set(active_children()) - set(others):
            child.kill()
            child.join()

        futures = [workforce.submit(task_of(tmp_path, name)) for name in ("a.jpg", "b.jpg")]

        assert ends(futures) == ["read", "read"]


def test_readers_are_replaced_after_the_process_that_forks_them_was_killed(tmp_path: Path) -> None:
    with Workforce(1, work=WORK) as workforce:
        assert ends([workforce.submit(task_of(tmp_path, "a.jpg"))]) == ["read"]
        forking = _forking()
        for pid in forking:
            os.kill(pid, signal.SIGKILL)

        futures = [workforce.submit(task_of(tmp_path, name)) for name in ("b.jpg", "c.jpg")]

        assert (len(forking), ends(futures)) == (1, ["read", "read"])


def _forking() -> list[int]:
    """Return the processes of this one that fork its readers."""
    own = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(pid) for pid in own if b"forkserver import main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_a_mistake_of_ours_is_reported_to_who_waits(workforce: Workforce, tmp_path: Path) -> None:
    future = workforce.submit(task_of(tmp_path, "mistake.jpg"))

    with pytest.raises(ZeroDivisionError):
        future.result(PATIENCE)


def test_what_is_not_begun_is_cancelled_when_the_workforce_closes(tmp_path: Path) -> None:
    with Workforce(1, work=WORK, at_most=2) as workforce:
        begun = [workforce.submit(task_of(tmp_path, name)) for name in ("hang.jpg", "a.jpg")]

    assert begun[1].cancelled()
    with pytest.raises(WorkforceClosedError):
        begun[0].result(PATIENCE)


def test_room_is_made_by_what_ends(tmp_path: Path) -> None:
    with Workforce(1, work=WORK, at_most=1) as workforce:
        futures = [workforce.submit(task_of(tmp_path, f"{number}.jpg")) for number in range(3)]

        assert ends(futures) == ["read"] * 3


def test_that_no_reader_can_be_started_is_known_until_one_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere_for_locks(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with Workforce(1, work=WORK) as workforce:
        with monkeypatch.context() as broken:
            broken.setattr(worker, "ProcessPoolExecutor", nowhere_for_locks)
            with pytest.raises(WorkforceError, match="No process that reads photos"):
                workforce.submit(task_of(tmp_path, "a.jpg")).result(PATIENCE)
            then = workforce.has_workers

        ended = ends([workforce.submit(task_of(tmp_path, "b.jpg"))])

        assert (then, ended, workforce.has_workers) == (False, ["read"], True)


def test_nobody_is_left_after_closing(tmp_path: Path) -> None:
    others = active_children()
    with Workforce(2, work=WORK) as workforce:
        ends([workforce.submit(task_of(tmp_path, f"{number}.jpg")) for number in range(4)])
        for name in ("hang.jpg", "hang2.jpg"):
            workforce.submit(task_of(tmp_path, name))

    assert set(active_children()) <= set(others)


def test_a_workforce_that_is_not_used_starts_nobody() -> None:
    others = active_children()
    with Workforce(2, work=WORK):
        assert set(active_children()) <= set(others)


PARENT = """
import sys
from pathlib import Path
from service.work.sources import FileSource
from service.work.tasks import PageTask
from service.work.workforce import Workforce
from tests.service.work.readers import WORK

if __name__ == "__main__":
    workforce = Workforce(2, work=WORK)
    folder = Path(sys.argv[1])
    workforce.submit(PageTask(FileSource(folder / "a.jpg"), "a.jpg")).result()
    hanging = [PageTask(FileSource(folder / name), name) for name in ("hang.jpg", "hang2.jpg")]
    futures = [workforce.submit(task) for task in hanging]
    print("at work", flush=True)
    futures[0].result()
"""


@pytest.mark.parametrize("sent", or_all([signal.SIGKILL], [signal.SIGKILL, signal.SIGTERM]))
def test_readers_end_with_their_parent(tmp_path: Path, sent: signal.Signals) -> None:
    """They hold the other end of the pipe too: it ends when the last of them has ended."""
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    for name in ("a.jpg", "hang.jpg", "hang2.jpg"):
        task_of(tmp_path, name)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"at work\n"
        parent.send_signal(sent)
        rest, _ = parent.communicate(timeout=PATIENCE)

    assert (rest, parent.returncode) == (b"", -sent)


def test_a_real_reader_reads_in_one_thread_what_it_reads_here() -> None:
    """The bytes travel, and the answer is that of the same photo read in this process."""
    photo = (Path(__file__).parents[2] / "sheets").glob("*/photo.jpg")
    source = BytesSource(min(photo).read_bytes())
    with Workforce(1) as workforce:
        count = workforce.count(source, "a.jpg").result(PATIENCE)
        (result,) = [
            workforce.submit(PageTask(source, "a.jpg", page)).result(PATIENCE) for page in count.pages
        ]

    assert result.reading.photo.sha256 == count.sha256
    assert result.reading.status is not Status.REJECTED
    assert len(result.seen) == 1
