"""What every request gets: an identifier, a line in the log, a count, careful headers; no secrets told."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import httpx
import pytest
from fastapi import APIRouter
from pydantic import SecretStr

import service.server.app
from service.access import rights
from service.access.passwords import hash_password
from service.access.rights import EVERYBODY, MATRIX
from service.routes.health import LEAST_ROOM
from service.server.compression import SECRET, SMALLEST
from service.server.metrics import Metrics
from service.setup.logs import start_logging
from service.setup.settings import Settings
from service.store.database import open_database
from service.store.tables import metadata
from tests.service.clients import client_of
from tests.service.postgres import make_database
from tests.service.serving import serve, serve_settings
from tests.service.stubs import CLEAR_PHOTO

PASSWORD = "a long password"


@pytest.fixture(name="log")
def _log() -> Iterator[io.StringIO]:
    """Return what is logged as JSON."""
    stream = io.StringIO()
    handler = start_logging("json", stream)
    handler.addFilter(lambda record: record.name != "httpx")  # the tests' own
    yield stream
    logging.getLogger().removeHandler(handler)


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def of_requests(log: io.StringIO) -> list[dict[str, Any]]:
    return [line for line in lines(log) if line["event"] == "request"]


def test_a_request_is_a_line(web: httpx.Client, log: io.StringIO) -> None:
    web.get("/healthz", headers={"x-request-id": "proxy-17"})
    web.get("/nowhere?key=srv_secret")
    web.post("/v1/readings", files={"photo": b"text"})
    lines = [(line["route"], line["method"], line["status"], line["role"]) for line in of_requests(log)]

    assert lines == [
        ("health", "GET", 200, "organiser"),
        ("none", "GET", 404, "public"),
        ("readings.create", "POST", 415, "organiser"),
    ]
    assert of_requests(log)[0]["request_id"] == "proxy-17"
    assert all(0 <= line["milliseconds"] < 60_000 for line in of_requests(log))
    assert "srv_secret" not in log.getvalue()


@pytest.mark.parametrize("identifier", ["", "a b", "x" * 65, "a\tb", "<b>", "é"])
def test_an_identifier_that_is_none_is_replaced(web: httpx.Client, identifier: str) -> None:
    given = web.get("/healthz", headers=[(b"x-request-id", identifier.encode("latin-1"))]).headers[
        "x-request-id"
    ]

    assert given != identifier
    assert len(given) == 16


@pytest.mark.parametrize("path", ["/healthz", "/v1/edicts", "/nowhere", "/openapi.json"])
def test_browsers_are_reported_to_be_careful(web: httpx.Client, path: str) -> None:
    headers = web.get(path).headers

    assert headers["content-security-policy"].startswith("default-src 'self'; ")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers.get("cache-control") == ("no-store" if path.startswith("/v1/") else None)
    assert "server" not in headers or headers["server"] != "Python"


def test_a_mistake_of_ours_has_all_that_too(
    tmp_path: Path, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = APIRouter()

    @router.get("/v1/broken", name="broken")
    def broken() -> None:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(rights, "MATRIX", {**MATRIX, "broken": EVERYBODY})
    monkeypatch.setattr("service.server.guard.MATRIX", {**MATRIX, "broken": EVERYBODY})
    resource = type("Resource", (), {"router": router})
    monkeypatch.setattr(service.server.app, "RESOURCES", (*service.server.app.RESOURCES, resource))
    with serve(tmp_path) as address:
        answer = httpx.get(f"{address}/v1/broken", trust_env=False)
    (mistake,) = [line for line in lines(log) if line["level"] == "error"]

    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert "nosniff" in answer.headers["x-content-type-options"]
    assert "secret" not in answer.text
    assert "Traceback" in mistake["exception"]
    assert mistake["request_id"] == answer.headers["x-request-id"]
    assert of_requests(log)[0]["status"] == 500


def test_secrets_are_neither_logged_nor_told_nor_kept(tmp_path: Path, log: io.StringIO) -> None:
    kept = hash_password(PASSWORD)
    settings = Settings(data=tmp_path, password_hash=SecretStr(kept))
    answered = ""
    with (
        serve_settings(settings) as address,
        client_of(address) as web,
    ):
        csrf = web.post("/v1/session", json={"password": PASSWORD}).json()["csrf"]
        cookie = web.cookies["surveyor"]
        made = web.post("/v1/keys", json={"role": "organiser"}, headers={"x-csrf-token": csrf}).json()
        key = made["keys"][0]["key"]
        bearer = {"authorization": f"Bearer {key}"}
        for path in ("/v1/keys", "/healthz", "/readyz", "/metrics", "/openapi.json", f"/v1/edicts?key={key}"):
            answered += web.get(path, headers=bearer).text
        answered += web.post("/v1/session", json={"password": PASSWORD + "!", "more": cookie}).text
        answered += web.post("/v1/session", content=f'{{"password": "{PASSWORD}').text
        web.post("/v1/readings", files={"photo": CLEAR_PHOTO}, headers=bearer)
    database = open_database(settings.database_address)
    with database.read() as db:
        tables = str([db.execute(table.select()).all() for table in metadata.sorted_tables])
    database.close()

    for secret in (PASSWORD, kept, cookie, key):
        assert secret not in log.getvalue()
        assert secret not in answered
        assert secret not in tables
    assert csrf not in log.getvalue() + answered


def test_requests_are_counted_by_route_and_status(web: httpx.Client) -> None:
    def count() -> float:
        shown = web.get("/metrics").text
        wanted = 'surveyor_requests_total{method="GET",route="edicts.list",status="200"}'
        return sum(float(line.rpartition(" ")[2]) for line in shown.splitlines() if line.startswith(wanted))

    before = count()
    web.get("/v1/edicts")
    web.request("BREW", "/v1/edicts")

    assert count() == before + 1
    assert 'method="BREW"' not in web.get("/metrics").text
    assert "surveyor_request_seconds_bucket" in web.get("/metrics").text


def test_the_pages_are_counted_by_their_states() -> None:
    shown = Metrics().show({"waiting": 3, "claimed": 1}).decode()

    assert 'surveyor_pages{state="waiting"} 3.0' in shown


def test_a_service_that_can_work_says_so(web: httpx.Client) -> None:
    assert web.get("/readyz").json() == {"ready": True}


def test_a_service_that_cannot_work_says_what_is_missing(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    with (
        serve_settings(settings) as address,
        client_of(address) as web,
    ):
        database = open_database(settings.database_address)
        with database.begin() as db:
            db.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
        old = web.get("/readyz")
        with database.begin() as db:
            db.exec_driver_sql("DROP TABLE alembic_version")
        bare = web.get("/readyz")
        database.close()
        alive = web.get("/healthz")

    assert (old.status_code, bare.status_code, alive.status_code) == (503, 503, 200)
    assert old.json()["detail"] == "the database's tables are not this program's"


def test_a_disk_without_room_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = SimpleNamespace(free=LEAST_ROOM)
    monkeypatch.setattr("service.routes.health.disk_usage", lambda folder: room)
    with serve_settings(Settings(data=tmp_path)) as address, client_of(address) as web:
        enough = web.get("/readyz")
        room.free -= 1
        full = web.get("/readyz")

    assert (enough.status_code, full.status_code) == (200, 503)
    assert full.json()["detail"] == "the disk is full"


def test_a_database_that_is_gone_is_missing(tmp_path: Path, postgres: str) -> None:
    address_of_database = make_database(postgres, uuid4().hex)
    settings = Settings(data=tmp_path, database=SecretStr(address_of_database))
    with (
        serve_settings(settings) as address,
        client_of(address) as web,
    ):
        ready = web.get("/readyz").status_code
        _drop(address_of_database)
        gone = web.get("/readyz")

    assert (ready, gone.status_code) == (200, 503)
    assert gone.json()["detail"] == "the database does not answer"


def _drop(address: str) -> None:
    server, _, name = address.rpartition("/")
    database = open_database(f"{server}/postgres")
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f'DROP DATABASE "{name}" WITH (FORCE)')
    database.close()


def test_pages_documents_and_lists_are_gzipped_but_no_secrets(web: httpx.Client) -> None:
    names = [f"Player {number}" for number in range(40)]
    cup = web.post("/v1/tournaments", json={"name": "Packed Cup"}).json()["id"]
    web.post(f"/v1/tournaments/{cup}/players", json={"names": names})
    long = [f"/tournaments/{cup}/players", f"/v1/tournaments/{cup}/players"]

    answers = [web.get(path) for path in (*long, "/openapi.json")]
    keys = web.post("/v1/keys", json={"role": "player", "tournament": cup})
    plain = web.get(long[0], headers={"Accept-Encoding": "identity"})

    assert [answer.headers.get("content-encoding") for answer in answers] == ["gzip"] * 3
    assert all("Accept-Encoding" in answer.headers["vary"] for answer in answers)
    assert "content-encoding" not in plain.headers
    assert (len(keys.content) > SMALLEST, keys.headers.get("content-encoding")) == (True, None)
    assert MATRIX.keys() >= SECRET
