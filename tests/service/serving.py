"""A real service, on a port of the machine's choice."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn

from service.app import create_app
from service.settings import Settings
from service.work.workforce import Work
from tests.service.stubs import STUB_WORK


@contextmanager
def serve(folder: Path, *, work: Work | None = STUB_WORK, **settings: Any) -> Iterator[str]:
    """Serve in a thread; yield the address."""
    told = Settings(data=folder, **{"readers": 1, "progress_seconds": 0.05} | settings)
    config = uvicorn.Config(create_app(told, work), host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the service did not start"
        time.sleep(0.01)
    host, port = server.servers[0].sockets[0].getsockname()
    yield f"http://{host}:{port}"
    server.should_exit = True
    thread.join(30)
