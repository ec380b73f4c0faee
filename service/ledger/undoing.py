"""Taking back what a person said of a sheet: that too is on record, and nothing is erased."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents import Place
from service.documents.errors import ConflictError
from service.ledger.inforce import corrections_in_force, said_in
from service.ledger.settle import reason_of
from service.ledger.sheets import again, changed, check_map, follow, follow_others, has_open_box, replace_map
from service.sheets.asread import map_of, read_surely, reading_of
from service.sheets.correction import SheetCorrection
from service.sheets.doubts import Doubt, PlaceDoubt, doubts_of, unsettled
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
    reading = reading_of(db, row.page)
    sheet = reading.sheets[row.number]
    map = map_of(sheet)
    for correction in rest:
        map = correction.apply(map)
    check_map(map)
    surely = read_surely(reading, row.number)
    doubts = _open(doubts_of(sheet, reason_of(reading, sheet)), map_of(sheet), rest, surely)
    doubts += [doubt for doubt in row.doubts if isinstance(doubt, PlaceDoubt)]
    followed = follow(db, row, reading, map, doubts, rest)
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
        before=changed(dict(row.map), followed.map),
        state=state,
    )
    if State.SCORED in (row.state, state):
        follow_others(db, row)
    return again(db, row)


def _open(
    doubts: Sequence[Doubt],
    map: Mapping[str, Any],
    said: Sequence[SheetCorrection],
    surely: frozenset[Place],
) -> list[Doubt]:
    """Return the doubts of a reading that these corrections of its map leave open.

    Args:
        doubts: of the reading.
        map: as it was read.
        said: the corrections, in order.
        surely: the squares that are known once the sheet as a whole is settled.
    """
    for correction in said:
        map = correction.apply(map)
        doubts = unsettled(
            doubts,
            squares=frozenset(square.square for square in correction.squares)
            | (surely if correction.whole else frozenset()),
            coins=correction.coins is not None or correction.confirm,
            boxes=correction.boxes is not None and not has_open_box(map),
            sheet=correction.confirm,
            whole=correction.whole,
        )
    return list(doubts)
