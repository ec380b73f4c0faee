"""The corrections of a sheet that are in force: those that nobody has undone."""

from sqlalchemy import Connection

from service.sheets.rows import PlacedBy
from service.store.events import Deed, Event, list_events

MOST = 1000  # events of one sheet


def corrections_in_force(db: Connection, tournament: str, sheet: str) -> list[Event]:
    """Return the corrections of a sheet that nobody has undone, the earliest first."""
    return [event for event in deeds_in_force(db, tournament, sheet) if event.kind is Deed.SHEET_CORRECTED]


def deeds_in_force(db: Connection, tournament: str, sheet: str) -> list[Event]:
    """Return the events of a sheet that can be undone, the earliest first.

    These are its corrections, and the last time that somebody placed it or set it aside.
    """
    done = list_events(db, tournament, subject=sheet, most=MOST)
    undone = {event.body.get("undoes") for event in done}
    moved: list[int] = []
    for event in filter(_moves, done):
        if event.body.get("back") or "undoes" in event.body:
            moved = moved[:-1]
        else:
            moved.append(event.id)
    return [event for event in done if _corrects(event, undone) or event.id in moved[-1:]]


def _corrects(event: Event, undone: set[int | None]) -> bool:
    return event.kind is Deed.SHEET_CORRECTED and event.id not in undone and "correction" in event.body


def _moves(event: Event) -> bool:
    """Tell whether somebody placed the sheet or set it aside by this event, or undid that."""
    by_hand = event.kind is Deed.SHEET_PLACED and event.body.get("by") == PlacedBy.HAND
    return by_hand or (event.kind is Deed.SHEET_DISMISSED and "back" in event.body)
