"""Whose sheet one is, of which round and season."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from service.ledger.claims import Claim
from service.schemas import Reason, Sheet
from service.store.tables import batches, files


@dataclass(frozen=True, slots=True)
class Placed:
    """A place in a tournament, as far as it is known."""

    player: str | None = None
    """The player's id."""
    round: str | None = None
    """The round's id."""
    season: str | None = None
    """Whose end the sheet shows; winter's is the final one."""
    by: str | None = None
    """How it is known: code, name, told or hand."""
    flags: tuple[Reason, ...] = ()
    """What a person has to settle about it."""


def place_as_told(db: Connection, claim: Claim, sheet: Sheet) -> Placed:
    """Return what the sender said of the batch."""
    told = select(batches.c.player_id, batches.c.round_id, batches.c.season).join(
        files, files.c.batch_id == batches.c.id
    )
    row = db.execute(told.where(files.c.id == claim.file)).one()
    return Placed(row.player_id, row.round_id, row.season, "told" if row.player_id else None)
