"""Running the web service."""

import logging

import uvicorn

from service.access.singleuser import is_single_user, say_who_comes
from service.app import create_app
from service.logs import start_logging
from service.reader import PhotoReader
from service.settings import Settings
from service.store.database import open_database

logger = logging.getLogger(__name__)

GRACE_SECONDS = 30  # how long a server that is told to stop goes on answering


def run_server(settings: Settings) -> None:
    """Serve until told to stop; what is wrong shows here, in one line, rather than within the server.

    Raises:
        DatabaseError: The database cannot be used.
        ModelError: The installation lacks its model.
        OpenToAllError: Everybody could come in.
    """
    single_user = _prepare(settings)
    PhotoReader().load()
    start_logging(settings.log_format)
    logger.info(say_who_comes(single_user, settings))
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,  # it would tell the addresses asked for; service.watch has a line for each
        proxy_headers=False,  # service.access.addresses knows whom to believe
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def _prepare(settings: Settings) -> bool:
    """Bring the tables up to date; tell whether one person works alone here."""
    database = open_database(settings.database_address)
    try:
        database.migrate()
        return is_single_user(settings, database)
    finally:
        database.close()
