"""Logging in and out, what a cookie opens, and what a page must send along."""

from datetime import timedelta
from uuid import uuid4

import httpx
import pytest
from argon2 import PasswordHasher
from pydantic import SecretStr
from sqlalchemy import select, update

from service.access import login
from service.access.actors import ORGANISER
from service.access.keys import revoke_key
from service.access.passwords import is_password, keep_password_hash
from service.access.sessions import find_session, open_session
from service.setup.settings import Settings
from service.store.database import Database, open_database
from service.store.events import now
from service.store.tables import keys, sessions
from tests.service.access.conftest import PASSWORD, World, open_world
from tests.service.postgres import make_database

HOURS = timedelta(hours=12)
KEY = {"role": "organiser", "label": "Cleo"}


def log_in(web: httpx.Client, **by: str) -> str:
    """Log in, and return the token for changes."""
    answer = web.post("/v1/session", json=by or {"password": PASSWORD})
    assert answer.status_code == 200
    token: str = answer.json()["csrf"]
    return token


def test_the_password_makes_an_organiser_until_they_log_out(world_on_either: World) -> None:
    with world_on_either.web() as web:
        token = log_in(web)
        shown = web.get("/v1/session").json()
        listed = web.get("/v1/keys").status_code
        out = web.delete("/v1/session", headers={"x-csrf-token": token}).status_code
        after = web.get("/v1/keys").status_code

    assert (shown["role"], shown["csrf"]) == ("organiser", token)
    assert (listed, out, after) == (200, 204, 401)


def test_a_cookie_that_was_kept_opens_nothing_after_the_logout(world: World) -> None:
    with world.web() as web:
        token = log_in(web)
        kept = web.cookies["surveyor"]
        web.delete("/v1/session", headers={"x-csrf-token": token})
    with world.web() as web:
        assert web.get("/v1/keys", headers={"cookie": f"surveyor={kept}"}).status_code == 401


def test_a_key_is_exchanged_for_a_session_that_ends_with_it(world_on_either: World) -> None:
    with world_on_either.web() as web:
        log_in(web, key=world_on_either.keys["ann"])
        shown = web.get("/v1/session").json()
        with world_on_either.database.begin() as db:
            anns = keys.c.player_id == world_on_either.cup.ann
            revoke_key(db, "test", db.execute(select(keys.c.id).where(anns)).scalar_one())
        after = web.get("/v1/session").json()

    assert (shown["name"], shown["role"], shown["player"]) == ("Ann", "player", world_on_either.cup.ann)
    assert (after["role"], after["csrf"]) == ("public", None)


@pytest.mark.parametrize(
    ("login", "status"),
    [
        ({"password": "a wrong password"}, 401),
        ({"password": "x" * 2000}, 422),
        ({"key": "srv_wrong"}, 401),
        ({}, 422),
        ({"password": PASSWORD, "key": "srv_wrong"}, 422),
    ],
)
def test_what_is_no_login_gets_no_cookie(world: World, login: dict[str, str], status: int) -> None:
    with world.web() as web:
        answer = web.post("/v1/session", json=login)

    assert (answer.status_code, "set-cookie" in answer.headers) == (status, False)
    assert "x" * 2000 not in answer.text


@pytest.mark.parametrize("token", [None, "", "wrong", "é"])
def test_a_change_by_cookie_needs_the_token(world: World, token: str | None) -> None:
    with world.web() as web:
        right = log_in(web)
        headers = [] if token is None else [(b"x-csrf-token", token.encode("latin-1"))]
        refused = web.post("/v1/keys", json=KEY, headers=headers)
        done = web.post("/v1/keys", json=KEY, headers={"x-csrf-token": right})

    assert (refused.status_code, done.status_code) == (403, 201)
    assert "X-CSRF-Token" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://127.0.0.1:1", 403),
        ("https://scores.example.org", 201),
        ("{own}", 201),
        (None, 201),
    ],
)
def test_a_change_by_cookie_comes_from_a_page_of_ours(
    settings: Settings, origin: str | None, status: int
) -> None:
    settings = settings.model_copy(update={"public_address": "https://scores.example.org"})
    with open_world(settings) as world, world.web() as web:
        headers = {"x-csrf-token": log_in(web)}
        if origin is not None:
            headers["origin"] = origin.replace("{own}", world.address)
        assert web.post("/v1/keys", json=KEY, headers=headers).status_code == status


def test_another_sites_page_cannot_log_anybody_in(world: World) -> None:
    with world.web() as web:
        headers = {"origin": "https://evil.example"}
        answer = web.post("/v1/session", json={"password": PASSWORD}, headers=headers)

    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


def test_a_key_needs_no_token_and_goes_before_a_cookie(world: World) -> None:
    with world.web() as web:
        log_in(web)
        bearer = {"authorization": f"Bearer {world.keys['judge']}"}
        shown = web.get("/v1/session", headers=bearer).json()
        refused = web.post("/v1/keys", json=KEY, headers=bearer).status_code
    with world.web("organiser") as web:
        made = web.post("/v1/keys", json=KEY).status_code

    assert (shown["role"], shown["csrf"], refused, made) == ("judge", None, 403, 201)


@pytest.mark.parametrize(
    ("proxies", "proto", "secure"),
    [
        (("127.0.0.1/32",), "https", True),
        (("127.0.0.1/32",), "https, http", True),
        (("127.0.0.1/32",), "http", False),
        ((), "https", False),
    ],
)
def test_the_cookie_is_for_our_pages_alone(
    settings: Settings, proxies: tuple[str, ...], proto: str, secure: bool
) -> None:
    settings = Settings.model_validate(settings.model_dump() | {"proxies": proxies})
    with open_world(settings) as world, world.web() as web:
        headers = {"x-forwarded-proto": proto}
        answer = web.post("/v1/session", json={"password": PASSWORD}, headers=headers)
    kept = answer.headers["set-cookie"].lower()

    assert all(word in kept for word in ("httponly", "samesite=strict", "path=/", "max-age=43200"))
    assert ("secure" in kept, "strict-transport-security" in answer.headers) == (secure, secure)


def test_a_session_that_is_used_goes_on_and_the_browser_is_reported(world_on_either: World) -> None:
    with world_on_either.web() as web:
        log_in(web)
        fresh = web.get("/v1/session")
        with world_on_either.database.begin() as db:
            db.execute(update(sessions).values(expires_at=now() + timedelta(hours=1)))
        late = web.get("/v1/session")
    with world_on_either.database.read() as db:
        left = db.execute(select(sessions.c.expires_at)).scalar_one() - now()

    assert ("set-cookie" in fresh.headers, "set-cookie" in late.headers) == (False, True)
    assert left > timedelta(hours=11)


def test_a_session_that_nobody_uses_ends(database: Database) -> None:
    with database.begin() as db:
        session = open_session(db, ORGANISER, HOURS, None)
        db.execute(update(sessions).values(expires_at=now()))

    assert find_session(database, session.cookie, HOURS, None) is None


def test_a_session_goes_on_where_the_database_takes_no_changes(postgres: str, migrated_postgres: str) -> None:
    """It is extended as it is used, which a standby refuses: every page was a mistake of ours."""
    database = open_database(make_database(postgres, uuid4().hex, like=migrated_postgres))
    with database.begin() as db:
        session = open_session(db, ORGANISER, HOURS, None)
        db.execute(update(sessions).values(expires_at=now() + timedelta(hours=1)))
        db.exec_driver_sql(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " 'BEGIN RAISE read_only_sql_transaction; END'"
        )
        db.exec_driver_sql("CREATE TRIGGER refuse BEFORE UPDATE ON sessions EXECUTE FUNCTION refuse()")
    found = find_session(database, session.cookie, HOURS, None)
    database.close()

    assert found == session


def test_another_password_logs_out_who_came_with_the_old_one(settings: Settings) -> None:
    with open_world(settings) as world, world.web() as by_password, world.web() as by_key:
        log_in(by_password)
        log_in(by_key, key=world.keys["judge"])
        cookies = [web.cookies["surveyor"] for web in (by_password, by_key)]
    another = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash("another password")
    settings = settings.model_copy(update={"password_hash": SecretStr(another)})
    with open_world(settings) as world, world.web() as web:
        sent = [{"cookie": f"surveyor={cookie}"} for cookie in cookies]
        roles = [web.get("/v1/session", headers=each).json()["role"] for each in sent]

    assert roles == ["public", "judge"]


def test_a_password_that_changes_while_it_is_checked_opens_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(password: str, kept: str | None) -> bool:
        keep_password_hash(settings.data, "another")
        return is_password(password, kept)

    assert settings.password_hash
    keep_password_hash(settings.data, settings.password_hash.get_secret_value())
    monkeypatch.setattr(login, "is_password", check)
    with open_world(settings.model_copy(update={"password_hash": None})) as world, world.web() as web:
        log_in(web)

        assert web.get("/v1/session").json()["role"] == "public"
