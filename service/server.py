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
    reader = PhotoReader()
    reader.load()  # fails here, in one line, rather than within the server
    uvicorn.run(create_app(settings, reader), host=settings.host, port=settings.port)
