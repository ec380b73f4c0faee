"""Sets sheets and rejected files aside, so that they do not count, and undoes changes of sheets."""

from collections.abc import Sequence

from sqlalchemy import Connection, update

from engine.sentence import later
from service.access.actors import Actor
from service.documents.errors import ConflictError
from service.files.documents import FileState, FileStatus
from service.placing.byhand import take_back_place
from service.placing.placedoubts import doubts_at, settle_place, settle_same_map
from service.review.correcting import follow_others, reload_sheet, replace_map, to_correct
from service.sheets.changesinforce import changes_of_sheet, find_undone
from service.sheets.rows import SheetRow, State, get_sheet
from service.sheets.storing import change_sheet, place_of, record_change
from service.store.events import Event, EventKind, now, record
from service.store.tables import files

NOT_REJECTED = later("Only a file that was rejected is set aside as a whole; else set its sheets aside.")


def dismiss_sheet(db: Connection, actor: Actor, row: SheetRow, reason: str, *, back: bool) -> SheetRow:
    """Set a sheet aside, so that it counts nowhere; or take it back.

    Where another sheet has taken its place since, a person is asked which of the two counts.

    Raises:
        StaleError: Somebody else changes it at this very moment.
        ConflictError: It is to come back, and was not set aside.
    """
    if back and row.state is not State.DISMISSED:
        raise ConflictError("This sheet was not set aside.")
    state = change_sheet(db, row, dismissed=not back, doubts=doubts_at(db, row) if back else None)
    record_change(db, actor.name, EventKind.SHEET_DISMISSED, row, reason=reason, back=back)
    if State.SCORED in (row.state, state):
        follow_others(db, row)
    if not back:
        settle_place(db, actor.name, row.tournament, place_of(row))
        settle_same_map(db, row.tournament, row.likeness)
    return reload_sheet(db, row)


def dismiss_file(db: Connection, actor: Actor, file: FileStatus, reason: str, *, back: bool) -> None:
    """Set a rejected file, or the rejected pages of one, aside: nobody is asked about it; or undo that.

    Raises:
        ConflictError: Nothing of it was rejected, or is to come back and was not set aside.
    """
    if file.state is not FileState.REJECTED and file.reason is None:
        raise ConflictError(NOT_REJECTED)
    if back and file.dismissed_at is None:
        raise ConflictError("This file was not set aside.")
    if not back and file.dismissed_at is not None:
        return  # pressed twice
    db.execute(update(files).where(files.c.id == file.id).values(dismissed_at=None if back else now()))
    of_file = {"tournament": file.tournament, "subject": file.id}
    record(db, actor.name, EventKind.FILE_DISMISSED, **of_file, reason=reason, back=back)


def undo_change(db: Connection, actor: Actor, row: SheetRow, event: int | None = None) -> Event:
    """Undo an event by which somebody corrected, placed or dismissed a sheet, by default the last; return it.

    Raises:
        ConflictError: Nothing was done, or it was taken back.
        StaleError: Somebody else changes the sheet at this very moment.
    """
    undone = find_undone(changes_of_sheet(db, row.tournament, row.id), event)
    if undone.kind is EventKind.SHEET_CORRECTED:
        replace_map(db, actor.name, EventKind.CORRECTION_UNDONE, row, to_correct(db, row).undo(undone))
    elif undone.kind is EventKind.SHEET_DISMISSED:
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
