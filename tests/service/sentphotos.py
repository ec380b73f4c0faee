"""Photos sent to a tournament over real HTTP, on both databases, and what became of them."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from service.store.database import open_database
from service.store.events import now
from service.store.tables import players, tournaments
from tests.service.clients import client_of
from tests.service.serving import serve

PATIENCE = 60.0  # seconds in which whatever was sent is read


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("batches")
    address = None if request.param == "sqlite" else request.getfixturevalue("new_postgres_database")
    with serve(folder, database=address) as base, client_of(base, timeout=60) as client:
        client.headers["x-folder"] = str(folder)
        client.headers["x-database"] = address or f"sqlite:///{folder / 'surveyor.db'}"
        yield client


@pytest.fixture
def cup(web: httpx.Client) -> str:
    """Return the address of a new tournament."""
    return f"/v1/tournaments/{add_tournament(web.headers['x-database'])}"


def add_tournament(address: str, *names: str) -> str:
    database = open_database(address)
    tournament = f"t{time.monotonic_ns():015d}"[:16]
    with database.begin() as db:
        db.execute(insert(tournaments).values(id=tournament, name="Cup", edicts=[], created_at=now()))
        for name in names:
            row = {"id": f"player-{name}", "tournament_id": tournament, "name": name, "created_at": now()}
            db.execute(insert(players).values(row))
    database.close()
    return tournament


def send(web: httpx.Client, cup: str, *photos: tuple[str, bytes], **form: str) -> dict[str, Any]:
    """Send photos; return the answer once all are read."""
    response = web.post(f"{cup}/batches", files=[("photos", photo) for photo in photos], data=form)
    assert response.status_code == 202, response.text
    wait_for(web, response.headers["location"])
    answer: dict[str, Any] = response.json()
    return answer


def wait_for(web: httpx.Client, batch: str) -> dict[str, Any]:
    until = time.monotonic() + PATIENCE
    while True:
        status: dict[str, Any] = web.get(batch).json()
        if status["done"]:
            return status
        assert time.monotonic() < until, status
        time.sleep(0.05)


def list_files(web: httpx.Client, cup: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = web.get(f"{cup}/files").json()["files"]
    return rows


def only_sheet(web: httpx.Client, cup: str) -> dict[str, Any]:
    [sheet] = web.get(f"{cup}/sheets").json()["sheets"]
    found: dict[str, Any] = sheet
    return found


def correct(
    web: httpx.Client, cup: str, sheet: dict[str, Any], said: dict[str, Any], version: int | None = None
) -> httpx.Response:
    headers = {"If-Match": f'"{version or sheet["version"]}"'}
    return web.post(f"{cup}/sheets/{sheet['id']}/corrections", json=said, headers=headers)
