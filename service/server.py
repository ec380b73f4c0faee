"""Running the web service."""

import logging

import uvicorn

from service.app import create_app
from service.reader import PhotoReader
from service.settings import Settings


def run_server(settings: Settings) -> None:
    """Serve until told to stop.

    Raises:
        ModelError: The installation lacks its model.
    """
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    PhotoReader().load()  # fails here, in one line, rather than in a worker
    uvicorn.run(create_app(settings), host=settings.host, port=settings.port)
