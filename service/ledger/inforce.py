"""What people have said of a sheet, and not taken back."""

from sqlalchemy import Connection

from service.store.events import Deed, Event, list_events

MOST = 1000  # events of one sheet


def corrections_in_force(db: Connection, tournament: str, sheet: str) -> list[Event]:
    """Return the corrections of a sheet that nobody has taken back, the earliest first."""
    told = list_events(db, tournament, subject=sheet, most=MOST)
    undone = {event.body.get("undoes") for event in told if event.kind is Deed.CORRECTION_UNDONE}
    return [
        event
        for event in told
        if event.kind is Deed.SHEET_CORRECTED and event.id not in undone and "correction" in event.body
    ]
