"""Undoes corrections, places and dismissals of sheets; undoing is recorded too."""

from collections.abc import Sequence

from sqlalchemy import Connection

from service.access.actors import Actor
from service.placing.byhand import take_back_place
from service.review.correcting import replace_map, to_correct
from service.review.dismissing import dismiss_sheet
from service.sheets.changesinforce import deeds_in_force, find_undone
from service.sheets.rows import SheetRow, State, get_sheet
from service.store.events import Deed, Event


def undo_change(db: Connection, actor: Actor, row: SheetRow, event: int | None = None) -> Event:
    """Undo an event by which somebody corrected, placed or dismissed a sheet, by default the last; return it.

    Raises:
        ConflictError: Nothing was done, or it was taken back.
        StaleError: Somebody else changes the sheet at this very moment.
    """
    undone = find_undone(deeds_in_force(db, row.tournament, row.id), event)
    if undone.kind is Deed.SHEET_CORRECTED:
        replace_map(db, actor.name, Deed.CORRECTION_UNDONE, row, to_correct(db, row).undo(undone))
    elif undone.kind is Deed.SHEET_DISMISSED:
        dismiss_sheet(db, actor, row, "", back=True)
    else:
        take_back_place(db, actor.name, row, undone)
        _bring_back(db, actor, row.tournament, undone.body.get("replaced", ()))
    return undone


def _bring_back(db: Connection, actor: Actor, tournament: str, replaced: Sequence[str]) -> None:
    """Restore the sheets that were set aside for one that has left their place."""
    for sheet in replaced:
        row = get_sheet(db, tournament, sheet)
        if row is not None and row.state is State.DISMISSED:
            dismiss_sheet(db, actor, row, "", back=True)
