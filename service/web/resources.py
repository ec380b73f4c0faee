"""The parts of a running service, opened at its start and closed at its end."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from anyio import CapacityLimiter

from service.access.ratelimits import Rates
from service.access.singleuser import is_single_user
from service.readingqueue.claims import release_all_claims
from service.readingqueue.readingloop import ReadingLoop
from service.setup.settings import Settings
from service.standings.boards import Boards
from service.store.blobs import Blobs, open_blobs
from service.store.database import Database, open_database
from service.store.folderlock import alone_in
from service.store.tables import new_id
from service.web.housekeeping import Housekeeper, forget_claims
from service.work.workforce import Work, Workforce

logger = logging.getLogger(__name__)

PRIVATE_PHOTOS = (
    "photos are kept in %s, which other servers of this database may not see: name a place for all of them "
    "with the setting `blobs`, or run one server alone"
)
INTAKE = 8  # uploads that are written at once; the others wait their turn
GAMES = 2  # moves of games that are worked out at once
PATIENCE = 20.0  # seconds that photos under way get when the service is asked to stop


@dataclass(frozen=True)
class Resources:
    """The parts that the routes work with."""

    settings: Settings
    database: Database
    blobs: Blobs
    workforce: Workforce
    loop: ReadingLoop
    limiter: CapacityLimiter
    """Keeps more photos than there are readers from being in memory at once for somebody who waits."""
    pictures: CapacityLimiter
    """Keeps more pictures than there are readers from being drawn at once: a page may show a dozen."""
    intake: CapacityLimiter
    """Keeps uploads from using all connections to the database while the place for photos is slow."""
    games: CapacityLimiter
    """Keeps games, which anybody may play against bots, from taking the time of all others."""
    rates: Rates
    boards: Boards
    single_user: bool
    """Whether every user of this machine is the organiser, without a login."""


@contextmanager
def open_resources(settings: Settings, work: Work | None) -> Iterator[Resources]:
    """Open all parts, and put pages that an earlier run had claimed back in line.

    Raises:
        DatabaseError: The database cannot be used.
        ClusterError: The cluster cannot be used.
        OpenToAllError: Everybody could come in.
    """
    settings.data.mkdir(0o700, parents=True, exist_ok=True)
    database = open_database(settings.database_address)
    if not database.is_sqlite and settings.blobs is None:
        logger.warning(PRIVATE_PHOTOS, settings.blobs_address)
    with closing(database), alone_in(settings.data) as is_alone:
        database.migrate()
        if is_alone and database.is_sqlite:
            _take_up(database)
        single_user = is_single_user(settings, database)
        with Workforce(settings.readers, cluster=settings.cluster, work=work) as workforce:
            owner = f"{socket.gethostname()[:20]}:{os.getpid()}:{new_id()}"
            photos, lease = settings.blobs_address, settings.lease_seconds
            loop = ReadingLoop(database, photos, workforce, owner, lease=lease)
            blobs = open_blobs(settings.blobs_address)
            housekeeper = Housekeeper(database, blobs, settings.retention_days, settings.scan_days)
            loop.start()
            housekeeper.start()
            try:
                yield Resources(
                    settings,
                    database,
                    blobs,
                    workforce,
                    loop,
                    CapacityLimiter(settings.readers),
                    CapacityLimiter(settings.readers),
                    CapacityLimiter(INTAKE),
                    CapacityLimiter(GAMES),
                    Rates(settings),
                    Boards(),
                    single_user,
                )
            finally:
                housekeeper.stop()
                loop.stop(PATIENCE)


def _take_up(database: Database) -> None:
    with database.begin() as db:
        taken = release_all_claims(db)
        forget_claims(db)
    if taken:
        logger.info("%d pages that were under way when the service ended are read again", taken)
