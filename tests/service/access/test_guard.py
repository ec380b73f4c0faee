"""What is refused before any route is asked: guesses, other sites' pages, too much of anything."""

import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import limits.storage.memory
import pytest
from pydantic import SecretStr
from sqlalchemy.exc import OperationalError
from starlette.types import Message

from service.access import login, ratelimits
from service.access.actors import Role
from service.access.keys import KeyFor, make_key
from service.access.singleuser import OpenToAllError, is_single_user
from service.server.guard import Guard
from service.setup.settings import Settings
from service.store.database import Database
from service.store.tables import new_id
from tests.service.access.conftest import PASSWORD, World, open_world
from tests.service.clients import client_of
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO

OTHERS = [{"host": "0.0.0.0"}, {"public_address": "https://a.example"}, {"proxies": ("10.0.0.1/32",)}]


@pytest.fixture(name="alone")
def _alone(tmp_path: Path) -> Iterator[httpx.Client]:
    """Serve without a password, on loopback."""
    with (
        serve(tmp_path) as address,
        client_of(address) as web,
    ):
        yield web


@pytest.fixture(name="clock")
def _clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Stop the time that rates are counted by; tests move it."""
    clock = SimpleNamespace(now=1_000_020.0)
    clock.time = lambda: clock.now
    monkeypatch.setattr(limits.storage.memory, "time", clock)
    monkeypatch.setattr(ratelimits, "time", clock)
    return clock


@pytest.mark.parametrize("person", ["other judge", "other ann"])
def test_what_is_anothers_is_answered_as_what_is_nowhere(world: World, person: str) -> None:
    path = "/v1/tournaments/{}"
    with world.web(person) as web:
        theirs, nowhere = web.get(path.format(world.cup.id)), web.get(path.format(new_id()))
    hidden = {"x-request-id", "date"}
    shown = [{k: v for k, v in answer.headers.items() if k not in hidden} for answer in (theirs, nowhere)]

    assert (theirs.status_code, theirs.content, shown[0]) == (404, nowhere.content, shown[1])


@pytest.mark.parametrize("authorization", ["Bearer", "bearer é", "Bearer " + "x" * 10_000])
def test_what_is_no_key_opens_nothing(world: World, authorization: str) -> None:
    with world.web() as web:
        headers = [(b"authorization", authorization.encode("latin-1"))]
        assert web.get("/v1/session", headers=headers).status_code == 401


def test_other_ways_to_say_who_one_is_say_nothing(world: World) -> None:
    with world.web() as web:
        headers = {"authorization": "Basic YTpi", "cookie": "surveyor=guess"}
        assert web.get("/v1/session", headers=headers).json()["role"] == "public"


def test_who_is_not_let_in_is_reported_so_before_the_photo_is_taken(world: World) -> None:
    head = b"POST /v1/readings HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
    host, _, port = world.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(head)
        answer = connection.recv(10_000)

    assert answer.startswith(b"HTTP/1.1 401 ")
    assert b"www-authenticate: Bearer" in answer


def test_single_user_mode_needs_no_login(alone: httpx.Client) -> None:
    shown = alone.get("/v1/session").json()
    made = alone.post("/v1/keys", json={"role": "judge"})

    assert (shown["name"], shown["role"], made.status_code) == ("you", "organiser", 201)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_single_user_mode_answers_to_this_machines_names(alone: httpx.Client, host: str) -> None:
    assert alone.get("/v1/keys", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "localhost@evil.example"},
        {"host": "[::1"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:1"},
        {"x-forwarded-for": "10.0.0.1"},
        {"forwarded": "for=10.0.0.1"},
        {"via": "1.1 proxy"},
    ],
    ids=str,
)
def test_single_user_mode_refuses_what_comes_from_elsewhere(
    alone: httpx.Client, headers: dict[str, str]
) -> None:
    assert {alone.get(path, headers=headers).status_code for path in ("/v1/keys", "/healthz", "/no")} == {403}


def test_a_key_counts_in_single_user_mode_too(alone: httpx.Client) -> None:
    made = alone.post("/v1/keys", json={"role": "judge"}).json()["keys"][0]["key"]
    answers = [
        alone.get("/v1/keys", headers={"authorization": f"Bearer {key}"}) for key in (made, "srv_wrong")
    ]

    assert [answer.status_code for answer in answers] == [403, 401]


@pytest.mark.parametrize("others", OTHERS, ids=str)
def test_without_a_password_nobody_else_is_let_to_come(database: Database, others: dict[str, Any]) -> None:
    assert is_single_user(Settings(), database)

    with pytest.raises(OpenToAllError, match="surveyor password"):
        is_single_user(Settings(**others), database)

    with database.begin() as db:
        make_key(db, "x", KeyFor(Role.JUDGE))
    with pytest.raises(OpenToAllError):
        is_single_user(Settings(**others), database)
    with database.begin() as db:
        make_key(db, "x", KeyFor(Role.ORGANISER))
    assert not is_single_user(Settings(**others), database)
    assert not is_single_user(Settings(), database)


def test_with_a_password_nobody_is_single_user(database: Database) -> None:
    assert not is_single_user(Settings(password_hash=SecretStr("$argon2id$x"), host="0.0.0.0"), database)


def test_passwords_are_not_tried_without_end(settings: Settings, clock: SimpleNamespace) -> None:
    with open_world(settings.model_copy(update={"login_rate": "3/minute"})) as world, world.web() as web:
        tried = [web.post("/v1/session", json={"password": "a guess"}) for _ in range(4)]
        right = web.post("/v1/session", json={"password": PASSWORD})
        by_key = web.post("/v1/session", json={"key": world.keys["ann"]})
        clock.now += 61
        later = web.post("/v1/session", json={"password": PASSWORD})

    assert [answer.status_code for answer in tried] == [401, 401, 401, 429]
    assert (right.status_code, by_key.status_code, later.status_code) == (429, 200, 200)
    assert tried[3].headers["retry-after"] == "60"
    assert "60 seconds" in tried[3].json()["detail"]


def test_a_browser_that_knew_the_password_is_not_shut_out_by_others_at_its_address(
    settings: Settings, clock: SimpleNamespace
) -> None:
    few = settings.model_copy(update={"login_rate": "3/minute"})
    with open_world(few) as world, world.web() as known, world.web() as other:
        known.post("/v1/session", json={"password": PASSWORD})
        guesses = [other.post("/v1/session", json={"password": "a guess"}).status_code for _ in range(4)]
        right = known.post("/v1/session", json={"password": PASSWORD}).status_code
        forged = {"cookie": f"surveyor_known={known.cookies['surveyor_known'].partition('.')[0]}.0"}
        by_forged = other.post("/v1/session", json={"password": PASSWORD}, headers=forged).status_code
        more = [known.post("/v1/session", json={"password": "a guess"}).status_code for _ in range(4)]

    assert (guesses[-1], right, by_forged) == (429, 200, 429)
    assert more[-1] == 429


def test_wrong_keys_are_not_shown_without_end(settings: Settings, clock: SimpleNamespace) -> None:
    with open_world(settings.model_copy(update={"failed_key_rate": "2/minute"})) as world:
        with world.web("wrong") as web:
            shown = [web.get("/v1/session").status_code for _ in range(2)]
            shown.append(web.post("/v1/session", json={"key": "srv_x"}).status_code)
        with world.web() as web:
            exchanged = web.post("/v1/session", json={"key": "srv_x"}).status_code
        with world.web("ann") as web:
            right = web.get("/v1/session").status_code

    assert (shown, exchanged, right) == ([401, 401, 429], 429, 200)


def test_a_proxys_word_on_the_address_is_taken_from_our_own_alone(
    settings: Settings, clock: SimpleNamespace
) -> None:
    values = settings.model_dump() | {"login_rate": "1/minute"}

    def statuses(proxies: list[str]) -> list[int]:
        with open_world(Settings.model_validate(values | {"proxies": proxies})) as world, world.web() as web:
            guess = {"password": "a guess"}
            headers = [{"x-forwarded-for": f"10.0.0.{number}"} for number in range(2)]
            return [web.post("/v1/session", json=guess, headers=header).status_code for header in headers]

    assert statuses(["127.0.0.1"]) == [401, 401]
    assert statuses([]) == [401, 429]


def test_a_player_does_not_upload_without_end(settings: Settings, clock: SimpleNamespace) -> None:
    few = {"upload_rate": "2/minute", "staff_upload_rate": "3/minute"}
    with open_world(settings.model_copy(update=few)) as world:
        statuses = {person: [_upload(world, person) for _ in range(4)] for person in ("ann", "bob", "judge")}

    assert statuses["ann"] == statuses["bob"] == [200, 200, 429, 429]
    assert statuses["judge"] == [200, 200, 200, 429]


def _upload(world: World, person: str) -> int:
    with world.web(person) as web:
        return web.post("/v1/readings", files={"photo": CLEAR_PHOTO}).status_code


def test_a_database_that_does_not_answer_is_reported(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {"digest": "secret"}, Exception("gone"))

    monkeypatch.setattr(login, "find_key", fail)
    with world.web("organiser") as web:
        answer = web.get("/v1/keys")

    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert answer.json()["type"] == "urn:surveyor:problem:database"


@pytest.mark.anyio
async def test_websockets_are_refused() -> None:
    sent: list[Message] = []

    async def app(*_: object) -> None:
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    await Guard(app, settings=Settings(), routes=[])({"type": "websocket"}, receive, send)

    assert [message["type"] for message in sent] == ["websocket.close"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
