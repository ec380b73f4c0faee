"""Standings to take home."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from service.routes.parameters import TournamentId
from service.standings.documents import StandingsDocument
from service.standings.exports import result_rows, standings_rows, to_csv, to_xlsx
from service.standings.publications import find_publication
from service.standings.standings import make_standings
from service.tournament.tournaments import find_tournament
from service.web.dependencies import DatabaseDep
from service.web.problems import MISSING, REFUSED, Responses

router = APIRouter(prefix="/v1/tournaments/{tournament}/exports", tags=["exports"], responses=REFUSED)

Published = Annotated[
    bool, Query(description="What was published last, in place of what the standings are now.")
]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def binary(media_type: str) -> Responses:
    """Return how an answer that is a file is described."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return MISSING | {200: {"description": "The file.", "content": content}}


def _standings(
    tournament: TournamentId, database: DatabaseDep, published: Published = False
) -> StandingsDocument:
    with database.read() as db:
        if not published:
            return StandingsDocument.of(make_standings(db, tournament))
        find_tournament(db, tournament)
        return find_publication(db, tournament).standings


Standings = Annotated[StandingsDocument, Depends(_standings)]
"""The standings that a route's path and query name."""


def as_file(content: bytes | str, media_type: str, name: str, *, is_shown: bool = False) -> Response:
    """Return a file to be kept, or to be shown by the browser first."""
    placed = f'{"inline" if is_shown else "attachment"}; filename="{name}"'
    headers = {"Content-Disposition": placed, "Cache-Control": "private, no-store"}
    return Response(content, media_type=media_type, headers=headers)


@router.get("/standings.json", name="exports.json", responses=MISSING)
def get_json(standings: Standings) -> StandingsDocument:
    """Get the standings as JSON."""
    return standings


@router.get("/standings.csv", name="exports.csv", response_class=Response, responses=binary("text/csv"))
def get_csv(standings: Standings) -> Response:
    """Get the standings over all rounds as CSV, a line a player."""
    return as_file(to_csv(standings_rows(standings)), "text/csv", "standings.csv")


@router.get("/results.csv", name="exports.results", response_class=Response, responses=binary("text/csv"))
def get_results(standings: Standings) -> Response:
    """Get every result of every round as CSV, with the scores of the seasons."""
    return as_file(to_csv(result_rows(standings)), "text/csv", "results.csv")


@router.get("/standings.xlsx", name="exports.xlsx", response_class=Response, responses=binary(XLSX))
def get_xlsx(tournament: TournamentId, standings: Standings, database: DatabaseDep) -> Response:
    """Get standings, results and tables as a workbook."""
    with database.read() as db:
        made_at = find_tournament(db, tournament).created_at
    return as_file(to_xlsx(standings, made_at=made_at), XLSX, "standings.xlsx")
