"""Taking back what a person said of a sheet: that too is on record, and nothing is erased."""

from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents.errors import ConflictError
from service.ledger.inforce import corrections_in_force
from service.ledger.sheets import again, as_read, follow_others, replace_map
from service.sheets.asread import reason_of
from service.sheets.correcting import as_corrected, changed
from service.sheets.correction import said_in
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import SheetRow, State
from service.store.events import Deed, record


def undo_correction(
    db: Connection, actor: Actor, row: SheetRow, version: int, *, event: int | None = None
) -> SheetRow:
    """Take back a correction that is in force: the map and its doubts are as the others alone make them.

    Args:
        db: the transaction.
        actor: who takes it back.
        row: the sheet.
        version: the one that this person saw.
        event: that of the correction; by default the last one is taken back.

    Raises:
        ConflictError: Nothing was corrected, or it was taken back.
        StaleError: The sheet is not as that person saw it.
    """
    said = corrections_in_force(db, row.tournament, row.id)
    undone = next((each for each in reversed(said) if event in (None, each.id)), None)
    if undone is None:
        raise ConflictError("Nothing was corrected on this sheet that could be taken back.")
    rest = said_in([each for each in said if each is not undone])
    read = as_read(db, row)
    places = [doubt for doubt in row.doubts if isinstance(doubt, PlaceDoubt)]
    followed = as_corrected(read, reason_of(read.reading, read.sheet), rest, places)
    state = replace_map(db, row, version, followed.map, followed.doubts)
    record(
        db,
        actor.name,
        Deed.CORRECTION_UNDONE,
        tournament=row.tournament,
        subject=row.id,
        version=version + 1,
        undoes=undone.id,
        correction=undone.body["correction"],
        before=changed(row.map, followed.map),
        state=state,
    )
    if State.SCORED in (row.state, state):
        follow_others(db, row)
    return again(db, row)
