"""`surveyor corrections`: exports the corrections of a service, for the networks to learn from."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Argument

from service.cli.commands.output import INSTALLATION, USAGE, ending, print_notes
from service.cli.commands.serving import ConfigFile, DataFolder, opened_database, settings_of

correction_commands = typer.Typer(
    help="Bring what people said of a service's sheets into a store to learn from.", rich_markup_mode=None
)


@correction_commands.callback()
def corrections() -> None:
    """Bring what people said of a service's sheets into a store to learn from."""


@correction_commands.command("export")
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

    settings = settings_of(config, data=data)
    if settings.database is None and not (settings.data / "surveyor.db").exists():
        raise typer.BadParameter(f"there is no service's data in {settings.data}; say where with --data")
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
