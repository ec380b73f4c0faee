"""Connections that are kept for nothing do not keep anybody else out."""

import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

import service.server.connections
from service.server import bodylimits
from service.server.app import create_app
from service.server.connections import Bounds, bounded_protocol
from service.setup.settings import Settings
from tests.service.servers import wait_until
from tests.service.serving import serve_app
from tests.service.stubs import STUB_WORK

LONG = 3600.0  # seconds in which nothing ends by itself, however busy the machine
BOUNDS = Bounds(most=12, most_of_one=100, spare=3, head_seconds=LONG, write_seconds=LONG)
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /v1/readings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: image/jpeg\r\n"
    b"Content-Length: 9000\r\n\r\n"
)


class Connections:
    """A server of some bounds, and connections to it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder, self._stack = folder, stack

    def serve(self, bounds: Bounds, proxies: tuple[str, ...] = ()) -> None:
        protocol = bounded_protocol(bounds, [ip_network(proxy) for proxy in proxies])
        app = create_app(Settings(data=self._folder, readers=1), STUB_WORK)
        self.address = self._stack.enter_context(serve_app(app, http=protocol))

    def open(self, sent: bytes = b"") -> socket.socket:
        host, port = self.address.removeprefix("http://").split(":")
        line = self._stack.enter_context(socket.create_connection((host, int(port)), timeout=20))
        if sent:
            line.sendall(sent)
        return line

    def page(self) -> bytes:
        """Return the beginning of what is answered to a visitor, who then leaves no quiet connection."""
        with self.open(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") as line:
            return answer(line)

    def is_alive(self) -> bool:
        return httpx.get(f"{self.address}/healthz", timeout=20).status_code == 200


@pytest.fixture(name="connections")
def _connections(tmp_path: Path) -> Iterator[Connections]:
    with ExitStack() as stack:
        yield Connections(tmp_path, stack)


def is_closed(line: socket.socket, seconds: float) -> bool:
    """Tell whether the server closes within some seconds."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        if select.select([line], [], [], left)[0]:
            try:
                if not line.recv(10_000):
                    return True
            except ConnectionResetError:
                return True
    return False


def answer(line: socket.socket) -> bytes:
    try:
        return line.recv(10_000)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("sent", [b"", b"GET", HEAD])
def test_a_request_that_does_not_come_is_not_waited_for(connections: Connections, sent: bytes) -> None:
    connections.serve(replace(BOUNDS, head_seconds=0.5))

    assert is_closed(connections.open(sent), 20)


def test_a_request_that_comes_byte_by_byte_is_not_waited_for(connections: Connections) -> None:
    connections.serve(replace(BOUNDS, head_seconds=1.0))
    line = connections.open()

    sent = 0
    while sent < 200 and not select.select([line], [], [], 0.1)[0]:
        line.sendall(b"x")
        sent += 1

    assert sent < 100


def test_a_second_request_that_does_not_come_is_not_waited_for(connections: Connections) -> None:
    connections.serve(replace(BOUNDS, head_seconds=0.5))
    line = connections.open(HEAD + b"\r\n")
    assert b"200 OK" in answer(line)

    line.sendall(b"GET /he")

    assert is_closed(line, 20)


def test_who_is_quiet_makes_room(connections: Connections) -> None:
    connections.serve(BOUNDS)
    quiet = [connections.open() for _ in range(40)]

    assert connections.is_alive()
    assert sum(is_closed(line, 0.05) for line in quiet) >= 28


def test_one_address_does_not_take_all_places(connections: Connections) -> None:
    connections.serve(replace(BOUNDS, most_of_one=5))
    quiet = [connections.open() for _ in range(10)]

    assert connections.is_alive()
    assert sum(is_closed(line, 0.2) for line in quiet[:5]) == 5


def test_a_proxy_of_ours_may_take_all_places(connections: Connections) -> None:
    connections.serve(replace(BOUNDS, most_of_one=5), proxies=("127.0.0.0/8",))
    quiet = [connections.open() for _ in range(10)]

    assert not any(is_closed(line, 0.1) for line in quiet)


def test_where_all_are_busy_there_is_room_for_health_alone(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.server.connections, "SLOW_SECONDS", LONG)  # else the first make room
    monkeypatch.setattr(bodylimits, "PATIENCE", LONG)
    connections.serve(BOUNDS)
    busy: list[socket.socket] = []

    def all_are_taken() -> bool:
        busy.append(connections.open(BODY))
        return connections.page().startswith(b"HTTP/1.1 503")

    wait_until(all_are_taken, "all places are taken")

    assert connections.is_alive()
    assert sum(not is_closed(line, 0.01) for line in busy) >= BOUNDS.most


def test_where_all_are_busy_who_sends_too_slowly_makes_room(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.server.connections, "SLOW_SECONDS", 0.2)
    monkeypatch.setattr(bodylimits, "PATIENCE", LONG)  # else it would be given up for its own sake
    connections.serve(BOUNDS)
    slow = connections.open(BODY)
    assert connections.is_alive()  # so the slow one's head has come: it makes no room for being quiet

    def all_are_busy_and_it_makes_room() -> bool:
        connections.open(BODY + bytes(8000))
        return bool(connections.page()) and is_closed(slow, 0.1)

    wait_until(all_are_busy_and_it_makes_room, "the slow connection makes room")

    assert not connections.page().startswith(b"HTTP/1.1 503")


def test_a_body_that_comes_byte_by_byte_is_given_up(
    connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodylimits, "PATIENCE", 1.0)
    connections.serve(BOUNDS)
    line = connections.open(BODY)
    until = time.monotonic() + 30

    while not select.select([line], [], [], 0.2)[0]:
        assert time.monotonic() < until
        line.sendall(b"x")

    assert answer(line).startswith(b"HTTP/1.1 408")
