"""A disk that fills: uploads are refused with a sentence, nothing is half written, and all goes on later.

The server may write no file beyond so many bytes (RLIMIT_FSIZE, which plain users can set on what is theirs):
what is longer ends in the middle, as on a disk that is full.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from service.store.diskfull import is_out_of_room
from tests.service.cups import Cup
from tests.service.faults.forked import ForkedServer
from tests.service.faults.invariants import Promises, what_is_wrong
from tests.service.faults.strikes import no_room_beyond
from tests.service.seeded import ALL_SEEN, File, Sending, photo_of
from tests.service.servers import Notes, Server, wait_until

NO_ROOM_FOR_ROWS = 4096  # bytes
NO_ROOM_FOR_PHOTOS = 900_000  # the database is smaller by far
BLOCK = Random(1).randbytes(15_000).hex()[:25_000]


@pytest.fixture(name="server")
def _server(tmp_path: Path) -> Iterator[Server]:
    server = ForkedServer(
        tmp_path, Notes(tmp_path / "notes"), f"sqlite:///{tmp_path / 'surveyor.db'}"
    ).start()
    yield server
    server.kill()


def file_of(name: str, size: int) -> File:
    """Return a photo of at least so many bytes, which a zip makes smaller."""
    return File(name, photo_of(ALL_SEEN[0], salt=name + BLOCK * (size // len(BLOCK))), "")


SENDINGS = [
    (NO_ROOM_FOR_ROWS, Sending((file_of("row.jpg", 0),))),
    (NO_ROOM_FOR_PHOTOS, Sending((file_of("photo.jpg", 950_000),))),
    (NO_ROOM_FOR_PHOTOS, Sending((file_of("form.jpg", 1_500_000),))),
    (NO_ROOM_FOR_PHOTOS, Sending((file_of("small.jpg", 0), file_of("zip.jpg", 1_500_000)), zipped=True)),
]


def test_what_finds_no_room_is_refused_and_taken_once_there_is_some(server: Server, tmp_path: Path) -> None:
    cup = Cup(f"sqlite:///{tmp_path / 'surveyor.db'}", server)
    keys = [{"Idempotency-Key": sending.files[-1].name} for _, sending in SENDINGS]
    with cup.client() as web:
        for (most, sending), key in zip(SENDINGS, keys, strict=True):
            with no_room_beyond(most, server.pid):
                assert_there_is_no_room(cup.post(web, sending, key))
                assert web.get(f"{cup.at}/standings").status_code == 200
        assert [path for path in (tmp_path / "data").rglob(".new-*")] == []
        assert {file["name"] for file in cup.files()} <= {"small.jpg"}  # taken in before the one without room

        answers = [cup.post(web, sending, key) for (_, sending), key in zip(SENDINGS, keys, strict=True)]
    assert [answer.status_code for answer in answers] == [202] * len(SENDINGS)
    wait_until(cup.is_done, "the reading")
    names = sorted(file.name for _, sending in SENDINGS for file in sending.files)
    assert sorted(file["name"] for file in cup.files()) == names
    assert {file["state"] for file in cup.files()} <= {"scored", "review"}
    data, promised = tmp_path / "data", Promises([answer.json() for answer in answers])
    assert what_is_wrong(f"sqlite:///{tmp_path / 'surveyor.db'}", str(data / "photos"), promised, data) == []


def assert_there_is_no_room(response: httpx.Response) -> None:
    assert response.status_code == 507, response.text
    assert response.json()["type"] == "urn:surveyor:problem:full"
    assert response.json()["detail"].startswith("The server's disk is full")
    assert response.headers["retry-after"] == "30"


def test_a_full_disk_of_a_database_is_reported_from_one_that_is_away() -> None:
    away, full = sqlite3.OperationalError("locked"), sqlite3.OperationalError("full")
    away.sqlite_errorname, full.sqlite_errorname = "SQLITE_BUSY", "SQLITE_FULL"
    full_elsewhere = Exception()
    full_elsewhere.sqlstate = "53100"  # type: ignore[attr-defined]

    found = [is_out_of_room(OperationalError("", {}, error)) for error in (away, full, full_elsewhere)]
    assert found == [False, True, True]
