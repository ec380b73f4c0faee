"""The database: SQLite in a file by default, PostgreSQL by its address."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from tenacity import retry, retry_if_exception, stop_after_delay, wait_random

from service.setup.extras import words_without
from service.store.tables import metadata

MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATING = 7_823_011  # any number: servers that start together take turns by it
BUSY_SECONDS = 30  # how long a writer waits for another one
REACHING = {
    "connect_timeout": 10,  # seconds
    "keepalives_idle": 10,  # seconds without a word after which the other side is asked whether it lives
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,  # milliseconds until what was sent and never heard of ends a connection
}
"""How PostgreSQL is reached, so that a network that swallows all ends in an error, not in silence."""


class DatabaseError(Exception):
    """The database cannot be used; the message says why, and what to do."""


class Database:
    """Transactions on a database; safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        """Take an engine; see `open_database`."""
        self.engine = engine
        self._turn = Lock()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Open a transaction that may write.

        On SQLite those of this process take turns here: SQLite itself would look ever more rarely.
        """
        if self.is_sqlite and not self._turn.acquire(timeout=BUSY_SECONDS):
            raise OperationalError(None, None, sqlite3.OperationalError("database is locked"))
        try:
            with self.engine.begin() as connection:
                yield connection
        finally:
            if self.is_sqlite:
                self._turn.release()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a transaction that only reads, and keeps no writer waiting."""
        options = {"reads_only": True} if self.is_sqlite else {"postgresql_readonly": True}
        with self.engine.connect().execution_options(**options) as connection:
            yield connection

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self.engine.dialect.name == "sqlite"

    @property
    def address(self) -> str:
        """The address of the database, without the password."""
        return self.engine.url.render_as_string(hide_password=True)

    def migrate(self) -> None:
        """Migrate the tables to this program's version.

        Raises:
            DatabaseError: It cannot be reached, or was made by a newer program.
        """
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        try:
            with self.engine.begin() as connection:
                if not self.is_sqlite:  # there the transaction itself lets no other begin
                    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")  # another may migrate for long
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
                config.attributes["connection"] = connection
                if self._is_made(connection):
                    command.upgrade(config, "head")
                else:
                    metadata.create_all(connection)
                    command.stamp(config, "head")
        except DBAPIError as error:  # it is away, or the file is none of a database
            raise DatabaseError(f"the database {self.address} cannot be used: {error.orig}") from error

    def empty_log(self) -> None:
        """Move what SQLite wrote ahead into its file, so that what was erased stands in neither.

        Who reads for longer than a second is not waited for, since meanwhile nobody may write.
        """
        if self.is_sqlite:
            with closing(sqlite3.connect(str(self.engine.url.database), timeout=1)) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def is_current(self) -> bool:
        """Tell whether the tables have this program's version."""
        with self.read() as connection:
            revision = MigrationContext.configure(connection).get_current_revision()
        return revision == ScriptDirectory(str(MIGRATIONS)).get_current_head()

    def only_reads(self) -> bool:
        """Tell whether it takes no changes, as a standby of PostgreSQL."""
        if self.is_sqlite:
            return False
        with self.read() as connection:
            return bool(connection.exec_driver_sql("SELECT pg_is_in_recovery()").scalar_one())

    def _is_made(self, connection: Connection) -> bool:
        """Tell whether there are tables already, and refuse a newer program's."""
        revision = MigrationContext.configure(connection).get_current_revision()
        known = ScriptDirectory(str(MIGRATIONS)).walk_revisions()
        if revision and revision not in {script.revision for script in known}:
            raise DatabaseError(
                f"the database {self.address} was made by a newer Surveyor (step {revision}); "
                "start that version, or restore a backup of this one's time"
            )
        return revision is not None

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def open_database(address: str) -> Database:
    """Open a database by its address, as `sqlite:///folder/surveyor.db` or `postgresql://host/name`.

    Raises:
        DatabaseError: The address is none.
    """
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise DatabaseError(
            "the database's address cannot be understood; write it as postgresql://user@host/name"
        ) from error
    if url.get_backend_name() == "sqlite":
        return Database(_open_sqlite(url))
    if url.get_backend_name() == "postgresql":
        return Database(_open_postgresql(url))
    raise DatabaseError(f"databases of the kind {url.get_backend_name()} are not known: sqlite or postgresql")


def _open_postgresql(url: URL) -> Engine:
    address = url.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(
            address,
            connect_args={name: value for name, value in REACHING.items() if name not in url.query},
            pool_pre_ping=True,
            hide_parameters=True,  # errors are logged
        )
    except ModuleNotFoundError as error:
        raise DatabaseError(words_without("PostgreSQL")) from error
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _set_up_postgresql(connection: DBAPIConnection, _: object) -> None:
    """Let who waits for a lock in vain be told so, rather than wait for ever."""
    connection.cursor().execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")  # poolers refuse it as an option
    connection.commit()


def _open_sqlite(url: URL) -> Engine:
    if url.database:
        folder = Path(url.database).parent
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
            os.close(os.open(url.database, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite makes the others like it
        except OSError as error:
            problem = f"{error.strerror}: {error.filename}"
            raise DatabaseError(f"{folder} cannot be the folder of the database ({problem})") from error
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    _keep_write_ahead_log(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _is_busy(error: BaseException) -> bool:
    return isinstance(error, sqlite3.OperationalError) and error.sqlite_errorcode == sqlite3.SQLITE_BUSY


@retry(
    retry=retry_if_exception(_is_busy),
    stop=stop_after_delay(BUSY_SECONDS),
    wait=wait_random(0.01, 0.1),
    reraise=True,
)
def _keep_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch on write-ahead logging; SQLite does not wait here for others who do the same."""
    connection.execute("PRAGMA journal_mode = WAL")


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: a reader that wants to write later could be refused."""
    reads = connection.get_execution_options().get("reads_only", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
