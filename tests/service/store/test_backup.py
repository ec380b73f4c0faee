import gzip
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import httpx
import pytest

from service.cli.main import run
from service.store.backup import BackupError, Packed, make_backup, restore_backup
from service.store.blobs import FolderBlobs, open_blobs
from service.store.database import Database, open_database
from tests.service.clients import client_of
from tests.service.sentphotos import add_tournament, list_files, send
from tests.service.servers import wait_until
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO

MOST_SENT = 80  # photos, all of which a page of the list holds
HEAD = b"photos/"  # how what tells of a photo begins in an archive


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    database = open_database(f"sqlite:///{folder / 'surveyor.db'}")
    database.migrate()
    database.close()
    return folder


def test_a_backup_of_a_running_service_is_all_of_it(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    with serve(folder) as address, client_of(address, timeout=60) as web:
        cup = f"/v1/tournaments/{add_tournament(f'sqlite:///{folder}/surveyor.db')}"
        send(web, cup, ("a.jpg", CLEAR_PHOTO), ("b.jpg", b"no photo"))
        before = list_files(web, cup)
        assert make_backup(folder, tmp_path / "backup.tar") == Packed(1)
    assert restore_backup(tmp_path / "backup.tar", copy) == 1
    with serve(copy) as address, client_of(address, timeout=60) as web:
        assert list_files(web, cup) == before
        assert web.get(f"{cup}/files/{before[0]['id']}/photo").status_code == 200


def test_a_password_comes_back_and_nobody_else_reads_it(data: Path, tmp_path: Path) -> None:
    (data / "password-hash").write_text("$argon2id$...")
    make_backup(data, tmp_path / "backup.tar")
    restore_backup(tmp_path / "backup.tar", tmp_path / "copy")
    assert (tmp_path / "copy" / "password-hash").read_text() == "$argon2id$..."
    modes = [(tmp_path / name).stat().st_mode & 0o77 for name in ("copy", "copy/password-hash", "backup.tar")]
    assert modes == [0, 0, 0]


def test_the_disk_has_a_backup_and_what_is_restored_once_it_is_told(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that was taken out, or a power cut, could leave an empty file of either."""
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_ino))
    make_backup(data, tmp_path / "backup.tar")
    restore_backup(tmp_path / "backup.tar", tmp_path / "copy")
    written = ("backup.tar", ".", "copy/surveyor.db", "copy")
    assert {(tmp_path / name).stat().st_ino for name in written} <= set(synced)


def test_nothing_is_overwritten(data: Path, tmp_path: Path) -> None:
    make_backup(data, tmp_path / "backup.tar")
    with pytest.raises(BackupError, match="is there already"):
        make_backup(data, tmp_path / "backup.tar")
    with pytest.raises(BackupError, match="is not empty"):
        restore_backup(tmp_path / "backup.tar", data)


def test_a_folder_without_a_service_is_reported(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"holds no surveyor\.db"):
        make_backup(tmp_path, tmp_path / "backup.tar")


@pytest.mark.parametrize("content", [b"", b"no tar at all", bytes(10240)])
def test_what_is_no_backup_leaves_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "backup.tar").write_bytes(content)
    with pytest.raises(BackupError):
        restore_backup(tmp_path / "backup.tar", tmp_path / "copy")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup.tar"]


def test_a_damaged_photo_is_noticed(data: Path, tmp_path: Path) -> None:
    from tests.service.web.test_housekeeping import SHA
    from tests.service.web.test_housekeeping import send as keep

    database: Database = open_database(f"sqlite:///{data / 'surveyor.db'}")
    keep(database, FolderBlobs(data / "photos"))
    database.close()
    make_backup(data, tmp_path / "backup.tar")
    whole = (tmp_path / "backup.tar").read_bytes()
    (tmp_path / "broken.tar").write_bytes(whole.replace(CLEAR_PHOTO[-100:], bytes(100)))
    with pytest.raises(BackupError, match=f"damaged at photos/{SHA}"):
        restore_backup(tmp_path / "broken.tar", tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.fixture(name="whole")
def _whole(data: Path, tmp_path: Path) -> bytes:
    """Return a backup of two photos."""
    from tests.service.web.test_housekeeping import send as keep

    database: Database = open_database(f"sqlite:///{data / 'surveyor.db'}")
    for photo in (CLEAR_PHOTO, CLEAR_PHOTO + b"another"):
        keep(database, FolderBlobs(data / "photos"), photo)
    database.close()
    assert make_backup(data, tmp_path / "backup.tar") == Packed(2)
    return (tmp_path / "backup.tar").read_bytes()


def _cut_before_the_last_photo(whole: bytes) -> bytes:
    return whole[: whole.rindex(HEAD)]


def _with_a_damaged_head(whole: bytes) -> bytes:
    at = whole.rindex(HEAD)
    return whole[:at] + b"\xff" * 8 + whole[at + 8 :]


@pytest.mark.parametrize("spoil", [_cut_before_the_last_photo, _with_a_damaged_head])
def test_a_backup_that_lost_its_end_is_not_taken_for_a_smaller_one(
    whole: bytes, spoil: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    (tmp_path / "broken.tar").write_bytes(spoil(whole))

    with pytest.raises(BackupError, match=r"broken\.tar"):
        restore_backup(tmp_path / "broken.tar", tmp_path / "copy")

    assert not (tmp_path / "copy").exists()


def test_a_database_that_is_none_is_reported_in_words(tmp_path: Path) -> None:
    (tmp_path / "surveyor.db").write_bytes(b"no database, but a text of some length" * 100)

    with pytest.raises(BackupError, match="cannot be copied"):
        make_backup(tmp_path, tmp_path / "backup.tar")

    assert [path.name for path in tmp_path.iterdir()] == ["surveyor.db"]


def test_a_photo_that_is_not_there_is_counted_unless_it_is_deleted_meanwhile(
    whole: bytes, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (photo, *_) = sorted((data / "photos").glob("*/*"))
    get = FolderBlobs.get

    def and_delete(blobs: FolderBlobs, sha256: str) -> bytes:
        photo.unlink(missing_ok=True)
        with closing(sqlite3.connect(data / "surveyor.db")) as database:
            database.execute("UPDATE photos SET deleted_at = 'now' WHERE sha256 = ?", (photo.name,))
            database.commit()
        return get(blobs, sha256)

    photo.unlink()
    assert make_backup(data, tmp_path / "earlier.tar") == Packed(1, missing=1)
    monkeypatch.setattr(FolderBlobs, "get", and_delete)
    assert make_backup(data, tmp_path / "later.tar") == Packed(1)


@pytest.mark.parametrize("place", ["folder", "memory:///photos"])
def test_photos_that_are_kept_elsewhere_are_in_the_backup(data: Path, tmp_path: Path, place: str) -> None:
    from tests.service.web.test_housekeeping import send as keep

    elsewhere = open_blobs(place if "://" in place else str(tmp_path / place))
    database = open_database(f"sqlite:///{data / 'surveyor.db'}")
    keep(database, elsewhere)
    database.close()
    assert make_backup(data, tmp_path / "backup.tar", elsewhere) == Packed(1)
    assert restore_backup(tmp_path / "backup.tar", tmp_path / "copy") == 1


def test_the_command_finds_the_photos_by_the_settings_and_says_where_there_are_none(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.service.web.test_housekeeping import send as keep

    (tmp_path / "hall.toml").write_text(f'data = "{data}"\nblobs = "{tmp_path / "photos"}"\n')
    database = open_database(f"sqlite:///{data / 'surveyor.db'}")
    keep(database, FolderBlobs(tmp_path / "photos"))
    database.close()
    assert run(["backup", str(tmp_path / "one.tar"), "--config", str(tmp_path / "hall.toml")]) == 0
    assert capsys.readouterr().out.endswith(" 1 photos\n")
    assert run(["backup", str(tmp_path / "two.tar"), "--data", str(data)]) == 1
    assert "1 photos that the database has are not in" in capsys.readouterr().err


def test_the_settings_name_the_folder_that_is_restored(data: Path, tmp_path: Path) -> None:
    make_backup(data, tmp_path / "backup.tar")
    (tmp_path / "hall.toml").write_text(f'data = "{tmp_path / "restored"}"\n')
    assert run(["restore", str(tmp_path / "backup.tar"), "--config", str(tmp_path / "hall.toml")]) == 0
    assert (tmp_path / "restored" / "surveyor.db").is_file()


def test_a_database_elsewhere_is_not_taken_for_a_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SURVEYOR_DATABASE", f"sqlite:///{tmp_path / 'elsewhere.db'}")
    assert run(["backup", str(tmp_path / "backup.tar")]) == 2
    assert "another place than the data folder" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("name", ["absent/backup.tar", "data/surveyor.db/backup.tar"])
def test_a_backup_that_cannot_be_written_says_why(
    data: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["backup", str(tmp_path / name), "--data", str(data)]) == 2
    assert capsys.readouterr().err.startswith(f"surveyor: {tmp_path / name} cannot be written: No")


def test_a_folder_that_is_there_stays_the_same_one(data: Path, tmp_path: Path) -> None:
    """It may be where a disk or a container's volume is mounted, or belong to the service's user."""
    make_backup(data, tmp_path / "backup.tar")
    (tmp_path / "volume").mkdir()
    before = (tmp_path / "volume").stat().st_ino
    restore_backup(tmp_path / "backup.tar", tmp_path / "volume")
    assert (tmp_path / "volume").stat().st_ino == before
    assert sorted(path.name for path in (tmp_path / "volume").iterdir()) == ["photos", "surveyor.db"]


def test_a_compressed_backup_is_not_called_damaged(data: Path, tmp_path: Path) -> None:
    make_backup(data, tmp_path / "backup.tar")
    (tmp_path / "backup.tar.gz").write_bytes(gzip.compress((tmp_path / "backup.tar").read_bytes()))
    with pytest.raises(BackupError, match="decompress it first"):
        restore_backup(tmp_path / "backup.tar.gz", tmp_path / "copy")


def test_a_damaged_row_is_noticed(data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(data / "surveyor.db")) as database:
        made = "INSERT INTO tournaments VALUES ('cup', 'Hall Cup', NULL, '[]', 0, 'draft', 1, '2026-11-30')"
        database.execute(made)
        database.commit()
    make_backup(data, tmp_path / "backup.tar")
    whole = (tmp_path / "backup.tar").read_bytes()
    (tmp_path / "broken.tar").write_bytes(whole.replace(b"Hall Cup", b"Fall Cup"))
    with pytest.raises(BackupError, match=r"damaged at surveyor\.db"):
        restore_backup(tmp_path / "broken.tar", tmp_path / "copy")


def test_a_backup_under_load_holds_all_that_was_answered_before_it(tmp_path: Path) -> None:
    folder, copy, stop, answered = tmp_path / "data", tmp_path / "copy", Event(), set()

    def upload(web: httpx.Client, cup: str) -> None:
        for number in range(MOST_SENT):
            if stop.is_set():
                return
            sent = ("photos", (f"{number}.jpg", CLEAR_PHOTO + b"%d" % number))
            if web.post(f"{cup}/batches", files=[sent]).status_code == 202:
                answered.add(f"{number}.jpg")

    with serve(folder) as address, client_of(address, timeout=60) as web:
        cup = f"/v1/tournaments/{add_tournament(f'sqlite:///{folder}/surveyor.db')}"
        load = Thread(target=upload, args=(web, cup))
        load.start()
        wait_until(lambda: len(answered) >= 10, "ten photos are taken in")
        before = set(answered)
        make_backup(folder, tmp_path / "backup.tar")
        stop.set()
        load.join()
        after = set(answered)
    assert restore_backup(tmp_path / "backup.tar", copy) >= len(before)
    with serve(copy) as address, client_of(address, timeout=60) as web:
        rows = list_files(web, cup)
        assert before <= {row["name"] for row in rows} <= after
        assert {web.get(f"{cup}/files/{row['id']}/photo").status_code for row in rows} == {200}
