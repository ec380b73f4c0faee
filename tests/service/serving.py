"""A service of the tests' own, over real HTTP."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from service.app import create_app
from service.settings import Settings
from tests.service.stubs import stub_reader


@contextmanager
def serve(settings: Settings) -> Iterator[str]:
    """Serve with a stub for vision, on a port of the machine's choice; yield the address."""
    with serve_app(create_app(settings, stub_reader())) as address:
        yield address


@contextmanager
def serve_app(app: FastAPI) -> Iterator[str]:
    """Serve an app, on a port of the machine's choice; yield the address."""
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, access_log=False, proxy_headers=False
    )
    server = uvicorn.Server(config)
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
        thread.join(10)
