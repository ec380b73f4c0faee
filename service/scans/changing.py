"""Changes of a scan by its owner, recorded with the state before, and undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sqlalchemy import Connection, update

from engine import Side
from service.access.actors import Actor
from service.documents import Reading
from service.documents.errors import ConflictError, StaleError
from service.readings.byhand import HAS_SHEETS, reading_by_hand
from service.readings.hints import Hints
from service.scans.rows import ScanRow, StatedGame, own_scan, reason_in_scan, sheets_as_read
from service.sheets.correcting import SheetAsRead, as_corrected, changed, corrected
from service.sheets.documents import SheetCorrection, said_in
from service.sheets.following import Followed
from service.sheets.writing import change_sheet, keep_sheets_of_scan
from service.store.events import Deed, Event, list_events, now, record
from service.store.probabilities import find_seen, keep_signs
from service.store.tables import scans
from vision import SheetReading

NEW_READINGS = (Deed.SCAN_READ_AGAIN, Deed.SCAN_ENTERED_BY_HAND)
CHANGES = (Deed.SCAN_CORRECTED, Deed.SCAN_GAME_TOLD, *NEW_READINGS)
MOST_CHANGES = 10_000


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back."""

    event: Event
    settled: int = 0
    """Squares that followed the corrected ones, and are no longer questions."""
    asked: int = 0
    """Squares that became questions."""

    @property
    def kind(self) -> Deed:
        """What was changed."""
        return self.event.kind


def correct_scan(
    db: Connection, actor: Actor, row: ScanRow, version: int, number: int, correction: SheetCorrection
) -> ScanRow:
    """Apply a correction to one sheet of the photo, counted from 0.

    Raises:
        StaleError: The scan is not as they saw it.
        EngineError: No such map can be.
    """
    standing = row.sheets[number]
    earlier = _said_of(number, corrections_in_force(db, row.id))
    correction, followed = corrected(_as_read(db, row.reading, number), standing, earlier, correction)
    _change(
        db,
        actor,
        row,
        version,
        Deed.SCAN_CORRECTED,
        before=changed(standing.map, followed.map),
        sheet=number,
        correction=correction.model_dump(mode="json", exclude_none=True),
        role=actor.role.value,
        **followed.to_json(),
    )
    change_sheet(db, standing, standing.version, map=followed.map, doubts=followed.doubts)
    return own_scan(db, actor, row.id)


def tell_game(db: Connection, actor: Actor, row: ScanRow, version: int, game: StatedGame) -> ScanRow:
    """Store what the owner says of the game: edicts, season, solo.

    Raises:
        StaleError: The scan is not as they saw it.
    """
    stated = game.to_json()
    _change(db, actor, row, version, Deed.SCAN_GAME_TOLD, stated, before=row.game.to_json(), **stated)
    return own_scan(db, actor, row.id)


def replace_reading(
    db: Connection,
    actor: Actor,
    row: ScanRow,
    version: int,
    reading: Reading,
    hints: Hints,
    seen: Sequence[SheetReading] = (),
    deed: Deed = Deed.SCAN_READ_AGAIN,
) -> ScanRow:
    """Replace the reading by another one of the same photo.

    Raises:
        StaleError: The scan is not as its owner saw it.
    """
    keep_signs(db, reading, seen)
    before = {"reading": row.reading.model_dump(mode="json"), "asked": row.hints.to_json()}
    values = {"reading": reading.model_dump(mode="json"), "asked": hints.to_json()}
    _change(db, actor, row, version, deed, values, before=before, asked=hints.to_json())
    keep_sheets_of_scan(db, row.id, sheets_as_read(reading))
    return own_scan(db, actor, row.id)


def enter_by_hand(db: Connection, actor: Actor, row: ScanRow, version: int, side: Side) -> ScanRow:
    """Add an empty map to a photo that could not be read; it is entered by correcting it.

    Raises:
        StaleError: The scan is not as its owner saw it.
        ConflictError: Something was read, and can be corrected.
    """
    if row.sheets:
        raise ConflictError(HAS_SHEETS)
    reading = reading_by_hand(row.reading.photo, side, row.reading.reason)
    return replace_reading(db, actor, row, version, reading, Hints(side), deed=Deed.SCAN_ENTERED_BY_HAND)


def last_change(db: Connection, scan: str) -> Change | None:
    """Return the change that would be undone next."""
    last = next(reversed(_changes_in_force(db, scan)), None)
    if last is None:
        return None
    followed = last.body.get("followed", {})
    settled, asked = (len(followed.get(what, ())) for what in ("settled", "asked"))
    return Change(last, settled, asked)


def corrections_in_force(db: Connection, scan: str) -> list[Event]:
    """Return the corrections of the present reading that are not undone, the earliest first."""
    return _corrections(_changes_in_force(db, scan))


def _corrections(changes: Sequence[Event]) -> list[Event]:
    """Return the corrections among changes in force, without those of an earlier reading."""
    said: list[Event] = []
    for event in changes:
        if event.kind in NEW_READINGS:
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


def game_was_stated(db: Connection, scan: str) -> bool:
    """Tell whether the owner has stated the game; else it was taken from their last scan."""
    events = list_events(db, None, subject=scan, most=MOST_CHANGES)
    return any(event.kind is Deed.SCAN_GAME_TOLD for event in events)


def undo(db: Connection, actor: Actor, row: ScanRow, version: int) -> ScanRow:
    """Undo the last change that is in force.

    Raises:
        StaleError: The scan is not as its owner saw it.
        ConflictError: Nothing was changed.
    """
    changes = _changes_in_force(db, row.id)
    if not changes:
        raise ConflictError("Nothing was changed that could be taken back.")
    *rest, last = changes
    is_correction = last.kind is Deed.SCAN_CORRECTED
    columns = {} if is_correction else {name: last.body["before"][name] for name in _written_by(last.kind)}
    _change(db, actor, row, version, Deed.SCAN_UNDONE, columns, undone=last.id)
    said = _corrections(rest)
    if is_correction:
        number = last.body["sheet"]
        standing, before = row.sheets[number], _as_said(db, row.reading, number, said)
        change_sheet(db, standing, standing.version, map=before.map, doubts=before.doubts)
    elif last.kind in NEW_READINGS:
        reading = Reading.model_validate(columns["reading"])
        numbers = range(len(reading.sheets))
        keep_sheets_of_scan(db, row.id, [_as_said(db, reading, number, said) for number in numbers])
    return own_scan(db, actor, row.id)


def _written_by(kind: Deed) -> Sequence[str]:
    """Return the columns of a scan that a change of this kind writes."""
    return ("reading", "asked") if kind in NEW_READINGS else tuple(StatedGame().to_json())


def _as_said(db: Connection, reading: Reading, number: int, said: Sequence[Event]) -> Followed:
    """Return a sheet as its reading and the corrections in force make it."""
    read = _as_read(db, reading, number)
    return as_corrected(read, reason_in_scan(reading, read.sheet), _said_of(number, said))


def _as_read(db: Connection, reading: Reading, number: int) -> SheetAsRead:
    return SheetAsRead(reading, number, find_seen(db, reading, number))


def _said_of(number: int, corrections: Sequence[Event]) -> list[SheetCorrection]:
    """Return the corrections of one sheet of the photo."""
    return said_in(event for event in corrections if event.body["sheet"] == number)


def _change(
    db: Connection,
    actor: Actor,
    row: ScanRow,
    version: int,
    deed: Deed,
    values: Mapping[str, object] = MappingProxyType({}),
    /,
    **said: object,
) -> None:
    """Write a change into a scan with the next version, and record it.

    Raises:
        StaleError: The scan is not as its owner saw it.
    """
    held = (scans.c.id == row.id) & (scans.c.version == version)
    written = update(scans).where(held).values(version=version + 1, used_at=now(), **values)
    if not db.execute(written).rowcount:
        raise StaleError("scan")
    record(db, actor.name, deed, tournament=None, subject=row.id, version=version + 1, **said)
