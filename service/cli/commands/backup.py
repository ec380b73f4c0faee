"""`surveyor backup` and `surveyor restore`: all that the service keeps, in one file."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from service.cli.commands.files import check_there

DataFolder = Annotated[
    Path | None, Option("--data", metavar="DIR", help="Folder of what the service keeps, as in serve.")
]


def backup(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="Where it is written.")], data: DataFolder = None
) -> None:
    """Write the database and all photos into one file, while the service runs or not.

    For a service on PostgreSQL and a bucket use their own means: docs/operating.md.
    """
    from service.store.backup import BackupError, make_backup

    try:
        count = make_backup(_folder(data), file)
    except (BackupError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{file}: the database and {count} photos")


def restore(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="A backup.")], data: DataFolder = None
) -> None:
    """Unpack a backup into a new folder; every photo is checked against its hash."""
    from service.store.backup import BackupError, restore_backup

    check_there([file])
    folder = _folder(data)
    try:
        count = restore_backup(file, folder)
    except (BackupError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{folder}: the database and {count} photos; start it with surveyor serve --data {folder}")


def _folder(data: Path | None) -> Path:
    from service.setup.settings import SettingsError, read_settings

    try:
        return read_settings(data=data).data
    except SettingsError as error:
        raise typer.BadParameter(str(error)) from error
