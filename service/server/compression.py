"""Gzips responses, except those with secrets, and those that are compressed already."""

from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST = 1000  # bytes; what fits one packet gains nothing
LEVEL = 5  # the higher ones take much longer for little
PACKED = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,  # pictures, letters, zips; and event streams, which must not wait
    "application/octet-stream",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "image/heic",
)
SECRET = frozenset(
    {
        "keys.create",
        "pages.keys.slips",
        "pages.keys.player",
        "pages.keys.judge",
        "pages.join",
        "pages.log_in",
        "session.open",
        "session.show",
    }
)
"""Routes whose answers show a key or the token of a session, or take one.

The length of a gzipped answer reveals repetitions in it (BREACH): an attacker who makes a victim's browser
ask for pages with a secret and chosen words can guess the secret letter by letter. No page of ours is open to
that: forms have no token, cookies are same-site, and each request that shows a key makes a new one. These
routes are left out even so, as it costs nothing. `Cache-Control: no-store` does not single them out: every
page has it.
"""


class Compression(GZipMiddleware):
    """Middleware within the guard, which has found the route."""

    def __init__(self, app: ASGIApp) -> None:
        """Take the app."""
        super().__init__(app, SMALLEST, LEVEL, exclude_content_types=PACKED)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and gzip the response if it may be."""
        if scope.get("state", {}).get("route") in SECRET:
            await self.app(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
