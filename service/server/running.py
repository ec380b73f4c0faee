"""Running the web service."""

import os
import signal
import socket
import sys
from contextlib import closing

import uvicorn

from service.access.singleuser import is_single_user, startup_message
from service.readings.reader import PhotoReader
from service.server.app import create_app
from service.server.connections import BACKLOG, Bounds, bounded_protocol
from service.setup.logs import start_logging
from service.setup.settings import Settings
from service.store.blobs import check_blobs
from service.store.database import open_database
from service.work.cluster import check_cluster
from service.work.workforce import Work

GRACE_SECONDS = 30  # how long a server that is asked to stop goes on answering
KEPT_SECONDS = 10  # how long an idle connection is kept: longer than clients keep theirs, mostly 5 s, as a
# request that meets the end of its connection fails


def run_server(settings: Settings, work: Work | None = None) -> None:
    """Serve until asked to stop; what is wrong with the settings is raised before the server starts.

    Raises:
        DatabaseError: The database cannot be used.
        BlobsAddressError: Photos cannot be kept there.
        ClusterError: The cluster cannot be used.
        ModelError: The installation lacks its model.
        OpenToAllError: Everybody could come in.
        PortTakenError: It cannot listen there.
    """
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # uvicorn sends it again once all is closed
    os.umask(0o077)  # its files are for its own user alone
    _check_port(settings)
    single_user = _prepare(settings)
    check_blobs(settings.blobs_address)
    if settings.cluster is not None:
        check_cluster(settings.cluster)
    PhotoReader().load()
    start_logging(settings.log_format)
    print(startup_message(single_user, settings), file=sys.stderr, flush=True)
    uvicorn.run(
        create_app(settings, work),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,  # it would tell the addresses asked for; service.server.watch has a line for each
        proxy_headers=False,  # service.access.addresses knows whom to believe
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEPT_SECONDS,
        http=bounded_protocol(Bounds.of_machine(), settings.proxies),
        backlog=BACKLOG,
    )


class PortTakenError(Exception):
    """The address cannot be listened on; the message says why, and what to do."""


def _check_port(settings: Settings) -> None:
    """Check that the address is free, before anything is made."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        socket.create_server((settings.host, settings.port), family=family).close()
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)  # Python's own repeats the address
        raise PortTakenError(
            f"{settings.host}:{settings.port} cannot be listened on ({why}); "
            "choose another with --host and --port"
        ) from error


def _prepare(settings: Settings) -> bool:
    """Bring the tables up to date; tell whether one person works alone here."""
    with closing(open_database(settings.database_address)) as database:
        database.migrate()
        return is_single_user(settings, database)
