"""`surveyor backup` and `surveyor restore`: all data of a service in one file."""

from pathlib import Path
from typing import Annotated

from typer import Argument

from service.cli.commands.files import check_there
from service.cli.commands.output import USAGE, ending
from service.cli.commands.serving import DataFolder, settings_of


def backup(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="Where it is written.")], data: DataFolder = None
) -> None:
    """Write the database and all photos into one file, while the service runs or not.

    For a service on PostgreSQL and a bucket use their own means: docs/operating.md.
    """
    from service.store.backup import BackupError, make_backup

    with ending(USAGE, BackupError, OSError):
        count = make_backup(settings_of(None, data=data).data, file)
    print(f"{file}: the database and {count} photos")


def restore(
    file: Annotated[Path, Argument(metavar="FILE.tar", help="A backup.")], data: DataFolder = None
) -> None:
    """Unpack a backup into a new folder; every photo is checked against its hash."""
    from service.store.backup import BackupError, restore_backup

    check_there([file])
    folder = settings_of(None, data=data).data
    with ending(USAGE, BackupError, OSError):
        count = restore_backup(file, folder)
    print(f"{folder}: the database and {count} photos; start it with surveyor serve --data {folder}")
