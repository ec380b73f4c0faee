"""The queue of what a person has to look at."""

from typing import Annotated

from fastapi import Query
from pydantic import StrictBool

from service.documents import Document, RequestBody
from service.files.documents import Id, SheetStatus
from service.review.contradictions import Contradiction, accept_contradiction, list_contradictions
from service.review.order import OpenDoubt, OpenSheet, list_open
from service.routes.parameters import TournamentId
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, ResourcesDep
from service.web.jsonroutes import json_router
from service.web.problems import MISSING

router = json_router("/v1/tournaments/{tournament}/review", "review", MISSING)


class SheetToSettle(Document):
    """A sheet that waits for a person."""

    sheet: SheetStatus
    edicts: tuple[str, ...]
    """The names of its edicts, as far as they are known."""
    stake: float
    """The stars at stake on it."""
    doubts: tuple[OpenDoubt, ...]
    """The most consequential first."""


class ReviewQueue(Document):
    """Sheets that wait for a person, the most consequential first."""

    sheets: tuple[SheetToSettle, ...]
    total: int
    """How many wait in all."""


class ContradictionList(Document):
    """The contradictions in a tournament, round by round, also accepted ones."""

    contradictions: tuple[Contradiction, ...]


class LetStand(RequestBody):
    """The acceptance of a contradiction: the maps are as the player drew them."""

    contradiction: Id
    back: StrictBool = False
    """Whether this is taken back, so that it waits for a person again."""


@router.get("/contradictions", name="review.contradictions")
def get_contradictions(tournament: TournamentId, resources: ResourcesDep) -> ContradictionList:
    """Return the maps that contradict each other; put them right by corrections, or let them stand."""
    with resources.database.read() as db:
        found = list_contradictions(db, tournament)
    return ContradictionList(contradictions=tuple(found))


@router.post("/contradictions", name="review.let_stand")
def let_stand(
    tournament: TournamentId, said: LetStand, resources: ResourcesDep, actor: ActorDep
) -> Contradiction:
    """Let a contradiction stand: a person looked, and the player drew it so. It makes no result wait."""
    with resources.database.begin() as db:
        return accept_contradiction(db, actor, tournament, said.contradiction, back=said.back)


@router.get("", name="review.list")
def get_queue(
    tournament: TournamentId,
    resources: ResourcesDep,
    most: Annotated[int, Query(ge=1, le=500)] = 50,
) -> ReviewQueue:
    """Return the sheets in review; settle them by corrections, places and dismissals of the sheets."""
    with resources.database.read() as db:
        find_tournament(db, tournament)
        found = list_open(db, tournament)
    return ReviewQueue(sheets=tuple(map(_to_settle, found[:most])), total=len(found))


def _to_settle(found: OpenSheet) -> SheetToSettle:
    return SheetToSettle(
        sheet=SheetStatus.of(found.sheet),
        edicts=found.sheet.edicts,
        stake=round(found.stake, 3),
        doubts=found.doubts,
    )
