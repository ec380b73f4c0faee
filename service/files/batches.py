"""Batches: the files of one upload."""

from sqlalchemy import Connection, select

from service.files.documents import FINAL, BatchStatus, Counts
from service.files.states import count_files
from service.store.tables import Record, batches

MOST_LISTED = 100


def get_batch(db: Connection, tournament: str, batch: str) -> BatchStatus | None:
    """Return a batch of a tournament; None if there is none."""
    wanted = select(batches).where(batches.c.tournament_id == tournament, batches.c.id == batch)
    row = db.execute(wanted).one_or_none()
    return None if row is None else _row(db, row)


def list_batches(db: Connection, tournament: str, player: str | None) -> list[BatchStatus]:
    """Return batches of a tournament, or those sent for a player; the latest first."""
    wanted = select(batches).where(batches.c.tournament_id == tournament)
    if player is not None:
        wanted = wanted.where(batches.c.player_id == player)
    latest = wanted.order_by(batches.c.received_at.desc(), batches.c.id).limit(MOST_LISTED)
    return [_row(db, row) for row in db.execute(latest).all()]


def _row(db: Connection, row: Record) -> BatchStatus:
    counts = count_files(db, row.tournament_id, row.id)
    done = not any(count for state, count in counts.items() if state not in FINAL)
    return BatchStatus.model_validate({**row._mapping, "counts": Counts.of(counts), "done": done})
