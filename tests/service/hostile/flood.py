"""Two thousand connections to a server of 1,024 file descriptors, on this machine: who is still answered?

python -m tests.service.hostile.flood --connections 2000 --descriptors 1024 --seconds 20
"""

import argparse
import resource
import selectors
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from statistics import median

import httpx

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: "
BODY = (
    b"POST /v1/readings HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
    b"Content-Length: 900000\r\n\r\n"
)
WAYS = {"silent": b"", "slow heads": HEAD, "slow bodies": BODY}
STAFF = {"Cookie": "surveyor=somebody"}
BEAT = 0.5  # seconds between two bytes of each


def main() -> None:
    """Try each way, and print what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=2000)
    parser.add_argument("--descriptors", type=int, default=1024)
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 3 * asked.connections), hard))
    with _server(asked.descriptors) as address:
        print("way, opened, kept by the server, answered, median s, slowest s")
        for way, sent in WAYS.items():
            print(way, *_flood(address, sent, asked.connections, asked.seconds), sep=", ", flush=True)


@contextmanager
def _server(descriptors: int) -> Iterator[str]:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "service", "serve", "--port", str(port), "--data", folder]
        process = subprocess.Popen(command, preexec_fn=few, stderr=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address)
            yield address
        finally:
            process.terminate()
            process.wait()


def _wait_for(address: str) -> None:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        with suppress(httpx.HTTPError):
            httpx.get(f"{address}/healthz")
            return
        time.sleep(0.2)
    raise SystemExit("the server did not start")


def _flood(address: str, sent: bytes, count: int, seconds: float) -> tuple[int, int, str, str, str]:
    """Keep so many connections, each sending a byte now and then; ask for two pages meanwhile."""
    host, port = address.removeprefix("http://").split(":")
    opened, asked, waits = 0, 0, []
    with ExitStack() as stack:
        watch = stack.enter_context(selectors.DefaultSelector())
        until, beat = time.monotonic() + seconds, 0.0
        while time.monotonic() < until:
            for _ in range(min(100, count - opened)):
                line = stack.enter_context(socket.socket())
                line.setblocking(False)
                line.connect_ex((host, int(port)))
                watch.register(line, selectors.EVENT_READ)
                opened += 1
            if time.monotonic() > beat:
                beat = time.monotonic() + BEAT
                for key in list(watch.get_map().values()):
                    _drip(key, watch, sent)
            asked += 1
            began = time.monotonic()
            with suppress(httpx.HTTPError):
                path = ("/healthz", "/")[asked % 2]
                if httpx.get(address + path, timeout=10, headers=STAFF).status_code == 200:
                    waits.append(time.monotonic() - began)
            time.sleep(0.05)
        kept = len(watch.get_map())
    return (
        opened,
        kept,
        f"{len(waits)} of {asked}",
        f"{median(waits or [99]):.2f}",
        f"{max(waits or [99]):.2f}",
    )


def _drip(key: selectors.SelectorKey, watch: selectors.BaseSelector, sent: bytes) -> None:
    """Send the beginning, and then a byte; forget a connection that the server has closed."""
    line = key.fileobj
    assert isinstance(line, socket.socket)
    try:
        with suppress(BlockingIOError):
            if not line.recv(10_000):
                raise ConnectionResetError
        if sent and key.data is None:
            line.sendall(sent)
            watch.modify(line, selectors.EVENT_READ, "begun")
        elif sent:
            line.sendall(b"x")
    except OSError as error:
        if not isinstance(error, BlockingIOError):
            watch.unregister(line)


if __name__ == "__main__":
    main()
