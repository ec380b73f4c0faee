"""The published standings, for everybody: on a phone, on paper, on the wall of the hall."""

from typing import Any, Literal

from fastapi import APIRouter, Response

from service.access.actors import Role
from service.pages.tournament.fresh import show_if_other
from service.pages.visits import VisitDep
from service.routes.parameters import TournamentId
from service.standings.publications import last_publication_id
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)


@router.get("/standings/{tournament}", name="pages.hall")
def get_hall(tournament: TournamentId, visit: VisitDep, screen: Literal["hall", ""] = "") -> Response:
    """Show what was published last; before that, kindly that nothing was, and nothing of the tournament."""
    with visit.reading() as db:
        find_tournament(db, tournament)
        publication = last_publication_id(db, tournament)

        def context() -> dict[str, Any]:
            return {
                "identifier": tournament,
                "board": visit.parts.boards.find(db, tournament, publication) if publication else None,
                "is_hall": screen == "hall",
                "own": visit.actor.player if visit.actor.role is Role.PLAYER else None,
            }

        return show_if_other(visit, publication or "", "tournament/hall.html", context, kept=True)
