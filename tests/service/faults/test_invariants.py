"""The checker itself: it is content with a service at rest, and tells of each thing that is wrong."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from service.access.actors import SINGLE_USER
from service.intake.receive import BatchDetails, Sent, open_batch, receive_files
from service.readingqueue.readingloop import ReadingLoop
from service.store.blobs import UNFINISHED, FolderBlobs
from service.store.database import Database, open_database
from service.store.events import now
from service.store.tables import answers, events, files, pages, photos, readings, sheets, tournaments
from service.work.workforce import Workforce
from tests.service.faults.invariants import Corrected, Promises, Published, what_is_wrong
from tests.service.servers import wait_until
from tests.service.stubs import CLEAR_PHOTO, STUB_WORK


@pytest.fixture(name="address")
def _address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'surveyor.db'}"


@pytest.fixture(name="promised")
def _promised(tmp_path: Path, address: str) -> Promises:
    """Take in two photos, and return what was answered once they are read."""
    database, blobs = open_database(address), FolderBlobs(tmp_path / "photos")
    database.migrate()
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
    sent = [Sent(f"{at}.jpg", io.BytesIO(CLEAR_PHOTO + bytes([at]))) for at in range(2)]
    received = receive_files(database, blobs, batch, sent)
    with Workforce(1, work=STUB_WORK) as workforce:
        loop = ReadingLoop(database, str(blobs.folder), workforce, "one")
        loop.start()
        wait_until(lambda: is_read(database), "the reading")
        loop.stop(5)
    database.close()
    return Promises([{"id": batch.id, "files": [file.model_dump(mode="json") for file in received]}])


def is_read(database: Database) -> bool:
    with database.read() as db:
        return set(db.execute(select(pages.c.state)).scalars()) == {"done"}


def find(tmp_path: Path, address: str, promised: Promises) -> list[str]:
    return what_is_wrong(address, str(tmp_path / "photos"), promised, tmp_path)


def test_nothing_is_wrong_with_a_service_at_rest_and_what_is_left_over_is_swept(
    tmp_path: Path, address: str, promised: Promises
) -> None:
    FolderBlobs(tmp_path / "photos").put("0" * 64, io.BytesIO(b"of an upload that was never finished"))
    (tmp_path / "photos" / "00" / f"{UNFINISHED}half").write_bytes(b"half")
    assert find(tmp_path, address, promised) == []


REQUEST = {"actor": "ann", "key": "key", "request": "0" * 64, "at": now()}
PHOTO = {"sha256": "1" * 64, "size": 1, "kind": "jpeg", "received_at": now()}
SPOILT: list[tuple[str, Callable[[Connection], Any]]] = [
    ("lost: the file 0.jpg", lambda db: db.execute(delete(files).where(files.c.name == "0.jpg"))),
    ("not as it was acknowledged", lambda db: db.execute(update(files).values(name="other"))),
    ("lost: no photo of the file", lambda db: db.execute(update(photos).values(deleted_at=now()))),
    ("lost: reading", lambda db: db.execute(delete(readings))),
    ("lost: record of a page", lambda db: db.execute(delete(events).where(events.c.kind == "page_read"))),
    ("lost: file in line", lambda db: db.execute(delete(pages))),
    ("doubled: page", lambda db: double(db, pages)),
    ("doubled: record of a file", lambda db: double(db, events, events.c.kind == "file_received")),
    ("doubled: reading", lambda db: double(db, readings)),
    ("blamed: 0.jpg", lambda db: db.execute(update(pages).values(rejection={"code": "reader_died"}))),
    ("a page is claimed", lambda db: db.execute(update(pages).values(state="claimed", claimed_by="one"))),
    ("the request key is under way", lambda db: db.execute(insert(answers).values(REQUEST))),
    ("left lying: the row of a photo", lambda db: db.execute(insert(photos).values(PHOTO))),
]


def double(db: Connection, table: Any, *which: Any) -> None:
    """Add each row once more, with another identifier."""
    for number, row in enumerate(db.execute(select(table).where(*which)).mappings().all(), start=900):
        id = number if isinstance(row["id"], int) else f"{number}"
        db.execute(insert(table).values({**row, "id": id}))


@pytest.mark.parametrize(("found", "spoil"), SPOILT, ids=[found for found, _ in SPOILT])
def test_each_thing_that_is_wrong_is_found(
    tmp_path: Path, address: str, promised: Promises, found: str, spoil: Callable[[Connection], Any]
) -> None:
    database = open_database(address)
    with database.begin() as db:
        spoil(db)
    database.close()
    assert any(found in each for each in find(tmp_path, address, promised))


def test_files_that_are_missing_damaged_or_unknown_are_found(
    tmp_path: Path, address: str, promised: Promises
) -> None:
    (tmp_path / "photos").joinpath("half").write_bytes(b"half")
    (tmp_path / "scratch").write_bytes(b"scratch")
    missing, damaged = (tmp_path / "photos" / file["sha256"][:2] / file["sha256"] for file in promised.files)
    missing.unlink()
    damaged.write_bytes(b"other")
    assert set(find(tmp_path, address, promised)) == {
        f"lost: the bytes of the photo {missing.name}",
        f"lost: the bytes of the photo {damaged.name} are others",
        "left lying: half among the photos",
        "left lying: scratch in the data folder",
    }


def test_what_nobody_was_told_and_what_was_told_and_is_not_there_are_found(
    tmp_path: Path, address: str, promised: Promises
) -> None:
    assert any(
        each.startswith("doubled: batch") for each in find(tmp_path, address, replace(promised, batches=[]))
    )
    database = open_database(address)
    with database.read() as db:
        sheet = db.execute(select(sheets.c.id)).scalars().first()
    database.close()
    assert sheet is not None
    promised.corrections.append(Corrected(sheet, 2, 3))
    promised.publications.append(Published("cup", 1, "first", {}))
    assert [each.partition(" of ")[0] for each in find(tmp_path, address, promised)] == [
        "lost: the correction",
        "lost: publication 1 (first)",
        f"lost: correction ('{sheet}', 2), 1 too few",
        "lost: publication ('cup', 'first'), 1 too few",
        "lost: record",
    ]
