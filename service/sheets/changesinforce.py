"""The changes that are in force, of a sheet of a tournament or of a scan: those that nobody has undone."""

from collections.abc import Sequence

from sqlalchemy import Connection

from service.documents.errors import ConflictError
from service.sheets.rows import PlacedBy, SheetRow
from service.store.events import Event, EventKind, list_events

NEW_READINGS = (EventKind.SCAN_READ_AGAIN, EventKind.SCAN_ENTERED_BY_HAND)
OF_SCANS = (EventKind.SCAN_CORRECTED, EventKind.SCAN_GAME_TOLD, *NEW_READINGS)


def corrections_in_force(db: Connection, tournament: str, sheet: str) -> list[Event]:
    """Return the corrections of a tournament's sheet that nobody has undone, the earliest first."""
    return [
        event for event in changes_of_sheet(db, tournament, sheet) if event.kind is EventKind.SHEET_CORRECTED
    ]


def changes_of_sheet(db: Connection, tournament: str, sheet: str) -> list[Event]:
    """Return the events of a tournament's sheet that can be undone, the earliest first."""
    return changes_among(list_events(db, tournament, subject=sheet))


def changes_among(done: Sequence[Event]) -> list[Event]:
    """Return those of all events of a tournament's sheet that can be undone, the earliest first.

    These are its corrections, and the last time that somebody placed it or set it aside.
    """
    moved: list[Event] = []
    for event in filter(_moves, done):
        if event.body.get("back") or "undoes" in event.body:
            moved = moved[:-1]
        else:
            moved.append(event)
    return [
        event
        for event in _not_undone(done)
        if (event.kind is EventKind.SHEET_CORRECTED and "correction" in event.body) or event in moved[-1:]
    ]


def is_as_seen(db: Connection, sheet: SheetRow, version: int) -> bool:
    """Tell whether what stands and is doubtful on a sheet is as in an earlier version.

    Probabilities alone may have shifted since, by what was settled on the player's other sheets.
    """
    done = list_events(db, sheet.tournament, subject=sheet.id)
    since = [event for event in done if event.body.get("version", 0) > version]
    return len(since) == sheet.version - version and not any(map(_changes_squares, since))


def _changes_squares(event: Event) -> bool:
    followed = event.kind is EventKind.SHEET_FOLLOWED
    return not followed or bool(event.body.get("before") or event.body.get("followed"))


def corrections_of_scan(db: Connection, scan: str) -> list[Event]:
    """Return the corrections of a scan's present reading that are not undone, the earliest first."""
    return since_last_reading(changes_of_scan(db, scan))


def changes_of_scan(db: Connection, scan: str) -> list[Event]:
    """Return the changes of a scan that can be undone, the earliest first."""
    done = list_events(db, None, subject=scan)
    return [event for event in _not_undone(done) if event.kind in OF_SCANS]


def since_last_reading(changes: Sequence[Event]) -> list[Event]:
    """Return the corrections among a scan's changes, without those of an earlier reading."""
    said: list[Event] = []
    for event in changes:
        if event.kind in NEW_READINGS:
            said.clear()
        elif event.kind is EventKind.SCAN_CORRECTED:
            said.append(event)
    return said


def find_undone(in_force: Sequence[Event], event: int | None = None) -> Event:
    """Return the event that is to be undone: the one with this number, by default the last.

    Raises:
        ConflictError: Nothing was done, or it was taken back.
    """
    found = next((each for each in reversed(in_force) if event in (None, each.id)), None)
    if found is None and event is not None:
        raise ConflictError("This was taken back already, or cannot be taken back.")
    if found is None:
        raise ConflictError("Nothing was changed that could be taken back.")
    return found


def _not_undone(done: Sequence[Event]) -> list[Event]:
    """Return the events that no later one undoes; the log of scans calls that `undone`."""
    undone = {event.body.get(name) for event in done for name in ("undoes", "undone")}
    return [event for event in done if event.id not in undone]


def _moves(event: Event) -> bool:
    """Tell whether somebody placed the sheet or set it aside by this event, or undid that."""
    by_hand = event.kind is EventKind.SHEET_PLACED and event.body.get("by") == PlacedBy.HAND
    return by_hand or (event.kind is EventKind.SHEET_DISMISSED and "back" in event.body)
