"""The published standings, for everybody: on a phone, on paper, on the wall of the hall."""

from typing import Any, Literal

from fastapi import APIRouter, Response

from service.access.actors import Role
from service.dependencies import DatabaseDep
from service.pages.tournament.fresh import show_if_other
from service.pages.visits import VisitDep
from service.routes.parameters import TournamentId
from service.tournament.publications import last_publication
from service.tournament.standingsdocuments import StandingsDocument
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)


@router.get("/standings/{tournament}", name="pages.hall")
def get_hall(
    tournament: TournamentId,
    visit: VisitDep,
    database: DatabaseDep,
    screen: Literal["hall", ""] = "",
) -> Response:
    """Show what was published last; before that, kindly that nothing was, and nothing of the tournament."""
    with database.read() as db:
        find_tournament(db, tournament)
        found = last_publication(db, tournament)
    standings = StandingsDocument.model_validate(found.standings) if found else None

    def context() -> dict[str, Any]:
        return {
            "identifier": tournament,
            "publication": found,
            "standings": standings,
            "is_hall": screen == "hall",
            "own": visit.actor.player if visit.actor.role is Role.PLAYER else None,
        }

    tag = repr((found.number if found else 0, standings.to_line() if standings else ""))
    return show_if_other(visit, tag, "tournament/hall.html", context, kept=True)
