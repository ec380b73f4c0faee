"""Limits on request bodies: their length, declared or sent, and their speed.

A body that stops in the middle, or comes byte by byte, is refused, which frees what it occupies here.
"""

from http import HTTPStatus

from anyio import current_time, fail_after
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.sentence import Sentence, later
from service.pages.errorpages import LISTS
from service.web.problems import answer_http_error

ONE_PHOTO, BATCHES = ("/v1/readings", "/scans"), "/batches"
"""Paths that take photos: the whole path of one, and the end of that of many."""
MOST_IN_DOCUMENTS = 2**20  # bytes of JSON, CSV and forms without photos, which are read into memory
PATIENCE = 60.0  # seconds without a byte of a body that was begun
LEAST_RATE = 2000.0  # bytes a second, beyond those seconds: a photo of 4 MB may take half an hour


class UploadLimit:
    """Middleware that counts the bytes of a request's body while they are read."""

    def __init__(self, app: ASGIApp, most: int, most_in_batches: int) -> None:
        """Take the app, and how many bytes a body may have: one photo's, and that of a batch."""
        self.app = app
        self.most = most
        self.most_in_batches = most_in_batches

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 413 at once if the declared length is too much, else hand on a receiver that counts."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self._most(scope)
        if _declared_length(scope) > most:
            response = await answer_http_error(Request(scope), _refusal(most, scope))
            await response(scope, receive, send)
        else:
            await self.app(scope, _counting(receive, most, scope), send)

    def _most(self, scope: Scope) -> int:
        """Return how many bytes a body may have, by what it is said to be and where it is sent."""
        kind = Headers(scope=scope).get("content-type", "").lower()
        if "json" not in kind and "urlencoded" not in kind:
            if scope["path"] in ONE_PHOTO:
                return self.most
            if scope["path"].endswith(BATCHES):
                return self.most_in_batches
        return min(MOST_IN_DOCUMENTS, self.most)


def _counting(receive: Receive, most: int, scope: Scope) -> Receive:
    received, whole, waited = 0, False, 0.0

    async def receive_counted() -> Message:
        nonlocal received, whole, waited
        if whole:  # only a disconnect follows, for which an event stream may wait long
            return await receive()
        began = current_time()
        try:
            with fail_after(min(PATIENCE, PATIENCE + received / LEAST_RATE - waited)):
                message = await receive()
        except TimeoutError as error:
            raise _stopped() from error
        waited += current_time() - began
        received += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if received > most:
            raise _refusal(most, scope)
        return message

    return receive_counted


def _refusal(most: int, scope: Scope) -> HTTPException:
    size = f"{most / 2**20:.0f} MiB" if most >= 2**20 else f"{most / 1000:.0f} kB"
    if scope["path"].endswith(LISTS):
        detail = Sentence(
            "A list of players may have %(size)s at most; this file has more. "
            "Send a CSV with a line for each player.",
            size=size,
        )
    else:
        detail = Sentence(
            "At most %(size)s are taken here. Send photos at the phone's normal size, and many in parts.",
            size=size,
        )
    return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, {"Connection": "close"})


def _stopped() -> HTTPException:
    detail = later("The rest of the request did not come. Send it again.")
    return HTTPException(HTTPStatus.REQUEST_TIMEOUT, detail, {"Connection": "close"})


def _declared_length(scope: Scope) -> int:
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isdecimal() else 0
