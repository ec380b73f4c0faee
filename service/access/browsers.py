"""Browsers in which the password was once right: wrong guesses of others at their address do not hinder them.

Such a browser keeps a mark, signed with the password's hash, so that nothing is kept here and another
password ends all marks. It opens nothing: who has it may only try passwords, as often as one address may.
"""

import hashlib
import hmac
import secrets

from starlette.requests import Request
from starlette.responses import Response

COOKIE = "surveyor_known"
YEAR = 365 * 24 * 3600  # seconds


def mark_browser(response: Response, password_hash: str, *, secure: bool) -> None:
    """Let the browser keep a mark of its own."""
    name = secrets.token_urlsafe(16)
    response.set_cookie(
        COOKIE,
        f"{name}.{_sign(name, password_hash)}",
        max_age=YEAR,
        secure=secure,
        httponly=True,
        samesite="strict",
    )


def marked_browser(request: Request, password_hash: str) -> str | None:
    """Return what tells the browser from others; None if it has no mark, or one of another password."""
    name, _, signature = request.cookies.get(COOKIE, "").partition(".")
    right = hmac.compare_digest(signature.encode(), _sign(name, password_hash).encode())
    return f"browser {name}" if name and right else None


def _sign(name: str, password_hash: str) -> str:
    return hmac.new(password_hash.encode(), name.encode(), hashlib.sha256).hexdigest()
