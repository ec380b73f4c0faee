"""No request longer than the limit is taken in: not by what it declares, and not by what it sends."""

from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.problems import answer_http_error


class UploadLimit:
    """Middleware that counts the bytes of a request's body while they are read."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        """Take the app, and how many bytes a body may have."""
        self.app = app
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 413 at once if the declared length is too much, else hand on a receiver that counts."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif _declared_length(scope) > self.most:
            response = await answer_http_error(Request(scope), self._refusal())
            await response(scope, receive, send)
        else:
            await self.app(scope, self._counting(receive), send)

    def _counting(self, receive: Receive) -> Receive:
        received = 0

        async def receive_counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.most:
                raise self._refusal()
            return message

        return receive_counted

    def _refusal(self) -> HTTPException:
        detail = f"At most {self.most / 2**20:.0f} MiB are taken. Send the photo at the phone's normal size."
        return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, {"Connection": "close"})


def _declared_length(scope: Scope) -> int:
    declared = Headers(scope=scope).get("content-length", "")
    return int(declared) if declared.isdecimal() else 0
