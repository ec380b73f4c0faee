"""The queue of what a person has to look at."""

from typing import Annotated

from fastapi import APIRouter, Query

from engine import Terrain
from service.dependencies import ActorDep, PartsDep
from service.ledger.documents import SheetStatus
from service.ledger.doubts import Doubt
from service.ledger.review import OpenDoubt, OpenSheet, list_open
from service.ledger.sheets import SheetRow
from service.problems import MISSING
from service.routes.parameters import TournamentId
from service.routes.scope import in_tournament
from service.schemas import Document, Share
from service.tournament.plan import Plan, load_plan

router = APIRouter(prefix="/v1/tournaments/{tournament}/review", tags=["review"], responses=MISSING)


class DoubtToSettle(Document):
    """One thing to settle."""

    doubt: Doubt
    stake: float
    """Stars by which settling it is expected to change the score."""
    alternatives: dict[Terrain, Share]
    """What the square may hold, likeliest first; empty where it is no square."""

    @classmethod
    def of(cls, open_doubt: OpenDoubt) -> "DoubtToSettle":
        """Return what is told of a doubt."""
        return cls(
            doubt=open_doubt.doubt,
            stake=round(open_doubt.stake, 3),
            alternatives=open_doubt.alternatives,
        )


class SheetToSettle(Document):
    """A sheet that waits for a person."""

    sheet: SheetStatus
    edicts: tuple[str, ...]
    """By which it is scored, as far as that is known."""
    stake: float
    """Stars at stake on it."""
    doubts: tuple[DoubtToSettle, ...]
    """The most consequential first."""


class ReviewQueue(Document):
    """Sheets that wait for a person, the most consequential first."""

    sheets: tuple[SheetToSettle, ...]
    total: int
    """How many wait in all."""


@router.get("", name="review.list")
def get_queue(
    tournament: TournamentId,
    parts: PartsDep,
    actor: ActorDep,
    most: Annotated[int, Query(ge=1, le=500)] = 50,
) -> ReviewQueue:
    """Return the sheets in review; settle them by corrections, places and dismissals of the sheets."""
    with parts.database.read() as db:
        in_tournament(db, actor, tournament)
        plan = load_plan(db, tournament)
        found = list_open(db, tournament, lambda row: edicts_of(plan, row))
    shown = tuple(_to_settle(each, edicts_of(plan, each.sheet)) for each in found[:most])
    return ReviewQueue(sheets=shown, total=len(found))


def edicts_of(plan: Plan, row: SheetRow) -> tuple[str, ...]:
    """Return the edicts by which a sheet is scored, as far as its place is known."""
    played = next((each for each in plan.rounds if each.id == row.round), None)
    if played is None or row.player is None:
        return plan.tournament.edicts
    return plan.edicts(played, row.player)


def _to_settle(found: OpenSheet, edicts: tuple[str, ...]) -> SheetToSettle:
    return SheetToSettle(
        sheet=SheetStatus.of(found.sheet),
        edicts=edicts,
        stake=round(found.stake, 3),
        doubts=tuple(map(DoubtToSettle.of, found.doubts)),
    )
