"""A service with a password, two tournaments, and people of every kind who come with keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from argon2 import PasswordHasher
from pydantic import SecretStr
from sqlalchemy import insert

from service.access.actors import Role
from service.access.keys import KeyFor, make_key, revoke_key
from service.setup.settings import Settings
from service.store.database import Database, open_database
from service.store.events import now
from service.store.tables import new_id, players, tournaments
from tests.service.clients import client_of
from tests.service.serving import serve_settings

PASSWORD = "a long password"
OFTEN = "100000/minute"


@dataclass(frozen=True)
class Cup:
    """A tournament with two players."""

    id: str
    ann: str
    bob: str


@dataclass(frozen=True)
class World:
    """A service and who may come to it."""

    address: str
    database: Database
    cup: Cup
    other: Cup
    keys: dict[str, str]

    def web(self, person: str | None = None) -> httpx.Client:
        """Return a client that comes with a person's key, or without any."""
        headers = {"authorization": f"Bearer {self.keys[person]}"} if person else {}
        return client_of(self.address, headers=headers)


def make_cup(database: Database, name: str) -> Cup:
    """Add a tournament of Ann and Bob."""
    cup = Cup(new_id(), new_id(), new_id())
    with database.begin() as db:
        db.execute(insert(tournaments).values(id=cup.id, name=name, edicts=[], created_at=now()))
        for player, called in ((cup.bob, "Bob"), (cup.ann, "Ann")):
            known = {"id": player, "tournament_id": cup.id, "name": called, "created_at": now()}
            db.execute(insert(players).values(**known))
    return cup


def make_keys(database: Database, cup: Cup, other: Cup) -> dict[str, str]:
    """Return a key for each kind of person."""
    past = now() - timedelta(seconds=1)
    with database.begin() as db:
        made = {
            "organiser": make_key(db, "test", KeyFor(Role.ORGANISER)),
            "judge of all": make_key(db, "test", KeyFor(Role.JUDGE)),
            "judge": make_key(db, "test", KeyFor(Role.JUDGE, tournament=cup.id)),
            "other judge": make_key(db, "test", KeyFor(Role.JUDGE, tournament=other.id)),
            "ann": make_key(db, "test", KeyFor(Role.PLAYER, tournament=cup.id, player=cup.ann)),
            "bob": make_key(db, "test", KeyFor(Role.PLAYER, tournament=cup.id, player=cup.bob)),
            "other ann": make_key(db, "test", KeyFor(Role.PLAYER, tournament=other.id, player=other.ann)),
            "expired": make_key(db, "test", KeyFor(Role.ORGANISER, expires_at=past)),
            "revoked": make_key(db, "test", KeyFor(Role.ORGANISER)),
        }
        revoke_key(db, "test", made["revoked"].key.id)
    return {name: new.secret for name, new in made.items()} | {"wrong": "srv_wrong"}


@pytest.fixture(scope="session")
def password_hash() -> SecretStr:
    """Return a hash that is checked quickly, unlike those that the service makes."""
    return SecretStr(PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD))


@pytest.fixture
def settings(tmp_path: Path, password_hash: SecretStr) -> Settings:
    """Return settings with a password."""
    return Settings(
        data=tmp_path / "data",
        password_hash=password_hash,
        failed_key_rate=OFTEN,
        login_rate=OFTEN,
        readers=1,
        max_upload_bytes=200_000,
    )


@contextmanager
def open_world(settings: Settings) -> Iterator[World]:
    with serve_settings(settings) as address:
        database = open_database(settings.database_address)
        cup, other = make_cup(database, "Spring Cup"), make_cup(database, "Autumn Cup")
        yield World(address, database, cup, other, make_keys(database, cup, other))
        database.close()


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    with open_world(settings) as world:
        yield world


@pytest.fixture
def world_on_either(settings: Settings, empty_address: str) -> Iterator[World]:
    """Serve it on SQLite, and on PostgreSQL."""
    with open_world(settings.model_copy(update={"database": SecretStr(empty_address)})) as world:
        yield world
