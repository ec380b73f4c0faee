"""Doubts about a sheet's place that its own map raises: looked at anew whenever the map is corrected."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, update

from engine import Side
from service.documents import Reason
from service.ledger.arriving import flags_of_other_side
from service.ledger.doubts import Doubt, PlaceDoubt
from service.ledger.places import flags_of_same_map
from service.store.events import Deed, record
from service.store.tables import sheets
from service.tournament.sheets import PlacedBy, State, likeness_of, sheet_of

SURVEYOR = "surveyor"
SAME_MAP = "same_map"
OF_THE_MAP = frozenset({SAME_MAP, "other_side"})


def reconsidered(
    db: Connection,
    tournament: str,
    player: str | None,
    placed_by: str | None,
    doubts: Sequence[Doubt],
    map: Mapping[str, Any],
) -> list[Doubt]:
    """Return the doubts about a sheet whose map is another one now: those that the map raises are its own.

    That it is of another side than the tournament's is no doubt about a sheet that a person has placed.
    """
    kept = [doubt for doubt in doubts if _code(doubt) not in OF_THE_MAP]
    found = [Reason.of(flag) for flag in flags_of_same_map(db, tournament, player, likeness_of(map))]
    if placed_by != PlacedBy.HAND:
        found += flags_of_other_side(db, tournament, Side(map["side"]))
    return kept + [PlaceDoubt(reason=reason) for reason in found]


def settle_same_map(db: Connection, tournament: str, likeness: str) -> None:
    """Take back the doubt that two players have the same map, once a single player has it."""
    wanted = select(sheets).where(
        sheets.c.tournament_id == tournament,
        sheets.c.likeness == likeness,
        sheets.c.state != State.DISMISSED,
    )
    left = [sheet_of(row) for row in db.execute(wanted)]
    if len({sheet.player for sheet in left}) > 1:
        return
    for sheet in left:
        doubts = [doubt for doubt in sheet.doubts if not _says_same_map(doubt)]
        if len(doubts) == len(sheet.doubts):
            continue
        state = State.REVIEW if doubts else State.SCORED
        changed = update(sheets).where(sheets.c.id == sheet.id)
        db.execute(changed.values(doubts=doubts, state=state, version=sheets.c.version + 1))
        told = {"tournament": tournament, "subject": sheet.id, "settled": SAME_MAP, "by": SURVEYOR}
        record(db, SURVEYOR, Deed.SHEET_PLACED, **told)


def _code(doubt: Doubt) -> str | None:
    return doubt.reason.code if isinstance(doubt, PlaceDoubt) else None


def _says_same_map(doubt: Mapping[str, Any]) -> bool:
    return bool(doubt["kind"] == "place" and doubt["reason"]["code"] == SAME_MAP)
