"""Photos that were sent for two players: a person decides whose sheets they show."""

from sqlalchemy import Connection, select, update

from service.documents import Reason
from service.ledger.claims import Claim
from service.store.tables import batches, files, pages, sheets

SENT_FOR_ANOTHER = Reason(
    code="sent_for_another",
    message="The same photo was sent for another player too.",
    advice="Make sure whose sheet it is, and place it by hand.",
)


def other_senders(db: Connection, claim: Claim, player: str | None) -> list[Reason]:
    """Return the flag of a photo that was sent for another player before it was read."""
    if player is None:
        return []
    same = select(batches.c.player_id).join(files, files.c.batch_id == batches.c.id)
    wanted = same.where(
        files.c.tournament_id == claim.tournament,
        files.c.sha256 == claim.sha256,
        files.c.duplicate_of == claim.file,
        batches.c.player_id.is_not(None),
    )
    others = set(db.execute(wanted).scalars()) - {player}
    return [SENT_FOR_ANOTHER] if others else []


def flag_other_sender(db: Connection, file: str, player: str) -> None:
    """Let the sheets of a photo wait for a person, if they were those of another player than now is told."""
    shown = select(sheets).join(pages, pages.c.id == sheets.c.page_id)
    theirs = shown.where(pages.c.file_id == file, sheets.c.state != "dismissed")
    doubt = {"kind": "place", "reason": SENT_FOR_ANOTHER.model_dump(mode="json")}
    for row in db.execute(theirs.with_for_update()).all():
        if row.player_id in (None, player) or doubt in row.doubts:
            continue
        waits = {"state": "review", "doubts": [*row.doubts, doubt], "version": row.version + 1}
        db.execute(update(sheets).where(sheets.c.id == row.id).values(waits))
