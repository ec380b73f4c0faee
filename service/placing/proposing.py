"""Proposes where a sheet belongs that was just read, with regard to the sheets that lie there already."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from service.documents import WrittenCode
from service.placing.owner import Clues, Placed, coded_player, place_sheet
from service.placing.placedoubts import flags_of_same_map, flags_of_taken
from service.sheets.rows import State
from service.store.tables import pages, readings, sheets
from service.tournament.plan import load_plan
from service.tournament.tournaments import lock_tournament


def propose_place(
    db: Connection, tournament: str, clues: Clues, *, likeness: str, sheet: str | None = None
) -> Placed:
    """Return where a sheet belongs that was just read, and what a person has to settle about it.

    Until the transaction ends no other sheet of the tournament is placed, so that no place is given twice.
    `sheet` is its identifier, if it has one already.

    Raises:
        NotHereError: There is no such tournament.
    """
    lock_tournament(db, tournament)
    plan = load_plan(db, tournament)
    placed = place_sheet(plan, clues)
    coded = coded_player(plan, clues.code)
    if clues.code and coded and coded.id == placed.place.player and placed.place.round is None:
        earlier = _round_of_code(db, tournament, coded.id, clues.code)
        placed = place_sheet(plan, replace(clues, round_of_code=earlier))
    return placed.with_flags(
        *flags_of_taken(db, tournament, placed.place, sheet),
        *flags_of_same_map(db, tournament, placed.place.player, likeness),
    )


def _round_of_code(db: Connection, tournament: str, player: str, code: WrittenCode) -> str | None:
    """Return the only round in which the player already has this printed sheet."""
    wanted = (
        select(sheets.c.round_id, sheets.c.number, readings.c.document)
        .join_from(sheets, pages, sheets.c.page_id == pages.c.id)
        .join(readings, pages.c.reading_id == readings.c.id)
        .where(
            sheets.c.tournament_id == tournament,
            sheets.c.player_id == player,
            sheets.c.state != State.DISMISSED,
            sheets.c.round_id.is_not(None),
        )
    )
    found = {
        row.round_id for row in db.execute(wanted) if _code_number(row.document, row.number) == code.sheet
    }
    return found.pop() if len(found) == 1 else None


def _code_number(reading: Mapping[str, Any], number: int) -> int | None:
    read = reading.get("sheets", ())
    code = read[number].get("code") if number < len(read) else None
    return code["sheet"] if code else None
