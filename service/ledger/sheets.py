"""The sheets as they stand: read by us, corrected by people, each step of it on record."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents import Map, Place, Reading
from service.documents.errors import StaleError
from service.ledger.hands import Followed, as_seen, follow_hand, squares_in
from service.ledger.inforce import corrections_in_force, said_in
from service.ledger.kindred import hand_besides
from service.ledger.reconsider import reconsidered, settle_same_map
from service.sheets.asread import read_surely, reading_of
from service.sheets.correction import SheetCorrection
from service.sheets.doubts import Doubt, unsettled
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
    before, reading = dict(row.map), reading_of(db, row.page)
    earlier = said_in(corrections_in_force(db, row.tournament, row.id))
    correction = as_seen(correction, before, reading.sheets[row.number].terrain, earlier)
    after = correction.apply(before)
    check_map(after)
    doubts = unsettled(
        row.doubts,
        squares=frozenset(squares_in([correction])) | _known_by(correction, reading, row),
        coins=correction.coins is not None or correction.confirm,
        boxes=correction.boxes is not None and not has_open_box(after),
        sheet=correction.confirm,
        whole=correction.whole,
    )
    followed = follow(db, row, reading, after, doubts, [*earlier, correction])
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
        before=changed(before, followed.map),
        state=state,
        **followed.to_json(),
    )
    if State.SCORED in (row.state, state):
        follow_others(db, row)
    return again(db, row)


def _known_by(correction: SheetCorrection, reading: Reading, row: SheetRow) -> frozenset[Place]:
    """Return the squares that are known once the sheet as a whole is settled, if that is said."""
    return read_surely(reading, row.number) if correction.whole else frozenset()


def follow(
    db: Connection,
    row: SheetRow,
    reading: Reading,
    map: Mapping[str, Any],
    doubts: Sequence[Doubt],
    said: Sequence[SheetCorrection],
) -> Followed:
    """Let the squares of a sheet of which nobody spoke follow what was said of others, on all sheets."""
    others = hand_besides(db, row.tournament, row.id, row.player, row.round, reading.model)
    return follow_hand(find_seen(db, reading, row.number), map, doubts, said, others)


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
    followed = follow(db, row, reading_of(db, row.page), row.map, row.doubts, said)
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


def replace_map(
    db: Connection, row: SheetRow, version: int, map: Mapping[str, Any], doubts: Sequence[Doubt]
) -> State:
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


def has_open_box(map: Mapping[str, Any]) -> bool:
    """Tell whether a season whose boxes are written has one that could not be read."""
    return any(season is not None and None in season for season in map.get("boxes") or ())


def check_map(map: Mapping[str, Any]) -> None:
    """Refuse a map that cannot be.

    Raises:
        EngineError: It contradicts what is printed on its side.
    """
    Map(
        schema_name="surveyor/map@1", side=map["side"], terrain=map["terrain"], coins=map["coins"]
    ).to_engine()


def again(db: Connection, row: SheetRow) -> SheetRow:
    """Return a sheet as it stands now."""
    return find_sheet(db, row.tournament, row.id)


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return what stood where something else stands now: squares as [row, column, terrain]."""
    squares = [
        [at_row, at_column, was]
        for at_row, (old, new) in enumerate(zip(before["terrain"], after["terrain"], strict=True))
        for at_column, (was, is_now) in enumerate(zip(old, new, strict=True))
        if was != is_now
    ]
    others = {
        key: before.get(key)
        for key in ("side", "coins", "boxes", "final")
        if before.get(key) != after.get(key)
    }
    return others | ({"squares": squares} if squares else {})
