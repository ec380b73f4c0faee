"""Logging in with the organiser's password or a key."""

from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.sentence import later
from service.access.actors import ORGANISER, Actor
from service.access.addresses import client_address, household, is_secure
from service.access.cookies import cookie_header, mark_browser, marked_browser
from service.access.keys import MARK, find_key
from service.access.passwords import LONGEST, find_password_hash, is_password
from service.access.sessions import COOKIE, Session, close_session, open_session
from service.setup.settings import Settings
from service.store.database import Database

WRONG_KEY = later("This key opens nothing (any more). Ask the organiser for another.")


@dataclass(frozen=True, slots=True)
class Credentials:
    """A password or a key, with which somebody logs in."""

    password: str | None = None
    key: str | None = None

    @classmethod
    def guessed(cls, secret: str) -> "Credentials":
        """Take what was typed into one field; a key is recognised by its first letters."""
        return cls(key=secret) if secret.startswith(MARK) else cls(password=secret)


def log_in(request: Request, database: Database, settings: Settings, shown: Credentials) -> Session:
    """Open a session.

    Raises:
        HTTPException: 401, it is not the password, or the key opens nothing; 429, too many were tried.
    """
    kept = find_password_hash(settings)
    if shown.key is not None:
        actor = actor_of_key(request, database, settings, shown.key)
    else:
        actor = _by_password(request, settings, shown.password or "", kept)
    lasts = timedelta(hours=settings.session_hours)
    with database.begin() as db:
        return open_session(db, actor, lasts, kept)


def actor_of_key(request: Request, database: Database, settings: Settings, shown: str) -> Actor:
    """Return the user of a key; a wrong key is counted against the client's address.

    Raises:
        HTTPException: 401, the key opens nothing; 429, too many were tried.
    """
    with database.read() as db:
        key = find_key(db, shown)
    if key is None:
        address = household(client_address(request, settings.proxies))
        request.app.state.resources.rates.count("failed_key_rate", address)
        raise unknown(WRONG_KEY)
    return key.actor


def _by_password(request: Request, settings: Settings, password: str, kept: str | None) -> Actor:
    known = marked_browser(request, kept) if kept else None
    who = known or household(client_address(request, settings.proxies))
    request.app.state.resources.rates.count("login_rate", who)
    if len(password) > LONGEST or not is_password(password, kept):
        raise unknown("This is not the password.")
    return ORGANISER


def log_out(request: Request, response: Response, database: Database) -> None:
    """Close the session of a request, if it has one, and delete its cookie."""
    session: Session | None = request.state.session
    if session:
        with database.begin() as db:
            close_session(db, session.cookie)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def unknown(detail: str) -> HTTPException:
    """Return the response 401: nobody is logged in."""
    return HTTPException(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": "Bearer"})


def keep_login(request: Request, response: Response, settings: Settings, session: Session) -> None:
    """Set the cookies of a session, and of a browser in which the password was used."""
    secure = is_secure(request, settings.proxies)
    response.headers["set-cookie"] = cookie_header(session.cookie, settings.session_hours, secure=secure)
    kept = find_password_hash(settings)
    if session.actor.key is None and kept:
        mark_browser(response, kept, secure=secure)
