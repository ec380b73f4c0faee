"""Flags of photos that were sent for two players: a person decides whose sheets they show."""

from sqlalchemy import Connection, select

from service.documents import Reason
from service.files.claims import Claim
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import SheetFilter, list_sheets
from service.sheets.writing import change_sheet
from service.store.tables import batches, files
from service.tournament.flags import Flag

SENT_FOR_ANOTHER = Flag(
    "sent_for_another",
    "The same photo was sent for another player too.",
    "Make sure whose sheet it is, and place it by hand.",
)


def other_senders(db: Connection, claim: Claim, player: str | None) -> list[Flag]:
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


def flag_other_sender(db: Connection, tournament: str, file: str, player: str) -> None:
    """Put the sheets of a photo into review, if they are another player's than is stated now."""
    doubt = PlaceDoubt(reason=Reason.of(SENT_FOR_ANOTHER))
    for row in list_sheets(db, tournament, SheetFilter(file=file, counting=True), locked=True):
        if row.player not in (None, player) and doubt not in row.doubts:
            change_sheet(db, row, row.version, doubts=[*row.doubts, doubt])
