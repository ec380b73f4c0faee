"""`surveyor serve`, `backup`, `restore`, `copy` and `corrections`: the web service, and what it keeps."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Argument, Option

from service.cli.arguments import PathsCommand
from service.cli.commands.files import check_there
from service.cli.commands.output import INSTALLATION, REJECTED, USAGE, complain, ending, print_notes
from service.work.processlimits import importing_much

if TYPE_CHECKING:
    from service.setup.settings import Settings
    from service.store.database import Database

ConfigFile = Annotated[
    Path | None, Option("--config", metavar="FILE", help="A TOML file of settings.  [env: SURVEYOR_CONFIG]")
]
DataFolder = Annotated[Path | None, Option("--data", metavar="DIR", help="Folder of what the service keeps.")]

correction_commands = typer.Typer(
    help="Bring what people said of a service's sheets into a store to learn from.", rich_markup_mode=None
)


def settings_of(
    config: Path | None, *, host: str | None = None, port: int | None = None, data: Path | None = None
) -> "Settings":
    """Return the settings; a wrong one ends the command with the status of wrong usage."""
    from service.setup.settings import SettingsError, read_settings

    with ending(USAGE, SettingsError):
        return read_settings(config, host=host, port=port, data=data)


def settings_with_data(config: Path | None, data: Path | None) -> "Settings":
    """Return the settings of a service that keeps something already; elsewhere it is wrong usage."""
    settings = settings_of(config, data=data)
    _check_data(settings)
    return settings


def _check_data(settings: "Settings") -> None:
    if settings.database is None and not (settings.data / "surveyor.db").exists():
        raise typer.BadParameter(f"there is no service's data in {settings.data}; say where with --data")


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
        from service.access.passwords import UnreadablePasswordError
        from service.access.singleuser import OpenToAllError
        from service.server.running import PortTakenError, run_server
        from service.store.blobs import BlobsAddressError
        from service.store.database import DatabaseError
        from service.work.cluster import ClusterError

    settings = settings_of(config, host=host, port=port, data=data)
    with (
        ending(USAGE, BlobsAddressError, OpenToAllError, PortTakenError),
        ending(INSTALLATION, DatabaseError, ClusterError, UnreadablePasswordError),
    ):
        run_server(settings)


def backup(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="Where it is written.")],
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Write the database and all photos into one file, while the service runs or not.

    For a service on PostgreSQL and a bucket use their own means: docs/operating.md.
    """
    from service.store.backup import BackupError, make_backup
    from service.store.blobs import BlobsAddressError, BlobsAwayError, open_blobs

    settings = settings_of(config, data=data)
    if settings.database is not None:
        raise typer.BadParameter(
            "the setting database names another place than the data folder: back it up by its own means "
            "(PostgreSQL by pg_dump), and the photos by theirs; see docs/operating.md"
        )
    with (
        ending(USAGE, BackupError, BlobsAddressError),
        ending(USAGE, OSError, before=f"{file} cannot be written: "),
        ending(INSTALLATION, BlobsAwayError),
    ):
        packed = make_backup(settings.data, file, open_blobs(settings.blobs_address))
    print(f"{file}: the database and {packed.photos} photos")
    if packed.missing:
        lacking = f"{packed.missing} photos that the database has are not in {settings.blobs_address}"
        elsewhere = "does the service keep them elsewhere (the setting blobs)?"
        raise typer.Exit(complain(f"{lacking}, and not in {file}; {elsewhere}", REJECTED))


def restore(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="A backup.")],
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Unpack a backup into a new or empty folder; all in it is checked against its hash."""
    from service.store.backup import BackupError, restore_backup

    check_there([file])
    folder = settings_of(config, data=data).data
    with ending(USAGE, BackupError, OSError):
        count = restore_backup(file, folder)
    print(f"{folder}: the database and {count} photos; start it with surveyor serve --data {folder}")


def copy(data: DataFolder = None, config: ConfigFile = None) -> None:
    """Copy all that the data folder keeps into the database and the place for photos of the settings.

    For a service that outgrows SQLite: stop it, write the settings database and blobs, copy, start it again.
    The folder stays as it is.
    """
    from service.store.blobs import BlobsAddressError, BlobsAwayError, FolderBlobs, open_blobs
    from service.store.copying import CopyError, Kept, copy_all
    from service.store.folderlock import alone_in

    settings = settings_of(config, data=data)
    if settings.database is None:
        raise typer.BadParameter("the settings name no database to copy to; see docs/operating.md")
    in_folder = settings.model_copy(update={"database": None, "blobs": None})
    _check_data(in_folder)
    with (
        ending(USAGE, CopyError, BlobsAddressError),
        ending(USAGE, OSError, before="photos cannot be copied: "),
        ending(INSTALLATION, BlobsAwayError),
        alone_in(settings.data) as is_alone,
        opened_database(in_folder) as old,
        opened_database(settings) as new,
    ):
        if not is_alone:
            raise CopyError(
                f"a service works in {settings.data}; stop it, or what it writes now is not copied"
            )
        source = Kept(old, FolderBlobs(Path(in_folder.blobs_address)))
        count = copy_all(source, Kept(new, open_blobs(settings.blobs_address)))
    print(f"{settings.blobs_address}: {count} photos; the database is copied, too")


@correction_commands.callback()
def corrections() -> None:
    """Bring what people said of a service's sheets into a store to learn from."""


@correction_commands.command("export", cls=PathsCommand)
def export(
    store: Annotated[
        Path, Argument(metavar="STORE", help="The folder of the store, as in surveyor correct --store.")
    ],
    data: DataFolder = None,
    config: ConfigFile = None,
) -> None:
    """Bring all that people corrected and confirmed on the pages and over HTTP into a store.

    As in `surveyor corrections export corrections`, on the service's own machine, while it runs or not.
    Done again, only what is new is added; what was taken back, set aside or erased since is taken out.
    Players stand there by their identifiers. What the store is for: docs/corrections.md.
    """
    from service.scans.exportedcorrections import export_corrections
    from service.store.blobs import BlobsAwayError, open_blobs
    from vision.corrections import CorrectionStore

    settings = settings_with_data(config, data)
    with (
        ending(INSTALLATION, BlobsAwayError),
        ending(USAGE, OSError, before=f"{store} cannot be written to: "),
        opened_database(settings) as database,
    ):
        done = export_corrections(database, open_blobs(settings.blobs_address), CorrectionStore(store))
    notes = [f"{done.added} squares of {done.sheets} sheets added to {store}"]
    if done.taken_out:
        notes.append(f"{done.taken_out} squares taken out, which are corrected no more or were erased")
    if done.without_photo:
        notes.append(f"nothing added of {done.without_photo} sheets whose photos are no longer kept")
    print_notes(notes)
