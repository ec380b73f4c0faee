"""Cookies: of a session, and of a browser in which somebody has logged in with the password.

The wrong guesses of others at the same address do not lock such a browser out. Its cookie is signed with the
password's hash: nothing is stored for it, and a new password invalidates it. It grants no access, only
its own attempts at the password, as many as one address has.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from starlette.requests import Request
from starlette.responses import Response

from service.access.sessions import COOKIE

KNOWN_BROWSER = "surveyor_known"
YEAR = 365 * 24 * 3600  # seconds


def cookie_header(cookie: str, hours: int, *, secure: bool) -> str:
    """Return the header that sets the session's cookie: for this site's pages, not for scripts."""
    response = Response()
    seconds = int(timedelta(hours=hours).total_seconds())
    response.set_cookie(COOKIE, cookie, max_age=seconds, secure=secure, httponly=True, samesite="strict")
    return response.headers["set-cookie"]


def mark_browser(response: Response, password_hash: str, *, secure: bool) -> None:
    """Set the cookie of a browser in which somebody has logged in with the password."""
    name = secrets.token_urlsafe(16)
    response.set_cookie(
        KNOWN_BROWSER,
        f"{name}.{_sign(name, password_hash)}",
        max_age=YEAR,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def marked_browser(request: Request, password_hash: str) -> str | None:
    """Return the name in the browser's cookie; None without one, or if the password has changed since."""
    name, _, signature = request.cookies.get(KNOWN_BROWSER, "").partition(".")
    right = hmac.compare_digest(signature.encode(), _sign(name, password_hash).encode())
    return f"browser {name}" if name and right else None


def _sign(name: str, password_hash: str) -> str:
    return hmac.new(password_hash.encode(), name.encode(), hashlib.sha256).hexdigest()
