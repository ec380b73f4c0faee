"""Sessions of users who logged in with the password or a key."""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import InternalError

from service.access.actors import ORGANISER, Actor, Role
from service.access.keys import digest_of, find_key_by_id
from service.store.database import Database
from service.store.events import now
from service.store.tables import sessions

COOKIE = "surveyor"
CSRF_HEADER = "X-CSRF-Token"


@dataclass(frozen=True, slots=True)
class Session:
    """The session of a user who is logged in."""

    actor: Actor
    csrf: str
    """The token that changes must send along; pages of other sites cannot know it."""
    cookie: str
    """The cookie's value, of which only the hash is stored."""
    renewed: bool = False
    """Whether it was extended just now, so that the browser needs a new cookie."""

    def allows_changes(self, token: str) -> bool:
        """Tell whether this is the session's token."""
        return hmac.compare_digest(self.csrf.encode(), token.encode())


def open_session(db: Connection, actor: Actor, lasts: timedelta, password_hash: str | None) -> Session:
    """Log somebody in: by a key as long as that is valid, else until the password is another one."""
    session = Session(actor, secrets.token_urlsafe(32), secrets.token_urlsafe(32))
    db.execute(
        insert(sessions).values(
            digest=digest_of(session.cookie),
            actor={
                "name": actor.name,
                "role": actor.role,
                "key": actor.key,
                "password": _mark(password_hash),
            },
            csrf=session.csrf,
            expires_at=now() + lasts,
        )
    )
    return session


def find_session(
    database: Database, cookie: str, lasts: timedelta, password_hash: str | None
) -> Session | None:
    """Return the session of a cookie, extended as it is used.

    None if it is no longer valid, or its key, or if the password is another one since.
    """
    of_it = sessions.c.digest == digest_of(cookie)
    with database.read() as db:
        row = db.execute(select(sessions).where(of_it)).one_or_none()
        actor = None if row is None else _actor(db, row.actor, password_hash)
    if row is None or actor is None or row.expires_at <= now():
        return None
    session = Session(actor, row.csrf, cookie)
    if lasts / 2 < row.expires_at - now() <= lasts:  # longer: the clock was set back meanwhile
        return session
    try:
        with database.begin() as db:
            db.execute(update(sessions).where(of_it).values(expires_at=now() + lasts))
    except InternalError:  # a standby takes no changes: the session goes on as it is
        return session
    return replace(session, renewed=True)


def close_session(db: Connection, cookie: str) -> None:
    """Log somebody out."""
    db.execute(delete(sessions).where(sessions.c.digest == digest_of(cookie)))


def _mark(password_hash: str | None) -> str:
    """Return what tells a password's hash from others, but not the hash."""
    return digest_of(password_hash or "")


def _actor(db: Connection, kept: Mapping[str, Any], password_hash: str | None) -> Actor | None:
    if kept["key"] is None:
        same = kept.get("password") == _mark(password_hash)
        return replace(ORGANISER, name=kept["name"], role=Role(kept["role"])) if same else None
    key = find_key_by_id(db, kept["key"])
    return key.actor if key else None
