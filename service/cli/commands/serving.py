"""`surveyor serve`: the web service."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from service.cli.commands.output import INSTALLATION, USAGE, ending
from service.work.processlimits import importing_much

if TYPE_CHECKING:
    from service.setup.settings import Settings
    from service.store.database import Database

ConfigFile = Annotated[
    Path | None, Option("--config", metavar="FILE", help="A TOML file of settings.  [env: SURVEYOR_CONFIG]")
]
DataFolder = Annotated[Path | None, Option("--data", metavar="DIR", help="Folder of what the service keeps.")]


def settings_of(
    config: Path | None, *, host: str | None = None, port: int | None = None, data: Path | None = None
) -> "Settings":
    """Return the settings; what is wrong with them is wrong usage."""
    from service.setup.settings import SettingsError, read_settings

    with ending(USAGE, SettingsError):
        return read_settings(config, host=host, port=port, data=data)


@contextmanager
def opened_database(settings: "Settings") -> "Iterator[Database]":
    """Open the service's database with its tables up to date; if it cannot be used, end the command."""
    from service.store.database import DatabaseError, open_database

    with (
        ending(INSTALLATION, DatabaseError),
        closing(open_database(settings.database_address)) as database,
    ):
        database.migrate()
        yield database


def serve(
    host: Annotated[str | None, Option("--host", help="Address to listen on.  [default: 127.0.0.1]")] = None,
    port: Annotated[int | None, Option("--port", min=0, max=65535, help="[default: 8000]")] = None,
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Start the web service. SURVEYOR_HOST, SURVEYOR_PORT and the like set it up too."""
    with importing_much():
        from service.access.singleuser import OpenToAllError
        from service.server.running import PortTakenError, run_server
        from service.store.database import DatabaseError
        from service.work.cluster import ClusterError

    settings = settings_of(config, host=host, port=port, data=data)
    with ending(USAGE, OpenToAllError, PortTakenError), ending(INSTALLATION, DatabaseError, ClusterError):
        run_server(settings)
