"""Batches: the files of one upload."""

from collections import Counter
from collections.abc import Mapping

from sqlalchemy import Connection, select

from service.files.documents import FINAL, BatchStatus, Counts, FileState
from service.files.states import count_in_batches
from service.store.tables import Record, batches

MOST_LISTED = 100


def get_batch(db: Connection, tournament: str, batch: str) -> BatchStatus | None:
    """Return a batch of a tournament; None if there is none."""
    wanted = select(batches).where(batches.c.tournament_id == tournament, batches.c.id == batch)
    row = db.execute(wanted).one_or_none()
    return None if row is None else _status(row, count_in_batches(db, tournament, batch))


def list_batches(db: Connection, tournament: str, player: str | None) -> list[BatchStatus]:
    """Return batches of a tournament, or those sent for a player; the latest first."""
    wanted = select(batches).where(batches.c.tournament_id == tournament)
    if player is not None:
        wanted = wanted.where(batches.c.player_id == player)
    latest = wanted.order_by(batches.c.received_at.desc(), batches.c.id).limit(MOST_LISTED)
    counted = count_in_batches(db, tournament)
    return [_status(row, counted) for row in db.execute(latest)]


def _status(row: Record, counted: Mapping[str, Counter[FileState]]) -> BatchStatus:
    counts = counted.get(row.id, Counter())
    done = counts.total() == sum(counts[state] for state in FINAL)
    return BatchStatus.model_validate({**row._mapping, "counts": Counts.of(counts), "done": done})
