"""The service as a process of its own, with the real reader, and somebody who watches it."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.processes import family
from tests.service.clients import client_of

START = 60.0  # seconds in which it answers
LOOK = 0.1  # seconds between two looks
MB = 1_000_000


@dataclass
class Watched:
    """A server, and what was seen of it."""

    address: str
    process: "subprocess.Popen[bytes]"
    data: Path
    slowest: float = 0.0
    """Seconds until it said that it is alive."""
    answers: int = 0
    failures: list[str] = field(default_factory=list)
    workers_peak: int = 0
    """Bytes that the largest worker has held."""

    @property
    def peak(self) -> int:
        """Bytes of memory that the server's own process has held at most."""
        return _status(self.process.pid, "VmHWM")

    def temporary_files(self) -> int:
        """Return how many files without a name the server holds: uploads on their way."""
        links = Path(f"/proc/{self.process.pid}/fd").iterdir()
        return sum("(deleted)" in _target(link) for link in links)

    def look(self, web: httpx.Client) -> None:
        """Ask whether it is alive, and how large its workers are."""
        begun = time.monotonic()
        try:
            answer = web.get("/healthz")
            if answer.status_code != 200:
                self.failures.append(answer.text)
        except httpx.HTTPError as error:
            self.failures.append(repr(error))
        self.answers += 1
        self.slowest = max(self.slowest, time.monotonic() - begun)
        sizes = [_status(pid, "VmHWM") for pid in family(self.process.pid) if pid != self.process.pid]
        self.workers_peak = max([self.workers_peak, *sizes])


def _status(pid: int, name: str) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:")), 0)


@contextmanager
def watched_server(folder: Path, readers: int = 2, **settings: int) -> Iterator[Watched]:
    """Serve, and look all the while; yield what is seen."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    values = {"readers": readers, "staff_upload_rate": "1000000/minute", **settings}
    named = {f"SURVEYOR_{name.upper()}": str(value) for name, value in values.items()}
    command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--data", str(folder)]
    with (folder.parent / "log").open("wb") as log:
        process = subprocess.Popen(
            command, env=os.environ | named | {"OMP_NUM_THREADS": "1"}, stdout=log, stderr=log
        )
    watched = Watched(f"http://127.0.0.1:{port}", process, folder)
    stop = threading.Event()
    try:
        with client_of(watched.address) as web:
            _wait(web, process)
            thread = threading.Thread(target=_look_until, args=(watched, web, stop))
            thread.start()
            yield watched
            stop.set()
            thread.join()
    finally:
        stop.set()
        process.terminate()
        process.wait(60)


def _look_until(watched: Watched, web: httpx.Client, stop: threading.Event) -> None:
    while not stop.wait(LOOK):
        watched.look(web)


def _wait(web: httpx.Client, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + START
    while True:
        try:
            web.get("/healthz")
        except httpx.HTTPError:
            assert process.poll() is None, "the service did not start"
            assert time.monotonic() < until
            time.sleep(0.1)
        else:
            return


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except FileNotFoundError:  # closed since
        return ""
