"""A PostgreSQL of the tests' own, from Debian's package: on loopback, in a folder that goes with it."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import create_engine, text

DEBIAN = Path("/usr/lib/postgresql")
ACCOUNT = "postgres"  # whom the server runs as where we are root, which it refuses


def _program(name: str) -> str:
    found = shutil.which(name) or next(
        (str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        raise RuntimeError(f"{name} is missing: install Debian's package postgresql (`make packages`)")
    return found


def _as_account(*words: str) -> list[str]:
    return ["runuser", "-u", ACCOUNT, "--", *words] if os.getuid() == 0 else list(words)


@contextmanager
def run_postgres() -> Iterator[str]:
    """Serve a new database cluster; yield its address, without a database's name at the end."""
    with TemporaryDirectory(prefix="surveyor-postgres-", ignore_cleanup_errors=True) as folder:
        yield from _serve(Path(folder))


def _serve(folder: Path) -> Iterator[str]:
    if os.getuid() == 0:
        shutil.chown(folder, ACCOUNT, ACCOUNT)
    data, port = folder / "data", _free_port()
    made = ["--auth=trust", "--username=surveyor", "--no-sync", "--encoding=UTF8", "--locale=C"]
    _run(_program("initdb"), *made, "-D", str(data))
    settings = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off"
    _run(_program("pg_ctl"), "-w", "-D", str(data), "-o", settings, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://surveyor@127.0.0.1:{port}"
    finally:
        _run(_program("pg_ctl"), "-w", "-m", "immediate", "-D", str(data), "stop")


def make_database(server: str, name: str) -> str:
    """Make an empty database; return its address."""
    address = f"{server}/postgres".replace("postgresql:", "postgresql+psycopg:")
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    engine.dispose()
    return f"{server}/{name}"


def _run(*words: str) -> None:
    subprocess.run(_as_account(*words), check=True, stdout=subprocess.DEVNULL, cwd="/")


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
