"""Keys of programs, judges and players. A key is shown once; only its hash is stored."""

import hmac
import secrets
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Annotated

from pydantic import Field, computed_field
from sqlalchemy import Connection, insert, select, update

from service.access.actors import Actor, Role
from service.documents import Document
from service.store.events import EventKind, now, record
from service.store.tables import Record, keys, new_id, players, tournaments

MARK = "srv_"  # prefix by which scanners for leaked secrets recognise a key
PREFIX = 10  # characters that are shown


class KeyScopeError(ValueError):
    """A key cannot have this role, tournament and player; the message says why."""


class Key(Document):
    """A key as it is stored, without its secret."""

    id: str
    prefix: str
    """Its first letters."""
    label: str
    """Its owner, as the log names them."""
    role: Role
    tournament: Annotated[str | None, Field(validation_alias="tournament_id")]
    """The only tournament that it opens; null: all."""
    player: Annotated[str | None, Field(validation_alias="player_id")]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None

    @computed_field
    def valid(self) -> bool:
        """Whether it can be used now."""
        return self.is_valid(now())

    def is_valid(self, at: datetime) -> bool:
        """Tell whether it can be used at that time."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)

    @property
    def actor(self) -> Actor:
        """The user who logs in with it."""
        return Actor(self.label, self.role, self.tournament, self.player, self.id)


@dataclass(frozen=True, slots=True)
class NewKey:
    """A new key with its secret."""

    key: Key
    secret: str
    """The key itself, which is shown once."""


@dataclass(frozen=True, slots=True)
class KeyFor:
    """A key to be made."""

    role: Role
    label: str | None = None
    """Its owner; by default the player's name, or the role's."""
    tournament: str | None = None
    """The only tournament that it opens; None: all."""
    player: str | None = None
    expires_at: datetime | None = None


def make_keys(db: Connection, by: str, wanted: KeyFor) -> list[NewKey]:
    """Make a key; of players, without saying whose, one for each of the tournament by the order of names.

    Raises:
        KeyScopeError: A role does not go with that tournament or player, or they do not exist.
    """
    if wanted.role is not Role.PLAYER or wanted.tournament is None or wanted.player is not None:
        return [make_key(db, by, wanted)]
    _check_tournament(db, wanted.tournament)
    known = select(players.c.id, players.c.name).where(players.c.tournament_id == wanted.tournament)
    named = db.execute(known.order_by(players.c.name)).all()
    return [make_key(db, by, replace(wanted, label=row.name, player=row.id)) for row in named]


def make_key(db: Connection, by: str, wanted: KeyFor) -> NewKey:
    """Make one key.

    Raises:
        KeyScopeError: A role does not go with that tournament or player, or they do not exist.
    """
    name = _check_scope(db, wanted)
    label = wanted.label or name or wanted.role.value
    secret = MARK + secrets.token_urlsafe(32)
    made = insert(keys).values(
        id=new_id(),
        digest=digest_of(secret),
        prefix=secret[:PREFIX],
        label=label,
        role=wanted.role,
        tournament_id=wanted.tournament,
        player_id=wanted.player,
        created_at=now(),
        expires_at=wanted.expires_at,
    )
    key = _key(db.execute(made.returning(*keys.c)).one())
    record(db, by, EventKind.KEY_MADE, tournament=key.tournament, subject=key.id, role=key.role, label=label)
    return NewKey(key, secret)


def find_key(db: Connection, secret: str) -> Key | None:
    """Return the valid key with this secret, if there is one."""
    digest = digest_of(secret)
    row = db.execute(select(keys).where(keys.c.digest == digest)).one_or_none()
    if row is None or not hmac.compare_digest(row.digest, digest):
        return None
    return _valid(row)


def find_key_by_id(db: Connection, key: str) -> Key | None:
    """Return a key by its identifier, if it is still valid."""
    return _valid(db.execute(select(keys).where(keys.c.id == key)).one_or_none())


def list_keys(db: Connection, tournament: str | None = None) -> list[Key]:
    """Return all keys, or those of one tournament, the newest first; the invalid ones too."""
    wanted = select(keys).order_by(keys.c.created_at.desc(), keys.c.id)
    if tournament is not None:
        wanted = wanted.where(keys.c.tournament_id == tournament)
    return [_key(row) for row in db.execute(wanted)]


def revoke_key(db: Connection, by: str, key: str) -> bool:
    """Revoke a key, which may be revoked already; tell whether there is such a key."""
    row = db.execute(select(keys).where(keys.c.id == key)).one_or_none()
    if row is None:
        return False
    if row.revoked_at is None:
        db.execute(update(keys).where(keys.c.id == key).values(revoked_at=now()))
        record(db, by, EventKind.KEY_REVOKED, tournament=row.tournament_id, subject=key, label=row.label)
    return True


def digest_of(secret: str) -> str:
    """Return the hash of a key or a cookie; they are random, so that a plain one suffices."""
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _check_scope(db: Connection, wanted: KeyFor) -> str | None:
    """Check role, tournament and player; return the player's name, if the key is for one."""
    role, tournament, player = wanted.role, wanted.tournament, wanted.player
    if role is Role.PUBLIC:
        raise KeyScopeError("the public needs no key")
    if role is Role.ORGANISER and (tournament, player) != (None, None):
        raise KeyScopeError("an organiser's key is for all tournaments")
    if role is Role.JUDGE and player is not None:
        raise KeyScopeError("a judge's key is for no single player")
    if role is Role.PLAYER and None in (tournament, player):
        raise KeyScopeError("a player's key names the tournament and the player")
    if tournament is not None:
        _check_tournament(db, tournament)
    return None if player is None else _find_name(db, tournament, player)


def _find_name(db: Connection, tournament: str | None, player: str) -> str:
    of_it = players.c.id == player, players.c.tournament_id == tournament
    name: str | None = db.execute(select(players.c.name).where(*of_it)).scalar()
    if name is None:
        raise KeyScopeError("there is no such player in that tournament")
    return name


def _check_tournament(db: Connection, tournament: str) -> None:
    if db.execute(select(tournaments.c.id).where(tournaments.c.id == tournament)).one_or_none() is None:
        raise KeyScopeError("there is no such tournament")


def _valid(row: Record | None) -> Key | None:
    key = None if row is None else _key(row)
    return key if key and key.is_valid(now()) else None


def _key(row: Record) -> Key:
    return Key.model_validate(row, from_attributes=True)
