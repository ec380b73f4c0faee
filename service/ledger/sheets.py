"""The sheets as they stand: read by us, corrected by people, each step of it on record."""

from collections.abc import Sequence

from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents import Reading, SheetMap
from service.documents.errors import StaleError
from service.ledger.inforce import corrections_in_force
from service.ledger.kindred import hand_besides
from service.ledger.reconsider import reconsidered, settle_same_map
from service.sheets.asread import reading_of
from service.sheets.correcting import SheetAsRead, changed, corrected
from service.sheets.correction import SheetCorrection, said_in
from service.sheets.doubts import Doubt
from service.sheets.rows import SheetRow, State, find_sheet, likeness_of, list_sheets
from service.sheets.writing import change_sheet
from service.store.events import SURVEYOR, Deed, record
from service.store.signs import find_seen


def correct_sheet(
    db: Connection, actor: Actor, row: SheetRow, version: int, correction: SheetCorrection
) -> SheetRow:
    """Apply what a person says of a sheet, and keep on record what stood there before.

    Raises:
        StaleError: The sheet is not as that person saw it.
        EngineError: No such map can be: a mountain drawn over, too many coins.
    """
    read = as_read(db, row)
    earlier = said_in(corrections_in_force(db, row.tournament, row.id))
    correction, followed = corrected(read, row, earlier, correction)
    state = replace_map(db, row, version, followed.map, followed.doubts)
    record(
        db,
        actor.name,
        Deed.SHEET_CORRECTED,
        tournament=row.tournament,
        subject=row.id,
        version=version + 1,
        correction=correction.model_dump(mode="json", exclude_none=True),
        role=actor.role.value,
        before=changed(row.map, followed.map),
        state=state,
        **followed.to_json(),
    )
    if State.SCORED in (row.state, state):
        follow_others(db, row)
    return again(db, row)


def as_read(db: Connection, row: SheetRow, reading: Reading | None = None) -> SheetAsRead:
    """Return a sheet as it was read, or as another reading of its page shows it."""
    reading = reading or reading_of(db, row.page)
    others = hand_besides(db, row.tournament, row.id, row.player, row.round, reading.model)
    return SheetAsRead(reading, row.number, find_seen(db, reading, row.number), others)


def follow_others(db: Connection, row: SheetRow) -> None:
    """Let the player's other sheets that wait for a person follow what was settled on one, or taken back."""
    if row.player is None:
        return
    for other in list_sheets(db, row.tournament, player=row.player, state=State.REVIEW):
        if other.id != row.id:
            follow_settled(db, other, because=row.id)


def follow_settled(db: Connection, row: SheetRow, *, because: str | None = None) -> None:
    """Let a sheet follow what was settled on the player's other sheets; no question of it is dropped."""
    said = said_in(corrections_in_force(db, row.tournament, row.id))
    followed = as_read(db, row).follow(row, said)
    if followed.map == row.map and followed.doubts == list(row.doubts):
        return
    try:
        state = replace_map(db, row, row.version, followed.map, followed.doubts)
    except StaleError:
        return  # somebody settles it at this very moment
    record(
        db,
        SURVEYOR,
        Deed.SHEET_FOLLOWED,
        tournament=row.tournament,
        subject=row.id,
        version=row.version + 1,
        because=because,
        before=changed(row.map, followed.map),
        state=state,
        **followed.to_json(),
    )


def replace_map(db: Connection, row: SheetRow, version: int, map: SheetMap, doubts: Sequence[Doubt]) -> State:
    """Put another map in the place of a sheet's, with what is doubtful about it; return the sheet's state.

    Raises:
        StaleError: The sheet is not at that version.
    """
    if likeness_of(map) == row.likeness:
        return change_sheet(db, row, version, map=map, doubts=doubts)
    doubts = reconsidered(db, row.tournament, row.player, row.placed_by, doubts, map)
    state = change_sheet(db, row, version, map=map, doubts=doubts)
    settle_same_map(db, row.tournament, row.likeness)
    return state


def again(db: Connection, row: SheetRow) -> SheetRow:
    """Return a sheet as it stands now."""
    return find_sheet(db, row.tournament, row.id)
