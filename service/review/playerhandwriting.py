"""A player's handwriting, learned from the settled squares of their other sheets."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import add

from sqlalchemy import Connection, select

from engine import ALL_SQUARES, Square, Terrain
from service.documents import Reading
from service.sheets.changesinforce import corrections_in_force
from service.sheets.documents import said_in
from service.sheets.lookalikes import squares_in
from service.sheets.rows import SheetRow
from service.store.probabilities import load_probabilities
from service.store.tables import Record, pages, readings, sheets
from vision.context.adaptation import KnownHand

MOST_TEACHERS = 2  # sheets: more teach little that is new, and take long


def hand_besides(db: Connection, sheet: SheetRow, model: str | None) -> KnownHand | None:
    """Return how a player draws, learned from their other settled sheets; None if there are none.

    Sheets of the same round come first: they were drawn with the same pencil. Only sheets that the same model
    has read are compared.
    """
    if sheet.player is None:
        return None
    settled = (
        select(sheets.c.id, sheets.c.number, sheets.c.map, sheets.c.round_id, readings.c.document)
        .join(pages, pages.c.id == sheets.c.page_id)
        .join(readings, readings.c.id == pages.c.reading_id)
        .where(
            sheets.c.tournament_id == sheet.tournament,
            sheets.c.player_id == sheet.player,
            sheets.c.state == "scored",
            sheets.c.id != sheet.id,
            readings.c.model == model,
        )
        .order_by(sheets.c.id)
    )
    rows = sorted(db.execute(settled), key=lambda row: bool(row.round_id != sheet.round))
    hands = list(islice(_hands(db, sheet.tournament, rows), MOST_TEACHERS))
    return reduce(add, hands) if hands else None


def _hands(db: Connection, tournament: str, rows: Sequence[Record]) -> Iterator[KnownHand]:
    """Yield the handwriting on each sheet that somebody has corrected or confirmed."""
    for row in rows:
        said = said_in(corrections_in_force(db, tournament, row.id))
        named = squares_in(said)
        if any(each.confirm for each in said):
            named = {square: Terrain(row.map["terrain"][square.row][square.column]) for square in ALL_SQUARES}
        drawn: dict[Square, Terrain] = {at: held for at, held in named.items() if not held.is_printed}
        seen = load_probabilities(db, Reading.model_validate(row.document), row.number) if drawn else None
        if seen is not None and seen.side == row.map["side"]:
            yield KnownHand.learn(seen, drawn)
