"""What was sent at once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from service.ledger.rows import FINAL, FileState, count_files
from service.store.tables import batches


@dataclass(frozen=True, slots=True)
class BatchRow:
    """A batch, and how far its reading has come."""

    id: str
    player: str | None
    received_by: str
    received_at: datetime
    counts: dict[FileState, int]

    @property
    def done(self) -> bool:
        """Whether every file has ended in a final state."""
        return not any(count for state, count in self.counts.items() if state not in FINAL)


def get_batch(db: Connection, tournament: str, batch: str) -> BatchRow | None:
    """Return a batch of a tournament; None if there is none."""
    wanted = select(batches).where(batches.c.tournament_id == tournament, batches.c.id == batch)
    row = db.execute(wanted).one_or_none()
    return None if row is None else _row(db, row)


def list_batches(
    db: Connection, tournament: str, *, player: str | None = None, most: int = 100
) -> list[BatchRow]:
    """Return the batches of a tournament, the latest first; or those that were sent for a player."""
    wanted = select(batches).where(batches.c.tournament_id == tournament)
    if player is not None:
        wanted = wanted.where(batches.c.player_id == player)
    latest = wanted.order_by(batches.c.received_at.desc(), batches.c.id).limit(most)
    return [_row(db, row) for row in db.execute(latest).all()]


def _row(db: Connection, row: Row[Any]) -> BatchRow:
    counts = count_files(db, row.tournament_id, row.id)
    return BatchRow(row.id, row.player_id, row.received_by, row.received_at, counts)
