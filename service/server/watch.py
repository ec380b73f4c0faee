"""Middleware around every request: its identifier, a line in the log, metrics, security headers.

A line tells the route, the status, how long it took and who asked: the role, and the identifier of the key.
It never tells the address that was asked for, which may hold a key, and no name: erased people would stay.
"""

import logging
import re
from http import HTTPStatus
from secrets import token_hex
from time import perf_counter

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.access.addresses import is_secure
from service.server.metrics import Metrics
from service.setup.logs import request_id
from service.setup.settings import Settings
from service.web.problems import answer_mistake

logger = logging.getLogger(__name__)

IDENTIFIER = re.compile(r"[A-Za-z0-9._:-]{1,64}")
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
LEFT = 499  # the status in the log of a request whose sender did not wait for its answer
CAREFUL = {
    "content-security-policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'; img-src 'self' blob:",  # blob: the photo just chosen
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
SECURE_ONLY = "max-age=31536000"


class Watch:
    """Middleware around all others, which also answers unexpected errors."""

    def __init__(self, app: ASGIApp, *, settings: Settings, metrics: Metrics) -> None:
        """Take the app, and where requests are counted."""
        self.app = app
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and log the response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # answered as GET; the server itself leaves the body out
            scope = {**scope, "method": "GET"}
        given = Headers(scope=scope).get("x-request-id", "")  # by the proxy
        identifier = given if IDENTIFIER.fullmatch(given) else token_hex(8)
        token = request_id.set(identifier)
        try:
            await self._watch(scope, receive, send, identifier)
        finally:
            request_id.reset(token)

    async def _watch(self, scope: Scope, receive: Receive, send: Send, identifier: str) -> None:
        begun, status, is_counted = perf_counter(), 0, False
        secure = is_secure(Request(scope), self._settings.proxies)

        def tell() -> None:
            nonlocal is_counted
            if not is_counted:
                is_counted = True
                self._tell(scope, status or LEFT, perf_counter() - begun)

        async def send_watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(scope=message), scope["path"], identifier, secure=secure)
            elif not message.get("more_body", False):
                tell()  # before the client has all of the response, and may look for the line
            await send(message)

        try:
            await self.app(scope, receive, send_watched)
        except ClientDisconnect:
            status = LEFT
        except Exception as error:
            logger.exception("unexpected error")
            if not status:
                response = await answer_mistake(Request(scope), error)
                await response(scope, receive, send_watched)
        finally:
            tell()

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        state = scope.get("state", {})
        route = state.get("route") or "none"
        actor = state.get("actor")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self._metrics.count_request(route, method, status, seconds)
        line = {
            "route": route,
            "method": method,
            "status": status,
            "milliseconds": round(1000 * seconds, 1),
            "role": actor.role if actor else None,
            "actor": actor.key if actor else None,
        }
        level = logging.WARNING if status >= HTTPStatus.INTERNAL_SERVER_ERROR else logging.INFO
        logger.log(level, "request", extra=line)


def _add_headers(headers: MutableHeaders, path: str, identifier: str, *, secure: bool) -> None:
    headers["x-request-id"] = identifier
    for name, value in CAREFUL.items():
        headers.setdefault(name, value)
    if secure:
        headers["strict-transport-security"] = SECURE_ONLY
    if path.startswith("/v1/"):
        headers.setdefault("cache-control", "no-store")
