"""Standings and maps to take home."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import IO, Annotated, Any

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from sqlalchemy import Connection

from service.pages.pictures import draw_map
from service.pages.visits import VisitDep
from service.tournament.exports import result_rows, standings_rows, to_csv, to_xlsx
from service.tournament.maparchive import write_map_archive
from service.tournament.plan import load_plan
from service.tournament.publications import find_publication
from service.tournament.sheets import list_sheets
from service.tournament.standings import make_standings
from service.tournament.standingsdocuments import StandingsDocument
from service.tournament.tournaments import find_tournament
from service.web.dependencies import DatabaseDep
from service.web.problems import MISSING, REFUSED, Responses
from service.web.routes.parameters import TournamentId

router = APIRouter(prefix="/v1/tournaments/{tournament}/exports", tags=["exports"], responses=REFUSED)

Published = Annotated[
    bool, Query(description="What was published last, in place of what the standings are now.")
]
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
IN_MEMORY = 8 * 2**20  # bytes of an archive that need no file
PART = 64 * 1024  # bytes sent at once


def _binary(media_type: str) -> Responses:
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return MISSING | {200: {"description": "The file.", "content": content}}


def _standings(db: Connection, tournament: str, *, published: bool) -> StandingsDocument:
    if not published:
        return StandingsDocument.of(make_standings(db, tournament))
    find_tournament(db, tournament)
    return StandingsDocument.model_validate(find_publication(db, tournament).standings)


def _file(content: bytes, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


@router.get("/standings.json", name="exports.json", responses=MISSING)
def get_json(
    tournament: TournamentId, database: DatabaseDep, published: Published = False
) -> StandingsDocument:
    """Get the standings as JSON."""
    with database.read() as db:
        return _standings(db, tournament, published=published)


@router.get("/standings.csv", name="exports.csv", response_class=Response, responses=_binary("text/csv"))
def get_csv(tournament: TournamentId, database: DatabaseDep, published: Published = False) -> Response:
    """Get the standings over all rounds as CSV, a line a player."""
    with database.read() as db:
        standings = _standings(db, tournament, published=published)
    return _file(to_csv(standings_rows(standings)), "text/csv", "standings.csv")


@router.get("/results.csv", name="exports.results", response_class=Response, responses=_binary("text/csv"))
def get_results(tournament: TournamentId, database: DatabaseDep, published: Published = False) -> Response:
    """Get every result of every round as CSV, with the scores of the seasons."""
    with database.read() as db:
        standings = _standings(db, tournament, published=published)
    return _file(to_csv(result_rows(standings)), "text/csv", "results.csv")


@router.get("/standings.xlsx", name="exports.xlsx", response_class=Response, responses=_binary(XLSX))
def get_xlsx(tournament: TournamentId, database: DatabaseDep, published: Published = False) -> Response:
    """Get standings, results and tables as a workbook."""
    with database.read() as db:
        made_at = find_tournament(db, tournament).created_at
        standings = _standings(db, tournament, published=published)
    return _file(to_xlsx(standings, made_at=made_at), XLSX, "standings.xlsx")


@router.get("/maps.zip", name="exports.maps", response_class=Response, responses=_binary("application/zip"))
def get_maps(tournament: TournamentId, visit: VisitDep, database: DatabaseDep) -> Response:
    """Get all maps as one archive: a surveyor/map@1 document and an SVG each, and a list of them."""
    with database.read() as db:
        plan, sheets = load_plan(db, tournament), list(list_sheets(db, tournament))
    file: IO[Any] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed once it is sent
    write_map_archive(plan, sheets, file, lambda sheet: draw_map(visit, plan, sheet).svg)
    headers = {"Content-Disposition": 'attachment; filename="maps.zip"', "Content-Length": str(file.tell())}
    return StreamingResponse(_parts(file), media_type="application/zip", headers=headers)


def _parts(file: IO[Any]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while part := file.read(PART):
            yield part
