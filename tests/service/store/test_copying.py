"""A service that began with SQLite goes on with another database, and lacks nothing."""

from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import func, select

from service.cli.main import run
from service.setup.settings import Settings
from service.store.database import open_database
from service.store.tables import metadata
from tests.service.clients import client_of
from tests.service.sentphotos import add_tournament, list_files, send
from tests.service.serving import serve, serve_settings
from tests.service.stubs import CLEAR_PHOTO


def begin_in_a_folder(folder: Path) -> tuple[str, list[dict[str, object]], bytes]:
    """Serve a tournament with two files; return its path, its files and the first photo."""
    with serve(folder) as address, client_of(address, timeout=60) as web:
        cup = f"/v1/tournaments/{add_tournament(f'sqlite:///{folder}/surveyor.db')}"
        send(web, cup, ("a.jpg", CLEAR_PHOTO), ("b.jpg", b"no photo"))
        files = list_files(web, cup)
        return cup, files, web.get(f"{cup}/files/{files[0]['id']}/photo").content


def rows_of(address: str) -> dict[str, int]:
    database = open_database(address)
    with database.read() as db:
        counts = {
            table.name: db.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }
    database.close()
    return counts


@pytest.fixture
def settings(empty_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a service that has outgrown `tmp_path / "data"`, also in the environment."""
    address = empty_address.replace("surveyor.db", "server.db")
    monkeypatch.setenv("SURVEYOR_DATABASE", address)
    monkeypatch.setenv("SURVEYOR_BLOBS", str(tmp_path / "photos"))
    return Settings(
        data=tmp_path / "data", database=SecretStr(address), blobs=str(tmp_path / "photos"), readers=1
    )


def test_a_service_goes_on_with_another_database(settings: Settings) -> None:
    cup, before, shown = begin_in_a_folder(settings.data)

    assert run(["copy", "--data", str(settings.data)]) == 0

    assert rows_of(settings.database_address) == rows_of(f"sqlite:///{settings.data}/surveyor.db")
    with serve_settings(settings) as address, client_of(address, timeout=60) as web:
        assert list_files(web, cup) == before
        assert web.get(f"{cup}/files/{before[0]['id']}/photo").content == shown
        send(web, cup, ("c.jpg", CLEAR_PHOTO + b"more"))
        assert len(list_files(web, cup)) == 3


def test_a_database_in_use_is_not_mixed_with_another(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    begin_in_a_folder(settings.data)
    run(["copy", "--data", str(settings.data)])
    counts = rows_of(settings.database_address)

    assert run(["copy", "--data", str(settings.data)]) == 2

    assert "name an empty database" in capsys.readouterr().err
    assert rows_of(settings.database_address) == counts


def test_a_folder_is_not_copied_into_its_own_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begin_in_a_folder(tmp_path)
    monkeypatch.setenv("SURVEYOR_DATABASE", f"sqlite:///{tmp_path}/surveyor.db")

    assert run(["copy", "--data", str(tmp_path)]) == 2
    assert "name an empty database" in capsys.readouterr().err


def test_it_is_said_what_lacks_for_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["copy", "--data", str(tmp_path)]) == 2
    assert "no database to copy to" in capsys.readouterr().err

    monkeypatch.setenv("SURVEYOR_DATABASE", f"sqlite:///{tmp_path}/server.db")
    assert run(["copy", "--data", str(tmp_path / "nowhere")]) == 2
    assert "no service's data" in capsys.readouterr().err


def test_a_folder_in_which_a_service_works_is_not_copied(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve(settings.data):
        assert run(["copy", "--data", str(settings.data)]) == 2

    assert "a service works in" in capsys.readouterr().err
