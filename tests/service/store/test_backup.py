from collections.abc import Callable
from pathlib import Path
from tarfile import TarFile
from threading import Event, Thread

import httpx
import pytest

from service.store.backup import BackupError, make_backup, restore_backup
from service.store.blobs import FolderBlobs
from service.store.database import Database, open_database
from tests.service.clients import client_of
from tests.service.sentphotos import add_tournament, list_files, send
from tests.service.servers import wait_until
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO

MOST_SENT = 80  # photos, all of which a page of the list holds
HEAD = b"././@PaxHeader"  # how what tells of a file begins in an archive


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
        assert make_backup(folder, tmp_path / "backup.tar") == 1
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
    assert make_backup(data, tmp_path / "backup.tar") == 2
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


def test_a_photo_that_is_deleted_while_it_is_packed_is_left_out(
    whole: bytes, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (photo, *_) = sorted((data / "photos").glob("*/*"))
    add = TarFile.add

    def and_delete(tar: TarFile, path: Path, name: str) -> None:
        if path == photo:
            photo.unlink()
        add(tar, path, name)

    monkeypatch.setattr(TarFile, "add", and_delete)

    assert make_backup(data, tmp_path / "later.tar") == 1


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
