"""Changes of a scan by its owner, recorded with the state before, and undone.

Each raises StaleError if its owner changes the scan at this very moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sqlalchemy import Connection, update

from engine import Side
from service.access.actors import Actor
from service.documents import Reading
from service.documents.errors import ConflictError, StaleError
from service.readings.emptymap import HAS_SHEETS, reading_by_hand
from service.readings.hints import Hints
from service.scans import rows
from service.sheets import changesinforce
from service.sheets.correctedmap import MapChange, SheetAsRead, SheetToCorrect
from service.sheets.documents import SheetCorrection, said_in
from service.sheets.similarsquares import followed_by
from service.sheets.storing import change_sheet, keep_sheets_of_scan
from service.store.events import Event, EventKind, now, record
from service.store.probabilities import keep_probabilities, load_probabilities
from service.store.tables import scans


@dataclass(frozen=True, slots=True)
class Change:
    """A change that can be taken back."""

    event: Event
    settled: int = 0
    """Squares that followed the corrected ones, and are no longer questions."""
    asked: int = 0
    """Squares that became questions."""

    @property
    def kind(self) -> EventKind:
        """The kind of the change."""
        return self.event.kind


@dataclass(frozen=True, slots=True)
class AnotherReading:
    """Another reading of the photo of a scan."""

    reading: Reading
    hints: Hints
    """The hints of its owner about the photo."""
    seen: Sequence[bytes] = ()
    """Its sheets with all their probabilities, packed."""
    game: rows.StatedGame | None = None
    """The likely facts of the game by this reading; None leaves the game as it is."""
    kind: EventKind = EventKind.SCAN_READ_AGAIN

    def to_json(self) -> dict[str, object]:
        """Return what is stored of it, by the names of the columns."""
        game = self.game.to_json() if self.game else {}
        return {"reading": self.reading.model_dump(mode="json"), "asked": self.hints.to_json(), **game}


def correct_scan(
    db: Connection, actor: Actor, row: rows.ScanRow, number: int, correction: SheetCorrection
) -> rows.ScanRow:
    """Apply a correction to one sheet of the photo, counted from 0.

    Raises:
        ConflictError: Its map was damaged in the database: nobody can have seen it.
        EngineError: No such map can be.
    """
    change = _to_correct(db, row, number).correct(correction, actor.role.value)
    _replace_map(db, actor, row, number, EventKind.SCAN_CORRECTED, change)
    return rows.own_scan(db, actor, row.id)


def _to_correct(db: Connection, row: rows.ScanRow, number: int) -> SheetToCorrect:
    """Return a sheet of a scan with what a correction of it depends on."""
    said = _of_sheet(number, changesinforce.corrections_of_scan(db, row.id))
    return SheetToCorrect(row.sheets[number], _as_read(db, row.reading, number), said)


def _replace_map(
    db: Connection, actor: Actor, row: rows.ScanRow, number: int, kind: EventKind, change: MapChange
) -> None:
    _change(db, actor, row, kind, sheet=number, **change.details)
    change_sheet(db, row.sheets[number], map=change.then.map, doubts=change.then.doubts)


def state_game(db: Connection, actor: Actor, row: rows.ScanRow, game: rows.StatedGame) -> rows.ScanRow:
    """Store what the owner says of the game: edicts, season, solo."""
    stated = game.to_json()
    _change(db, actor, row, EventKind.SCAN_GAME_TOLD, stated, before=row.game.to_json(), **stated)
    return rows.own_scan(db, actor, row.id)


def replace_reading(db: Connection, actor: Actor, row: rows.ScanRow, anew: AnotherReading) -> rows.ScanRow:
    """Replace the reading by another one of the same photo."""
    keep_probabilities(db, anew.reading, anew.seen)
    before = AnotherReading(row.reading, row.hints, game=row.game if anew.game else None).to_json()
    values = anew.to_json()
    _change(db, actor, row, anew.kind, values, before=before, asked=values["asked"])
    keep_sheets_of_scan(db, row.id, rows.sheets_as_read(anew.reading))
    return rows.own_scan(db, actor, row.id)


def enter_by_hand(db: Connection, actor: Actor, row: rows.ScanRow, side: Side) -> rows.ScanRow:
    """Add an empty map to a photo that could not be read; it is entered by correcting it.

    Raises:
        ConflictError: Something was read, and can be corrected.
    """
    if row.sheets:
        raise ConflictError(HAS_SHEETS)
    reading = reading_by_hand(row.reading.photo, side, row.reading.reason)
    anew = AnotherReading(reading, Hints(side), kind=EventKind.SCAN_ENTERED_BY_HAND)
    return replace_reading(db, actor, row, anew)


def last_change(db: Connection, scan: str) -> Change | None:
    """Return the change that would be undone next."""
    last = next(reversed(changesinforce.changes_of_scan(db, scan)), None)
    if last is None:
        return None
    return Change(last, *followed_by(last))


def game_was_stated(db: Connection, scan: str) -> bool:
    """Tell whether the owner has stated anything of the game; else it was taken from their last scan."""
    return bool(_statements(db, scan))


def season_was_stated(db: Connection, scan: str) -> bool:
    """Tell whether the owner has stated the season: chosen another one, or confirmed that which was there."""
    bodies = [event.body for event in _statements(db, scan)]
    return any(
        body["season"] != body["before"]["season"]
        or all(body[name] == before for name, before in body["before"].items())
        for body in bodies
    )


def _statements(db: Connection, scan: str) -> list[Event]:
    """Return what the owner has stated of the game, as far as it was not taken back."""
    return [
        event for event in changesinforce.changes_of_scan(db, scan) if event.kind is EventKind.SCAN_GAME_TOLD
    ]


def undo(db: Connection, actor: Actor, row: rows.ScanRow) -> rows.ScanRow:
    """Undo the last change that is in force.

    Raises:
        ConflictError: Nothing was changed.
    """
    changes = changesinforce.changes_of_scan(db, row.id)
    last = changesinforce.find_undone(changes)
    if last.kind is EventKind.SCAN_CORRECTED:
        number = last.body["sheet"]
        _replace_map(db, actor, row, number, EventKind.SCAN_UNDONE, _to_correct(db, row, number).undo(last))
    else:
        columns = last.body["before"]
        _change(db, actor, row, EventKind.SCAN_UNDONE, columns, undone=last.id)
        if last.kind in changesinforce.NEW_READINGS:
            _bring_back_sheets(db, row.id, Reading.model_validate(columns["reading"]), changes[:-1])
    return rows.own_scan(db, actor, row.id)


def _bring_back_sheets(db: Connection, scan: str, reading: Reading, changes: Sequence[Event]) -> None:
    """Make the sheets of a scan what an earlier reading and the corrections of that make them."""
    said, numbers = changesinforce.since_last_reading(changes), range(len(reading.sheets))
    sheets = [_as_read(db, reading, each).corrected(said_in(_of_sheet(each, said))) for each in numbers]
    keep_sheets_of_scan(db, scan, sheets)


def _as_read(db: Connection, reading: Reading, number: int) -> SheetAsRead:
    reason = rows.reason_in_scan(reading, reading.sheets[number])
    seen = load_probabilities(db, reading, number)
    return SheetAsRead(rows.without_unsure_coins(reading), number, reason, seen)


def _of_sheet(number: int, corrections: Sequence[Event]) -> list[Event]:
    """Return the corrections of one sheet of the photo."""
    return [event for event in corrections if event.body["sheet"] == number]


def _change(
    db: Connection,
    actor: Actor,
    row: rows.ScanRow,
    kind: EventKind,
    values: Mapping[str, object] = MappingProxyType({}),
    /,
    **said: object,
) -> None:
    """Write a change into a scan with the next version, and record it.

    Raises:
        StaleError: Its owner changes it at this very moment.
    """
    held = (scans.c.id == row.id) & (scans.c.version == row.version)
    written = update(scans).where(held).values(version=row.version + 1, used_at=now(), **values)
    if not db.execute(written).rowcount:
        raise StaleError("scan")
    record(db, actor.name, kind, tournament=None, subject=row.id, version=row.version + 1, **said)
