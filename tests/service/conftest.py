import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from service.store.database import Database, open_database
from service.work import tasks
from tests.service.clients import client_of
from tests.service.faults.forked import start_forking
from tests.service.postgres import make_database, run_postgres
from tests.service.serving import serve
from tests.service.stubs import stub_reader

MAX_UPLOAD = 200_000


@pytest.fixture(scope="session", autouse=True)
def _forking() -> None:
    start_forking()


@pytest.fixture(scope="session")
def server_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve real HTTP on a port of the machine's choice."""
    with serve(tmp_path_factory.mktemp("service"), max_upload_bytes=MAX_UPLOAD) as address:
        yield address


@pytest.fixture
def web(server_address: str) -> Iterator[httpx.Client]:
    with client_of(server_address) as client:
        yield client


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """Undo what a server that runs inside the test does to the files of the tests after it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def stubbed_vision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command see what `read_by_width` says."""
    reader = stub_reader()
    monkeypatch.setattr(tasks, "load_reader", lambda: reader)


@pytest.fixture
def photo_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Serve PostgreSQL for the whole run; the address of its server."""
    with run_postgres() as server:
        yield server.address


@pytest.fixture(scope="module")
def new_postgres_database(postgres: str) -> str:
    """Return the address of an empty database of the module's own."""
    return make_database(postgres, uuid4().hex)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a database without tables, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'surveyor.db'}"
    return make_database(request.getfixturevalue("postgres"), uuid4().hex)


@pytest.fixture
def empty_database(empty_address: str) -> Iterator[Database]:
    database = open_database(empty_address)
    yield database
    database.close()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an SQLite database with its tables and nothing in them."""
    path = tmp_path_factory.mktemp("migrated") / "surveyor.db"
    _migrate(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def migrated_postgres(postgres: str) -> str:
    """Return the name of such a database on the PostgreSQL server."""
    _migrate(make_database(postgres, "migrated"))
    return "migrated"


def _migrate(address: str) -> None:
    database = open_database(address)
    database.migrate()
    database.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """Return a database with its tables, of either kind: a copy of one that was migrated once."""
    if request.param == "sqlite":
        copy = shutil.copy(request.getfixturevalue("migrated"), tmp_path / "surveyor.db")
        address = f"sqlite:///{copy}"
    else:
        like = request.getfixturevalue("migrated_postgres")
        address = make_database(request.getfixturevalue("postgres"), uuid4().hex, like=like)
    database = open_database(address)
    yield database
    database.close()
