"""The cookie of a session."""

from datetime import timedelta

from starlette.responses import Response

from service.access.sessions import COOKIE


def cookie_header(cookie: str, hours: int, *, secure: bool) -> str:
    """Return the header that has a browser keep a cookie: for our own pages, and for no script's eyes."""
    response = Response()
    seconds = int(timedelta(hours=hours).total_seconds())
    response.set_cookie(COOKIE, cookie, max_age=seconds, secure=secure, httponly=True, samesite="strict")
    return response.headers["set-cookie"]


def no_cookie_header() -> str:
    """Return the header that has a browser forget it."""
    response = Response()
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return response.headers["set-cookie"]
