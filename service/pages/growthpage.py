"""Two maps of one game that contradict each other, side by side: what was drawn stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlalchemy import Connection

from engine import Season, Square, Terrain
from service.dependencies import PartsDep
from service.errors import NotHereError
from service.ledger.sheets import SheetRow, list_sheets
from service.pages.gamewords import SEASONS, TERRAINS
from service.pages.sheetshown import SheetShown, map_of_row
from service.pages.visits import VisitDep
from service.routes.parameters import PathId
from service.routes.scope import in_tournament
from service.squarenames import label
from service.tournament.flags import Flag
from service.tournament.growth import Snapshot, find_contradictions
from service.tournament.plan import load_plan
from service.tournament.rounds import MOST_ROUNDS

router = APIRouter(prefix="/tournaments/{tournament}/review/growth", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Differing:
    """A square on two maps."""

    square: Square
    name: str
    earlier: Terrain
    later: Terrain

    @property
    def words(self) -> tuple[str, str]:
        """What each map has there, to be translated."""
        return TERRAINS[self.earlier], TERRAINS[self.later]


@dataclass(frozen=True, slots=True)
class Pair:
    """The maps of two seasons that contradict each other."""

    earlier: SheetShown
    later: SheetShown
    flags: Sequence[Flag]
    squares: Sequence[Differing]


@router.get("/{number}/{player}", name="pages.growth")
def get_growth(
    tournament: PathId,
    number: Annotated[int, Path(ge=1, le=MOST_ROUNDS)],
    player: PathId,
    visit: VisitDep,
    parts: PartsDep,
) -> Response:
    """Show the maps of a player's game that contradict each other."""
    with parts.database.read() as db:
        in_tournament(db, visit.actor, tournament)
        plan = load_plan(db, tournament)
        played = plan.round(number)
        if played is None or player not in plan.players:
            raise NotHereError("game")
        rows = list_sheets(db, tournament, player=player, round=played.id)
        pairs = list(_pairs(db, rows))
    return visit.show(
        "growth.html",
        plan=plan,
        player=plan.players[player],
        number=number,
        pairs=pairs,
        here=f"/tournaments/{tournament}/review/growth/{number}/{player}",
        seasons=SEASONS,
    )


def _pairs(db: Connection, rows: Sequence[SheetRow]) -> list[Pair]:
    """Return each two maps, one after the other, that cannot be of one sheet."""
    chosen = _by_season(rows)
    there = [season for season in Season if season in chosen]
    pairs = []
    for before, after in pairwise(there):
        snapshots = {season: _snapshot(chosen[season]) for season in (before, after)}
        flags = list(find_contradictions(snapshots))
        if flags:
            earlier, later = chosen[before], chosen[after]
            squares = list(_differing(snapshots[before], snapshots[after], flags))
            pairs.append(Pair(SheetShown.load(db, earlier), SheetShown.load(db, later), flags, squares))
    return pairs


def _by_season(rows: Sequence[SheetRow]) -> Mapping[Season, SheetRow]:
    """Return the sheet of each season; of several, one that is settled."""
    counted = [row for row in rows if row.state != "dismissed" and row.season]
    ordered = sorted(counted, key=lambda row: (row.state == "scored", row.placed_by == "hand"))
    return {Season(row.season): row for row in ordered if row.season}


def _snapshot(row: SheetRow) -> Snapshot:
    return Snapshot(map_of_row(row), row.map.get("coins"))


def _differing(earlier: Snapshot, later: Snapshot, flags: Sequence[Flag]) -> list[Differing]:
    squares = sorted({square for flag in flags for square in flag.squares})
    return [
        Differing(square, label(square), earlier.sheet[square], later.sheet[square]) for square in squares
    ]
