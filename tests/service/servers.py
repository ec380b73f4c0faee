"""Servers as processes of their own, which a test may kill."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Protocol

from tests.service.survivor import NOTES

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds after which a test gives up; none waits for a moment, all for something to happen


def wait_until(happened: Callable[[], bool], what: str) -> None:
    """Return once something has happened."""
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, f"in vain: {what}"
        time.sleep(0.05)


class Notes:
    """What was begun to be read, and what was read to its end, by whichever server."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> list[tuple[str, int, int, str]]:
        """Return what happened: begin or end, the server, the worker, and the page."""
        if not self.path.exists():
            return []
        lines_read = [line.split(" ", 3) for line in self.path.read_text().splitlines()]
        return [(what, int(server), int(worker), page) for what, server, worker, page in lines_read]

    def begun(self) -> list[str]:
        return [page for what, *_, page in self.lines() if what == "begin"]

    def ended(self) -> int:
        return self.path.read_bytes().count(b"end ") if self.path.exists() else 0

    def reading_now(self, server: int) -> int | None:
        """Return a worker of this server that is in the middle of a page."""
        last = {worker: what for what, parent, worker, _ in self.lines() if parent == server}
        return next((worker for worker, what in last.items() if what == "begin" and is_alive(worker)), None)


class Running(Protocol):
    """A process, as `subprocess.Popen` has it."""

    pid: int

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


class Server:
    """A server on a port that it keeps, however often it is started again."""

    def __init__(
        self,
        folder: Path,
        notes: Notes,
        database: str,
        program: Sequence[str] = ("tests.service.survivor",),
        **settings: object,
    ) -> None:
        """Take where its data goes, the module that is run and its arguments, and the service's settings."""
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{self.port}.log"
        self._program = program
        values = {"data": folder / "data", "port": self.port, "database": database, "readers": 2}
        self._environment = {
            f"SURVEYOR_{name.upper()}": str(value) for name, value in (values | settings).items()
        }
        self._environment |= {NOTES: str(notes.path), "OMP_NUM_THREADS": "1"}
        self.process: Running | None = None

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> "Server":
        """Start it, and wait until it answers."""
        self.launch()
        wait_until(self._answers, "the server's first answer")
        return self

    def launch(self) -> None:
        """Start it, and do not wait."""
        self.process = self._launch()

    def _launch(self) -> Running:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *self._program],
                cwd=ROOT,
                env=os.environ | self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self._log.read_text()[-2000:]
        return self.answers()

    def has_ended(self) -> bool:
        """Tell whether its process is there no more."""
        return self.process is None or self.process.poll() is not None

    def answers(self) -> bool:
        """Tell whether it answers just now."""
        connection = HTTPConnection("127.0.0.1", self.port)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ask it to stop; return its exit status once it has."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def has_left_nobody(self) -> bool:
        """Tell whether every process that it started has ended."""
        return not any(session == self.pid and is_alive(pid) for pid, session in sessions())


def kill_reader(server: Server, notes: Notes) -> None:
    """Kill a worker in the middle of a page."""
    while True:
        wait_until(lambda: notes.reading_now(server.pid) is not None, "a worker that reads")
        worker = notes.reading_now(server.pid)
        if worker is not None:
            os.kill(worker, signal.SIGKILL)
            return


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and that nobody has asked after does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def sessions() -> list[tuple[int, int]]:
    """Return every process of this machine with its session."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        pid = int(path.name)
        try:
            found.append((pid, os.getsid(pid)))
        except ProcessLookupError:
            continue
    return found


def free_port() -> int:
    """Return a port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
