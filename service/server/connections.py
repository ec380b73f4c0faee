"""Limits on connections: idle and slow ones are closed, so that there is always room for one more.

The number of file descriptors is limited, and each connection takes one. So a connection is closed if it
does not send a request in time or does not take its answer. When all places are taken, the connection that
has been idle longest is closed, else one that sends its photo far too slowly. Some places are reserved for
health checks and for users with credentials.
"""

import asyncio
import resource
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from typing import Any, cast

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from service.access.addresses import Networks, household
from service.access.sessions import COOKIE
from service.server.bodylimits import LEAST_RATE

BACKLOG = 100  # connections that are accepted at once, before any of them can be closed
OTHERS = 400  # descriptors for all else: those, the database, files, workers
SLOW_SECONDS = 10.0  # after which a body that comes at less than the least rate may have to make room
ENDLESS = 10_000  # connections, where descriptors are not limited
HEALTH = ("/healthz", "/readyz", "/metrics")
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many connections there may be, and how long each may take."""

    most: int
    """Connections in all, beside the spare ones."""
    most_of_one: int
    """Connections of one address, unless it is one of our proxies."""
    spare: int
    """Further connections, for health and for those who are logged in or have a key."""
    head_seconds: float = 20.0
    """For the head of a request, from the first byte or the connection's beginning."""
    write_seconds: float = 60.0
    """Until some more of an answer is taken."""

    @classmethod
    def of_machine(cls) -> "Bounds":
        """Return the bounds that this process's limit of file descriptors allows."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = ENDLESS if soft == resource.RLIM_INFINITY else soft
        places = min(limit - min(OTHERS, limit * 5 // 8), ENDLESS)
        spare = places // 10
        return cls(most=places - spare, most_of_one=places // 2, spare=spare)


def bounded_protocol(bounds: Bounds, proxies: Networks) -> type[asyncio.Protocol]:
    """Return the protocol class for uvicorn's setting `http`."""
    return cast("type[asyncio.Protocol]", partial(BoundedProtocol, bounds=bounds, proxies=proxies))


class BoundedProtocol(H11Protocol):
    """A connection; uvicorn keeps the set of all of them."""

    def __init__(self, *given: Any, bounds: Bounds, proxies: Networks, **named: Any) -> None:
        """Take uvicorn's own arguments, the bounds, and the networks of our proxies."""
        super().__init__(*given, **named)
        self.bounds = bounds
        self.quiet_since = self.loop.time()
        self.has_served = False
        self.address = ""
        self._proxies = proxies
        self._begun_at, self._received = 0.0, 0
        self._waiting: asyncio.TimerHandle | None = None
        self._writing: asyncio.TimerHandle | None = None

    @property
    def is_quiet(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def is_slow(self) -> bool:
        """Whether a request is coming in, but far too slowly."""
        seconds = self.loop.time() - self._begun_at
        too_few = self._received < LEAST_RATE * seconds
        return not self.is_quiet and self.cycle.more_body and seconds > SLOW_SECONDS and too_few

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, if there is room or it can be made."""
        super().connection_made(transport)
        self.address = household(self.client[0]) if self.client else ""
        self._wait()
        of_one = [] if self._is_proxy() else [each for each in self._others() if each.address == self.address]
        if len(of_one) >= self.bounds.most_of_one:
            self._make_room(of_one)
        elif len(self.connections) > self.bounds.most:
            self._make_room(list(self._others()))

    def _others(self) -> Iterator["BoundedProtocol"]:
        for each in self.connections:
            if isinstance(each, BoundedProtocol) and each is not self and not each.transport.is_closing():
                yield each

    def _is_proxy(self) -> bool:
        return bool(self.client) and any(
            ip_address(self.address.partition("/")[0]) in network for network in self._proxies
        )

    def _make_room(self, among: list["BoundedProtocol"]) -> None:
        """Close the connection that has been idle longest, or a slow one."""
        quiet = [each for each in among if each.is_quiet] or [each for each in among if each.is_slow]
        if quiet:
            min(quiet, key=lambda each: (each.has_served, each.quiet_since)).transport.abort()
        elif len(self.connections) <= self.bounds.most + self.bounds.spare:
            self.app = partial(_for_staff, self.app)
        else:
            self.transport.write(BUSY)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        """Take data; a request that has begun must be complete in time."""
        was_quiet = self.is_quiet
        super().data_received(data)
        if self.is_quiet:
            self._wait()
        else:
            if was_quiet:
                self._begun_at, self._received = self.loop.time(), 0
            self._received += len(data)
            self.has_served = True
            self._wait_no_more()

    def on_response_complete(self) -> None:
        """Be idle again; uvicorn waits some seconds for another request to begin."""
        self.quiet_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Wait until the client takes some of the response, but not for ever."""
        super().pause_writing()
        self._writing = self.loop.call_later(self.bounds.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on with the response."""
        super().resume_writing()
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._wait_no_more()
        if self._writing is not None:
            self._writing.cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """Start the timer for a complete request, unless it runs."""
        if self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(self.bounds.head_seconds, self._give_up)

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if not self.transport.is_closing():
            if not self.has_served:  # else half an answer might have gone before
                self.transport.write(TOO_SLOW)
            self.transport.close()


async def _for_staff(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer health checks and requests with credentials only; the guard checks these later."""
    headers = Headers(scope=scope)
    known = "authorization" in headers or COOKIE in headers.get("cookie", "")
    if scope["path"] in HEALTH or known:
        await app(scope, receive, send)
        return
    head = [(b"retry-after", b"10"), (b"connection", b"close"), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 503, "headers": head})
    await send({"type": "http.response.body", "body": b""})
