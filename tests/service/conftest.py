import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
import uvicorn

from service.app import create_app
from service.settings import Settings
from service.store.database import Database, open_database
from service.work import tasks
from tests.service.postgres import make_database, run_postgres
from tests.service.stubs import stub_reader

MAX_UPLOAD = 200_000


@pytest.fixture(scope="session")
def server_address() -> Iterator[str]:
    """Serve real HTTP on a port of the machine's choice."""
    settings = Settings(max_upload_bytes=MAX_UPLOAD)
    config = uvicorn.Config(create_app(settings, stub_reader()), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    yield f"http://{host}:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def web(server_address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server_address, timeout=30, trust_env=False) as client:
        yield client


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
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve PostgreSQL for the whole run; the address of its server."""
    with run_postgres(tmp_path_factory.mktemp("postgres") / "cluster") as address:
        yield address


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


@pytest.fixture
def database(empty_database: Database) -> Database:
    """Return a database with its tables, of either kind."""
    empty_database.migrate()
    return empty_database
