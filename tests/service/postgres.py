"""A PostgreSQL of the tests' own, from Debian's package: on loopback, in a folder that goes with it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from sqlalchemy import create_engine, text

DEBIAN = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"  # whom the server runs as where we are root, which it refuses


def has_postgres() -> bool:
    """Whether the programs are installed."""
    return _find("pg_ctl") is not None


def _find(name: str) -> str | None:
    return shutil.which(name) or next(
        (str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)), None
    )


def _program(name: str) -> str:
    found = _find(name)
    if found is None:
        raise RuntimeError(f"{name} is missing: install Debian's package postgresql (`make debian-packages`)")
    return found


def _as_account(*words: str) -> list[str]:
    return ["runuser", "-u", ACCOUNT, "--", *words] if os.getuid() == 0 else list(words)


@dataclass(frozen=True)
class Postgres:
    """A database cluster of our own, in a folder."""

    folder: Path
    port: int

    @property
    def address(self) -> str:
        """The server's, without a database's name at the end."""
        return f"postgresql://surveyor@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to serve, and return once it does."""
        settings = f"-c listen_addresses=127.0.0.1 -p {self.port} -k {self.folder} -c fsync=off"
        self._control("-o", settings, "-l", str(self.folder / "log"), "start")

    def stop(self) -> None:
        """End at once, as if it had crashed."""
        self._control("-m", "immediate", "stop")

    def become_standby(self) -> None:
        """Begin anew as one that only reads, as after a failover."""
        self.stop()
        (self.folder / "data" / "standby.signal").touch()
        self.start()

    def promote(self) -> None:
        """Take changes again."""
        self._control("promote")

    def _control(self, *words: str) -> None:
        _run(_program("pg_ctl"), "-w", "-D", str(self.folder / "data"), *words)


@contextmanager
def run_postgres() -> Iterator[Postgres]:
    """Serve a new database cluster."""
    folder = mkdtemp(prefix="surveyor-postgres-")
    postgres = Postgres(Path(folder), _free_port())
    try:
        if os.getuid() == 0:
            shutil.chown(folder, ACCOUNT, ACCOUNT)
        made = ["--auth=trust", "--username=surveyor", "--no-sync", "--encoding=UTF8", "--locale=C"]
        _run(_program("initdb"), *made, "-D", str(postgres.folder / "data"))
        postgres.start()
        try:
            yield postgres
        finally:
            if (postgres.folder / "data" / "postmaster.pid").exists():  # no test has stopped it
                postgres.stop()
    finally:  # three hundred files of each test's database: Python takes seconds to delete them
        subprocess.run(["rm", "-rf", folder], check=False)


def make_database(server: str, name: str, *, like: str = "template1") -> str:
    """Make a database, empty or a copy of another that nobody uses; return its address."""
    address = f"{server}/postgres".replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{like}"'))
    engine.dispose()
    return f"{server}/{name}"


def _run(*words: str) -> None:
    subprocess.run(_as_account(*words), check=True, stdout=subprocess.DEVNULL, cwd="/")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
