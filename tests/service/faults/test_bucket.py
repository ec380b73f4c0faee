"""A bucket that hangs: uploads are refused soon, nothing that waits is rejected, and all goes on later."""

import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, update

from service.store.blobs import BlobMissingError, BlobsAwayError, open_blobs
from service.store.database import open_database
from service.store.tables import pages
from tests.extent import in_test_all
from tests.service.cups import Cup, looking_into
from tests.service.faults.bucket import ADDRESS, Bucket, environment_of, run_bucket
from tests.service.faults.forked import ForkedServer
from tests.service.seeded import Sending
from tests.service.servers import Notes, wait_until
from tests.service.test_survival import some_sheets

SOON = 15.0  # seconds; two tries of one second each, on a machine that has much else to do
SHA = "0" * 64


@pytest.fixture(name="bucket")
def _bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """Serve a bucket, and tell the environment of it."""
    with run_bucket() as bucket:
        for name, value in bucket.environment.items():
            monkeypatch.setenv(name, value)
        yield bucket


def test_uploads_are_refused_soon_and_nothing_is_lost(bucket: Bucket, tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'surveyor.db'}"
    notes = Notes(tmp_path / "notes")
    server = ForkedServer(tmp_path, notes, address, blobs=ADDRESS, readers=1).start()
    try:
        cup = Cup(address, server)
        first, second = some_sheets(2)
        with cup.client() as web:
            assert send(cup, web, first).status_code == 202
            wait_until(cup.is_done, "the reading of the first")

            bucket.hang()
            read_again(address)  # so that a reader meets the bucket that hangs
            began = time.monotonic()
            assert_is_away(send(cup, web, second))
            assert time.monotonic() < began + SOON
            assert web.get(f"{cup.at}/standings").status_code == 200
            wait_until(lambda: has_been_given_back(address), "the page that could not be fetched")

            bucket.go_on()
            assert send(cup, web, second).status_code == 202
        wait_until(cup.is_done, "the reading of both")
        names = {file.name for sending in (first, second) for file in sending.files}
        assert {file["name"] for file in cup.files()} == names
        assert {file["state"] for file in cup.files()} <= {"scored", "review"}
        assert len(cup.files()) == len(cup.sheets()) == 2
    finally:
        server.kill()


def send(cup: Cup, web: httpx.Client, sending: Sending) -> httpx.Response:
    return cup.post(web, sending, {"Idempotency-Key": sending.files[0].name})


def assert_is_away(response: httpx.Response) -> None:
    assert (response.status_code, response.headers["retry-after"]) == (503, "10"), response.text
    assert response.json()["type"] == "urn:surveyor:problem:blobs"


def read_again(address: str) -> None:
    """Put every page in line once more."""
    database = open_database(address)
    with database.begin() as db:
        db.execute(update(pages).values(state="waiting", attempts=0))
    database.close()


def has_been_given_back(address: str) -> bool:
    with looking_into(address) as db:
        row = db.execute(select(pages.c.state, pages.c.attempts, pages.c.rejection)).one()
    assert row.rejection is None
    return (row.state, row.attempts) == ("waiting", 0)


@in_test_all
def test_each_thing_that_a_bucket_is_asked_ends_in_time(bucket: Bucket) -> None:
    blobs = open_blobs(ADDRESS)
    blobs.put(SHA, BytesIO(b"photo"))
    assert (blobs.get(SHA), list(blobs.digests())) == (b"photo", [SHA])
    blobs.delete(SHA)
    with pytest.raises(BlobMissingError):
        blobs.get(SHA)

    bucket.hang()
    began = time.monotonic()
    for ask in (
        lambda: blobs.put(SHA, BytesIO(b"photo")),
        lambda: blobs.get(SHA),
        lambda: blobs.delete(SHA),
        lambda: list(blobs.digests()),
    ):
        with pytest.raises(BlobsAwayError, match="does not answer"):
            ask()
    assert time.monotonic() < began + 4 * SOON


def test_a_bucket_that_is_not_there_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment_of(1).items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BlobsAwayError):
        open_blobs(ADDRESS).put(SHA, BytesIO(b"photo"))
