"""The published standings, for everybody: on a phone, on paper, on the wall of the hall."""

from collections.abc import Mapping, Sequence
from typing import Literal

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from engine import Season
from service.access.actors import Role
from service.documents.errors import NotHereError
from service.pages.tournament.smallmaps import GrownMap, grown_maps
from service.pages.visits import VisitDep
from service.routes.parameters import PlayerId, TournamentId
from service.sheets.rows import SheetFilter, list_sheets
from service.standings.boards import load_games
from service.standings.documents import ResultDocument
from service.standings.overview import fingerprint
from service.standings.publications import last_publication_id
from service.tournament.plan import Plan, load_plan
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)


@router.get("/standings/{tournament}", name="pages.hall")
def get_hall(tournament: TournamentId, visit: VisitDep, screen: Literal["hall", ""] = "") -> Response:
    """Show the last publication; before the first, only a note that nothing is published yet."""
    with visit.reading() as db:
        find_tournament(db, tournament)
        publication = last_publication_id(db, tournament)

        def context() -> dict[str, object]:
            return {
                "identifier": tournament,
                "board": visit.resources.boards.find(db, tournament, publication) if publication else None,
                "is_hall": screen == "hall",
                "own": visit.actor.player if visit.actor.role is Role.PLAYER else None,
            }

        return visit.show_if_other(publication or "", "tournament/hall.html", context, kept=True)


@router.get("/standings/{tournament}/players/{player}", name="pages.published_player")
def get_published_player(tournament: TournamentId, player: PlayerId, visit: VisitDep) -> Response:
    """Show what was published last of one player: the seasons of each round, and their maps."""
    with visit.reading() as db:
        find_tournament(db, tournament)
        publication = last_publication_id(db, tournament)
        if publication is None:
            raise NotHereError("player")
        board = visit.resources.boards.find(db, tournament, publication)
        placing = board.find_placing(player)
        if placing is None:
            raise NotHereError("player")

        def context() -> dict[str, object]:
            plan, games = load_plan(db, tournament), load_games(db, publication, player, board.rounds)
            return {
                "identifier": tournament,
                "board": board,
                "placing": placing,
                "games": games,
                "maps": _maps(db, plan, player, games),
                "has_more": visit.actor.player == player or (visit.is_staff and player in plan.players),
            }

        tag = fingerprint(db, tournament, publication, player)
        return visit.show_if_other(tag, "tournament/published.html", context, kept=True)


def _maps(
    db: Connection, plan: Plan, player: str, games: Mapping[int, ResultDocument]
) -> Mapping[int, Sequence[GrownMap]]:
    """Return a player's maps and what they score, by the numbers of rounds; none corrected since."""
    rounds = {played.number: played.id for played in plan.rounds}
    own = list_sheets(db, plan.tournament.id, SheetFilter(player=player, counting=True))
    return {
        number: [
            grown
            for grown in grown_maps(
                [sheet for sheet in own if sheet.round == rounds.get(number)], show_doubts=False
            )
            if grown.report and grown.report.total == game.seasons[list(Season).index(grown.season)]
        ]
        for number, game in games.items()
    }
