"""No request longer than the limit is taken in: not by what it declares, and not by what it sends."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.problems import answer_http_error


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
        most = self.most_in_batches if scope["path"].endswith("/batches") else self.most
        if _declared_length(scope) > most:
            response = await answer_http_error(Request(scope), _refusal(most))
            await response(scope, receive, send)
        else:
            await self.app(scope, _counting(receive, most), send)


def _counting(receive: Receive, most: int) -> Receive:
    received = 0

    async def receive_counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _refusal(most)
        return message

    return receive_counted


def _refusal(most: int) -> HTTPException:
    detail = f"At most {most / 2**20:.0f} MiB are taken. Send the photo at the phone's normal size."
    return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, {"Connection": "close"})


def _declared_length(scope: Scope) -> int:
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isdecimal() else 0
