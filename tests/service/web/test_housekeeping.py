import hashlib
import io
import os
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from service.access.actors import SINGLE_USER
from service.intake.receive import BatchDetails, Sent, open_batch, receive_files
from service.store.blobs import BlobMissingError, Blobs, FolderBlobs
from service.store.database import Database, open_database
from service.store.events import list_events, now
from service.store.tables import answers, files, photos, sessions, tournaments
from service.web.housekeeping import FEW, Housekeeper, delete_old_photos, sweep
from tests.service.stubs import CLEAR_PHOTO

SHA = hashlib.sha256(CLEAR_PHOTO).hexdigest()
DAY = timedelta(days=1)


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "photos")


def send(database: Database, blobs: Blobs, photo: bytes = CLEAR_PHOTO) -> None:
    with database.begin() as db:
        if db.execute(select(tournaments.c.id)).first() is None:
            db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
    receive_files(database, blobs, batch, [Sent("a.jpg", io.BytesIO(photo))])


def age(database: Database, blobs: FolderBlobs, moment: datetime) -> None:
    """Let everything have come at a moment."""
    with database.begin() as db:
        db.execute(update(files).values(received_at=moment))
    for path in blobs.folder.glob("*/*"):
        os.utime(path, (moment.timestamp(), moment.timestamp()))


def test_old_photos_go_and_what_was_read_of_them_stays(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs)
    age(database, blobs, now() - 3 * DAY)
    assert delete_old_photos(database, blobs, now() - 2 * DAY) == 1
    with pytest.raises(BlobMissingError):
        blobs.get(SHA)
    with database.read() as db:
        assert db.execute(select(files.c.name)).scalars().all() == ["a.jpg"]
        assert list_events(db, "cup")[-1].kind == "photo_deleted"


def test_an_old_photo_that_is_sent_again_before_it_is_deleted_stays(
    database: Database, blobs: FolderBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many are looked up at once, and deleted one by one."""
    send(database, blobs)
    age(database, blobs, now() - 3 * DAY)
    begin = Database.begin

    def begin_late(late: Database) -> AbstractContextManager[Connection]:
        monkeypatch.setattr(Database, "begin", begin)
        send(late, blobs)
        return begin(late)

    monkeypatch.setattr(Database, "begin", begin_late)
    assert delete_old_photos(database, blobs, now() - 2 * DAY) == 0
    assert blobs.get(SHA) == CLEAR_PHOTO


def test_photos_that_are_young_enough_stay(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs)
    age(database, blobs, now() - DAY)
    assert delete_old_photos(database, blobs, now() - 2 * DAY) == 0
    assert blobs.get(SHA) == CLEAR_PHOTO


def test_a_photo_that_was_sent_again_is_young(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs)
    age(database, blobs, now() - 3 * DAY)
    send(database, blobs)
    assert delete_old_photos(database, blobs, now() - 2 * DAY) == 0


def test_a_deleted_photo_that_is_sent_again_is_kept_again(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs)
    delete_old_photos(database, blobs, now() + DAY)
    send(database, blobs)
    assert blobs.get(SHA) == CLEAR_PHOTO
    with database.read() as db:
        assert db.execute(select(photos.c.deleted_at)).scalars().all() == [None]


def test_what_belongs_to_nothing_is_swept_out_when_it_is_old(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs)
    orphan = b"of an upload that was cut off"
    blobs.put(hashlib.sha256(orphan).hexdigest(), io.BytesIO(orphan))
    assert sweep(database, blobs) == 0
    age(database, blobs, now() - DAY)
    assert sweep(database, blobs) == 1
    assert blobs.get(SHA) == CLEAR_PHOTO
    assert sweep(database, blobs) == 0


def test_photos_that_are_wanted_keep_nobody_from_writing(
    database: Database, blobs: FolderBlobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(database, blobs)
    age(database, blobs, now() - DAY)
    monkeypatch.setattr(Database, "begin", None)

    assert (sweep(database, blobs), delete_old_photos(database, blobs, now() - 2 * DAY)) == (0, 0)


def test_photos_of_another_database_are_left_alone(
    database: Database, blobs: FolderBlobs, caplog: pytest.LogCaptureFixture
) -> None:
    """As where the setting `database` is lost for once, or two services were given one bucket."""
    send(database, blobs)
    for number in range(FEW + 1):
        photo = b"of another %d" % number
        blobs.put(hashlib.sha256(photo).hexdigest(), io.BytesIO(photo))
    age(database, blobs, now() - DAY)
    assert sweep(database, blobs) == 0
    assert len(list(blobs.digests())) == FEW + 2
    assert f"{FEW + 1} photos" in caplog.text
    blobs.delete(hashlib.sha256(b"of another 0").hexdigest())
    assert sweep(database, blobs) == FEW
    assert blobs.get(SHA) == CLEAR_PHOTO


def test_an_empty_database_has_no_photo_swept_out(database: Database, blobs: FolderBlobs) -> None:
    blobs.put(SHA, io.BytesIO(CLEAR_PHOTO))
    age(database, blobs, now() - DAY)

    assert sweep(database, blobs) == 0


def test_a_swept_out_photo_that_is_sent_is_kept(database: Database, blobs: FolderBlobs) -> None:
    send(database, blobs, CLEAR_PHOTO + b" again")
    blobs.put(SHA, io.BytesIO(CLEAR_PHOTO))
    age(database, blobs, now() - DAY)
    assert sweep(database, blobs) == 1
    send(database, blobs)
    assert blobs.get(SHA) == CLEAR_PHOTO


def test_what_is_erased_is_soon_in_no_file_of_the_database(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'surveyor.db'}")
    database.migrate()
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Zephyrine", edicts=[], created_at=now()))
    with database.begin() as db:
        db.execute(delete(tournaments))
    Housekeeper(database, FolderBlobs(tmp_path / "photos"), None).tidy()
    assert [path.name for path in tmp_path.glob("surveyor.db*") if b"Zephyrine" in path.read_bytes()] == []
    database.close()


def test_ended_sessions_and_old_answers_are_forgotten(database: Database, blobs: FolderBlobs) -> None:
    with database.begin() as db:
        for name, moment in (("old", now() - 2 * DAY), ("new", now() + DAY)):
            db.execute(insert(sessions).values(digest=name, actor={}, csrf="", expires_at=moment))
            row = {"actor": "Ann", "key": name, "request": "0" * 64, "at": moment}
            db.execute(insert(answers).values(row))
    Housekeeper(database, blobs, None).tidy()
    with database.read() as db:
        assert db.execute(select(sessions.c.digest)).scalars().all() == ["new"]
        assert db.execute(select(answers.c.key)).scalars().all() == ["new"]
