"""What the owner of a scan says of it: each change on record with what stood before, and taken back again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, update

from service.access.actors import Actor
from service.documents import Reading
from service.documents.errors import ConflictError, StaleError
from service.ledger.hands import as_seen, follow_hand
from service.ledger.inforce import said_in
from service.ledger.sheets import check_map, has_open_box
from service.scans.rows import GameTold, ScannedMap, ScanRow, maps_of, own_scan
from service.sheets.asread import read_surely
from service.sheets.correction import SheetCorrection
from service.sheets.doubts import unsettled
from service.store.events import Deed, Event, list_events, now, record
from service.store.signs import find_seen, keep_signs
from service.store.tables import scans
from vision import SheetReading

CHANGES = (Deed.SCAN_CORRECTED, Deed.SCAN_GAME_TOLD, Deed.SCAN_READ_AGAIN)
MOST_CHANGES = 10_000


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back."""

    event: int
    kind: Deed
    before: Mapping[str, Any]
    """The columns that it changed, as they stood."""
    settled: int = 0
    """Squares that followed what was said of others, and are no question any more."""
    asked: int = 0
    """Squares that became one."""


def correct_scan(
    db: Connection, actor: Actor, row: ScanRow, version: int, number: int, correction: SheetCorrection
) -> ScanRow:
    """Apply what the owner says of one sheet of the photo, counted from 0.

    Raises:
        StaleError: The scan is not as they saw it.
        EngineError: No such map can be.
    """
    before, read = row.sheets[number], row.reading.sheets[number]
    events = corrections_in_force(db, row.id)
    earlier = said_in([event for event in events if event.body["sheet"] == number])
    correction = as_seen(correction, before.map, read.terrain, earlier)
    after = correction.apply(before.map)
    check_map(after)
    doubts = unsettled(
        before.doubts,
        squares=frozenset(square.square for square in correction.squares)
        | (read_surely(row.reading, number) if correction.whole else frozenset()),
        coins=correction.coins is not None or correction.confirm,
        boxes=correction.boxes is not None and not has_open_box(after),
        sheet=correction.confirm,
        whole=correction.whole,
    )
    followed = follow_hand(find_seen(db, row.reading, number), after, doubts, [*earlier, correction])
    changed = ScannedMap(followed.map, followed.doubts)
    sheets = [changed if at == number else sheet for at, sheet in enumerate(row.sheets)]
    said = {
        "sheet": number,
        "correction": correction.model_dump(mode="json", exclude_none=True),
        "role": actor.role.value,
        **followed.to_json(),
    }
    values = {"sheets": [sheet.to_json() for sheet in sheets]}
    return _change(db, actor, row, version, Deed.SCAN_CORRECTED, values, said)


def tell_game(db: Connection, actor: Actor, row: ScanRow, version: int, game: GameTold) -> ScanRow:
    """Keep what the owner says of the game: its edicts, the season, whether it was played alone.

    Raises:
        StaleError: The scan is not as they saw it.
    """
    values = game.to_json()
    return _change(db, actor, row, version, Deed.SCAN_GAME_TOLD, values, values)


def replace_reading(
    db: Connection,
    actor: Actor,
    row: ScanRow,
    version: int,
    reading: Reading,
    asked: Mapping[str, Any],
    seen: Sequence[SheetReading] = (),
) -> ScanRow:
    """Put another reading of the same photo in the place of the one that there is.

    Raises:
        StaleError: The scan is not as its owner saw it.
    """
    keep_signs(db, reading, seen)
    values = {
        "reading": reading.model_dump(mode="json"),
        "sheets": [sheet.to_json() for sheet in maps_of(reading)],
        "asked": dict(asked),
    }
    return _change(db, actor, row, version, Deed.SCAN_READ_AGAIN, values, {"asked": dict(asked)})


def last_change(db: Connection, scan: str) -> Change | None:
    """Return the change that would be taken back next."""
    last = next(reversed(_changes_in_force(db, scan)), None)
    if last is None:
        return None
    followed = last.body.get("followed", {})
    settled, asked = (len(followed.get(what, ())) for what in ("settled", "asked"))
    return Change(last.id, last.kind, last.body["before"], settled, asked)


def corrections_in_force(db: Connection, scan: str) -> list[Event]:
    """Return what was said of the sheets of the reading there is, and not taken back, the earliest first."""
    said: list[Event] = []
    for event in _changes_in_force(db, scan):
        if event.kind is Deed.SCAN_READ_AGAIN:
            said.clear()
        elif event.kind is Deed.SCAN_CORRECTED:
            said.append(event)
    return said


def _changes_in_force(db: Connection, scan: str) -> list[Event]:
    standing: list[Event] = []
    for event in list_events(db, None, subject=scan, most=MOST_CHANGES):
        if event.kind in CHANGES:
            standing.append(event)
        elif event.kind is Deed.SCAN_UNDONE and standing:
            standing.pop()
    return standing


def game_was_told(db: Connection, scan: str) -> bool:
    """Tell whether the owner has said anything of the game; else it was taken from the photo before."""
    events = list_events(db, None, subject=scan, most=MOST_CHANGES)
    return any(event.kind is Deed.SCAN_GAME_TOLD for event in events)


def undo(db: Connection, actor: Actor, row: ScanRow, version: int) -> ScanRow:
    """Take back the last change that was not taken back yet.

    Raises:
        StaleError: The scan is not as its owner saw it.
        ConflictError: Nothing was changed.
    """
    last = last_change(db, row.id)
    if last is None:
        raise ConflictError("Nothing was changed that could be taken back.")
    return _change(db, actor, row, version, Deed.SCAN_UNDONE, last.before, {"undone": last.event})


def _change(
    db: Connection,
    actor: Actor,
    row: ScanRow,
    version: int,
    deed: Deed,
    values: Mapping[str, Any],
    said: Mapping[str, Any],
) -> ScanRow:
    before = {name: value for name, value in _standing(row).items() if name in values}
    held = (scans.c.id == row.id) & (scans.c.version == version)
    written = update(scans).where(held).values(version=version + 1, used_at=now(), **values)
    if not db.execute(written).rowcount:
        raise StaleError("scan")
    record(db, actor.name, deed, tournament=None, subject=row.id, version=version + 1, before=before, **said)
    return own_scan(db, actor, row.id)


def _standing(row: ScanRow) -> dict[str, Any]:
    return {
        "reading": row.reading.model_dump(mode="json"),
        "sheets": [sheet.to_json() for sheet in row.sheets],
        "asked": dict(row.asked),
        **row.game.to_json(),
    }
