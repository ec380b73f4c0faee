"""Undoes corrections, places and dismissals of sheets; undoing is recorded too."""

from collections.abc import Sequence

from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents.conditions import check_version
from service.documents.errors import ConflictError
from service.files.dismissing import dismiss_sheet
from service.files.inforce import corrections_in_force, deeds_in_force
from service.files.places import take_back_place
from service.files.sheets import as_read, replace_map
from service.sheets.asread import reason_of
from service.sheets.correcting import as_corrected
from service.sheets.documents import said_in
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import SheetRow, State, get_sheet
from service.store.events import Deed, Event


def take_back(
    db: Connection, actor: Actor, row: SheetRow, version: int, *, event: int | None = None
) -> Event:
    """Undo an event by which somebody corrected, placed or dismissed a sheet, by default the last; return it.

    Raises:
        ConflictError: Nothing was done, or it was taken back.
        StaleError: The sheet is not as that person saw it.
    """
    done = deeds_in_force(db, row.tournament, row.id)
    undone = next((each for each in reversed(done) if event in (None, each.id)), None)
    if undone is None:
        raise ConflictError("Nothing was changed that could be taken back.")
    check_version(row.version, frozenset({version}), "sheet")
    if undone.kind is Deed.SHEET_CORRECTED:
        _take_back_correction(db, actor, row, undone)
    elif undone.kind is Deed.SHEET_DISMISSED:
        dismiss_sheet(db, actor, row, version, "", back=True)
    else:
        take_back_place(db, actor.name, row, version, undone)
        _bring_back(db, actor, row.tournament, undone.body.get("replaced", ()))
    return undone


def _take_back_correction(db: Connection, actor: Actor, row: SheetRow, undone: Event) -> None:
    """Make the map and its doubts what the other corrections alone make of them."""
    said = corrections_in_force(db, row.tournament, row.id)
    rest = said_in([each for each in said if each.id != undone.id])
    read = as_read(db, row)
    places = [doubt for doubt in row.doubts if isinstance(doubt, PlaceDoubt)]
    followed = as_corrected(read, reason_of(read.reading, read.sheet), rest, places)
    details = {"undoes": undone.id, "correction": undone.body["correction"]}
    replace_map(db, actor.name, Deed.CORRECTION_UNDONE, row, followed, **details)


def _bring_back(db: Connection, actor: Actor, tournament: str, replaced: Sequence[str]) -> None:
    """Restore the sheets that were set aside for one that has left their place."""
    for sheet in replaced:
        row = get_sheet(db, tournament, sheet)
        if row is not None and row.state is State.DISMISSED:
            dismiss_sheet(db, actor, row, row.version, "", back=True)
