"""A real service, on a port of the machine's choice."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from fastapi import FastAPI

from service.server.app import create_app
from service.server.running import KEPT_SECONDS
from service.setup.settings import Settings
from service.store.database import open_database
from service.work.workforce import Work
from tests.service.stubs import STUB_WORK


@contextmanager
def serve(folder: Path, *, work: Work | None = STUB_WORK, **settings: Any) -> Iterator[str]:
    """Serve in a thread; yield the address."""
    values = Settings(data=folder, **{"readers": 1, "progress_seconds": 0.05} | settings)
    with serve_settings(values, work) as address:
        yield address


@contextmanager
def serve_settings(settings: Settings, work: Work | None = STUB_WORK) -> Iterator[str]:
    """Serve with these settings; yield the address."""
    _copy_tables(settings)
    with serve_app(create_app(settings, work)) as address:
        yield address


def _copy_tables(settings: Settings) -> None:
    """Put an SQLite database with its tables where the service would make them, which takes longer."""
    kind, _, path = settings.database_address.partition(":///")
    if kind == "sqlite" and not Path(path).exists():
        Path(path).parent.mkdir(0o700, parents=True, exist_ok=True)
        Path(path).write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "surveyor.db"
        database = open_database(f"sqlite:///{path}")
        database.migrate()
        database.close()
        return path.read_bytes()


@contextmanager
def serve_app(app: FastAPI, **options: Any) -> Iterator[str]:
    """Serve an app; yield the address.

    Args:
        app: the service.
        options: of uvicorn.
    """
    quiet: dict[str, Any] = {"log_config": None, "access_log": False, "proxy_headers": False}
    kept = {"timeout_keep_alive": KEPT_SECONDS}
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, **quiet, **kept | options))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    try:
        yield f"http://{host}:{port}"
    finally:
        server.should_exit = True
        thread.join(30)
