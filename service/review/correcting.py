"""Corrects sheets of tournaments, records each change, and lets a player's other sheets learn from it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice
from operator import add

from sqlalchemy import Connection

from engine import ALL_SQUARES, Square, Terrain
from service.access.actors import Actor
from service.documents import Reading
from service.documents.errors import StaleError
from service.placing.placedoubts import reconsidered, settle_same_map
from service.sheets.asread import reading_of, reason_of
from service.sheets.changesinforce import corrections_in_force
from service.sheets.correctedmap import MapChange, SheetAsRead, SheetToCorrect
from service.sheets.documents import SheetCorrection, said_in
from service.sheets.rows import MapInForce, SheetFilter, SheetRow, State, find_sheet, likeness_of, list_sheets
from service.sheets.similarsquares import squares_in
from service.sheets.storing import change_sheet, record_change
from service.store.events import SURVEYOR, EventKind
from service.store.probabilities import load_probabilities
from vision.context.adaptation import KnownHand

MOST_TEACHERS = 2  # sheets: more teach little that is new, and take long


def correct_sheet(db: Connection, actor: Actor, row: SheetRow, correction: SheetCorrection) -> SheetRow:
    """Apply a correction to a sheet as that person saw it, and record what stood there before.

    Raises:
        StaleError: Somebody else changes it at this very moment.
        ConflictError: Its map was damaged in the database: nobody can have seen it.
        EngineError: No such map can be: a mountain drawn over, too many coins.
    """
    change = to_correct(db, row).correct(correction, actor.role.value)
    replace_map(db, actor.name, EventKind.SHEET_CORRECTED, row, change)
    return reload_sheet(db, row)


def to_correct(db: Connection, row: SheetRow) -> SheetToCorrect:
    """Return a sheet with what a correction of it depends on."""
    return SheetToCorrect(row, as_read(db, row), corrections_in_force(db, row.tournament, row.id))


def as_read(db: Connection, row: SheetRow, reading: Reading | None = None) -> SheetAsRead:
    """Return a sheet as it was read, or as another reading of its page shows it."""
    reading = reading or reading_of(db, row.page)
    reason = reason_of(reading, reading.sheets[row.number])
    others = hand_besides(db, row, reading.model)
    return SheetAsRead(reading, row.number, reason, load_probabilities(db, reading, row.number), others)


def follow_others(db: Connection, row: SheetRow) -> None:
    """Update the player's other sheets in review by what was settled on this one, or undone."""
    if row.player is None:
        return
    for other in list_sheets(db, row.tournament, SheetFilter(player=row.player, state=State.REVIEW)):
        if other.id != row.id:
            follow_settled(db, other, because=row.id)


def follow_known_hand(db: Connection, row: SheetRow, model: str | None) -> None:
    """Update a sheet that was just read by this model, if any of the player's other sheets was settled."""
    if hand_besides(db, row, model) is not None:
        follow_settled(db, row)


def follow_settled(db: Connection, row: SheetRow, *, because: str | None = None) -> None:
    """Update a sheet by what was settled on the player's other sheets."""
    change = to_correct(db, row).follow()
    if change.then.map == row.map and change.then.doubts == list(row.doubts):
        return
    with suppress(StaleError):  # somebody settles it at this very moment
        replace_map(db, SURVEYOR, EventKind.SHEET_FOLLOWED, row, change, because=because)


def replace_map(
    db: Connection, by: str, kind: EventKind, row: SheetRow, change: MapChange, **details: object
) -> None:
    """Replace a sheet's map and doubts, and record the change.

    The player's other sheets follow, unless this one follows others itself.

    Raises:
        StaleError: Somebody else has changed the sheet.
    """
    state = put_map(db, row, change.then)
    record_change(db, by, kind, row, state=state, **change.details, **details)
    if State.SCORED in (row.state, state) and kind is not EventKind.SHEET_FOLLOWED:
        follow_others(db, row)


def put_map(db: Connection, row: SheetRow, then: MapInForce) -> State:
    """Replace a sheet's map and doubts, also those that follow from whose map it is like; return its state.

    Raises:
        StaleError: Somebody else has changed the sheet.
    """
    is_other = then.map.side is not row.map.side or likeness_of(then.map) != row.likeness
    doubts = reconsidered(db, row, then) if is_other else then.doubts
    state = change_sheet(db, row, map=then.map, doubts=doubts)
    if is_other:
        settle_same_map(db, row.tournament, row.likeness)
    return state


def reload_sheet(db: Connection, row: SheetRow) -> SheetRow:
    """Return the present row of a sheet."""
    return find_sheet(db, row.tournament, row.id)


def hand_besides(db: Connection, sheet: SheetRow, model: str | None) -> KnownHand | None:
    """Return how a player draws, learned from their other settled sheets; None if there are none.

    Sheets of the same round come first: they were drawn with the same pencil. Only sheets that the same model
    has read are compared.
    """
    if sheet.player is None:
        return None
    settled = list_sheets(db, sheet.tournament, SheetFilter(player=sheet.player, state=State.SCORED))
    others = [row for row in settled if row.id != sheet.id and not row.is_damaged]
    others.sort(key=lambda row: row.round != sheet.round)
    hands = list(islice(_hands(db, others, model), MOST_TEACHERS))
    return reduce(add, hands) if hands else None


def _hands(db: Connection, rows: Sequence[SheetRow], model: str | None) -> Iterator[KnownHand]:
    """Yield the handwriting on each sheet that this model read, and that a person corrected or confirmed."""
    for row in rows:
        said = said_in(corrections_in_force(db, row.tournament, row.id))
        named = squares_in(said)
        if any(each.confirm for each in said):
            named = {square: row.map.at(square) for square in ALL_SQUARES}
        drawn: dict[Square, Terrain] = {at: held for at, held in named.items() if not held.is_printed}
        reading = reading_of(db, row.page) if drawn else None
        if reading is not None and reading.model == model:
            seen = load_probabilities(db, reading, row.number)
            if seen is not None and seen.side is row.map.side:
                yield KnownHand.learn(seen, drawn)
