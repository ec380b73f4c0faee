from pathlib import Path

import httpx
import pytest

from service.store.backup import BackupError, make_backup, restore_backup
from service.store.blobs import FolderBlobs
from service.store.database import Database, open_database
from tests.service.serving import serve
from tests.service.stubs import CLEAR_PHOTO
from tests.service.test_batches import add_tournament, ledger, send


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    database = open_database(f"sqlite:///{folder / 'surveyor.db'}")
    database.migrate()
    database.close()
    return folder


def test_a_backup_of_a_running_service_is_all_of_it(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    with serve(folder) as address, httpx.Client(base_url=address, timeout=60) as web:
        cup = f"/v1/tournaments/{add_tournament(f'sqlite:///{folder}/surveyor.db')}"
        send(web, cup, ("a.jpg", CLEAR_PHOTO), ("b.jpg", b"no photo"))
        before = ledger(web, cup)
        assert make_backup(folder, tmp_path / "backup.tar") == 1
    assert restore_backup(tmp_path / "backup.tar", copy) == 1
    with serve(copy) as address, httpx.Client(base_url=address, timeout=60) as web:
        assert ledger(web, cup) == before
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


def test_a_folder_without_a_service_is_told(tmp_path: Path) -> None:
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
