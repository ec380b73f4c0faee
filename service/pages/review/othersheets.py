"""Sheets to compare with a sheet in review: those in its place, and those with the same map."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from service.files.states import get_file
from service.pages.sheets.shown import SheetShown
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.tournament.plan import Plan

MOST_OTHERS = 4  # sheets that are shown beside one


@dataclass(frozen=True, slots=True)
class Other:
    """Another sheet, shown beside the one in review."""

    shown: SheetShown
    received_at: datetime | None


def find_rivals(db: Connection, row: SheetRow, plan: Plan) -> list[Other]:
    """Return the other sheets that lie in this sheet's place."""
    if None in (row.player, row.round, row.season):
        return []
    there = SheetFilter(player=row.player, round=row.round, season=row.season, counting=True)
    others = [each for each in list_sheets(db, row.tournament, there) if each.id != row.id]
    return [show_beside(db, each, plan) for each in others[:MOST_OTHERS]]


def find_twins(db: Connection, row: SheetRow, plan: Plan) -> list[Other]:
    """Return the sheets elsewhere with square by square the same map."""
    if not row.likeness:
        return []
    alike = list_sheets(db, row.tournament, SheetFilter(likeness=row.likeness, counting=True))
    here = (row.player, row.round, row.season)
    others = [each for each in alike if (each.player, each.round, each.season) != here]
    return [show_beside(db, each, plan) for each in others[:MOST_OTHERS]]


def who_have(db: Connection, plan: Plan, chosen: Mapping[str, str], besides: str = "") -> frozenset[str]:
    """Return the players who have a sheet in the round and season of a form; `besides` does not count."""
    played = next((each.id for each in plan.rounds if str(each.number) == chosen["round"]), None)
    if played is None:
        return frozenset()
    there = list_sheets(db, plan.tournament.id, SheetFilter(round=played, counting=True))
    others = [each for each in there if each.season == chosen["season"] and each.id != besides]
    return frozenset(each.player for each in others if each.player)


def show_beside(db: Connection, row: SheetRow, plan: Plan) -> Other:
    """Return a sheet as it is shown beside another."""
    file = get_file(db, row.tournament, row.file)
    return Other(SheetShown.load(db, row, plan), file.received_at if file else None)
