"""The log of events: who did what, when. Events are only ever added, in the transaction of the change."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Connection, insert, select

from service.documents import Document
from service.store.tables import Record, events

SURVEYOR = "surveyor"
"""The actor of events that no person caused."""


class EventKind(StrEnum):
    """The kinds of events."""

    TOURNAMENT_MADE = "tournament_made"
    TOURNAMENT_CHANGED = "tournament_changed"
    PLAYERS_ADDED = "players_added"
    PLAYER_ERASED = "player_erased"
    ROUND_SET = "round_set"
    FILE_RECEIVED = "file_received"
    FILE_DISMISSED = "file_dismissed"
    PAGE_READ = "page_read"
    PAGE_REJECTED = "page_rejected"
    PAGE_ASKED_AGAIN = "page_asked_again"
    PAGE_ENTERED_BY_HAND = "page_entered_by_hand"
    READING_REPLACED = "reading_replaced"
    SHEET_CORRECTED = "sheet_corrected"
    SHEET_FOLLOWED = "sheet_followed"
    CORRECTION_UNDONE = "correction_undone"
    SHEET_PLACED = "sheet_placed"
    SHEET_DISMISSED = "sheet_dismissed"
    CONTRADICTION_ACCEPTED = "contradiction_seen"
    PUBLISHED = "published"
    PHOTO_DELETED = "photo_deleted"
    SCAN_MADE = "scan_made"
    SCAN_READ_AGAIN = "scan_read_again"
    SCAN_ENTERED_BY_HAND = "scan_entered_by_hand"
    SCAN_CORRECTED = "scan_corrected"
    SCAN_GAME_TOLD = "scan_game_told"
    SCAN_UNDONE = "scan_undone"
    SCAN_DELETED = "scan_deleted"
    KEY_MADE = "key_made"
    KEY_REVOKED = "key_revoked"


class Event(Document):
    """An event in the log."""

    id: int
    """Later events have higher numbers."""
    at: datetime
    actor: str
    """The person, by their label or that of their key, or "surveyor"."""
    kind: EventKind
    subject: Annotated[str | None, Field(validation_alias="subject_id")]
    """The tournament, file, page, sheet or player that it was done to."""
    body: dict[str, Any]

    @classmethod
    def of(cls, row: Record) -> "Event":
        """Return a row of `events`."""
        return cls.model_validate(row, from_attributes=True)


def now() -> datetime:
    """Return the present moment, in UTC."""
    return datetime.now(UTC)


def record(
    db: Connection,
    actor: str,
    kind: EventKind,
    *,
    tournament: str | None,
    subject: str | None,
    **body: object,
) -> None:
    """Add an event to the log."""
    event = {"at": now(), "actor": actor, "kind": kind, "tournament_id": tournament, "subject_id": subject}
    db.execute(insert(events), event | {"body": body})


def list_events(db: Connection, tournament: str | None, *, subject: str | None = None) -> list[Event]:
    """Return a tournament's events in order, or those about one subject; None: events of no tournament."""
    wanted = select(events).where(events.c.tournament_id == tournament)
    if subject is not None:
        wanted = wanted.where(events.c.subject_id == subject)
    rows = db.execute(wanted.order_by(events.c.id))
    return [Event.of(row) for row in rows]
