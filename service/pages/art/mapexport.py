"""All maps of a tournament to take home: a route of the API that draws as the pages do."""

from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import IO

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse

from service.documents.errors import BadRequestError
from service.pages.art.pictures import draw_map
from service.pages.visits import VisitDep
from service.routes.exports import Published, binary
from service.routes.parameters import TournamentId
from service.sheets.rows import COUNTING, list_sheets
from service.standings.maparchive import write_map_archive
from service.tournament.plan import load_plan
from service.web.problems import REFUSED

router = APIRouter(prefix="/v1/tournaments/{tournament}/exports", tags=["exports"], responses=REFUSED)

IN_MEMORY = 8 * 2**20  # bytes of an archive that need no file
PART = 64 * 1024  # bytes sent at once


@router.get("/maps.zip", name="exports.maps", response_class=Response, responses=binary("application/zip"))
def get_maps(tournament: TournamentId, visit: VisitDep, published: Published = False) -> Response:
    """Get all maps as they are now, as one archive: a surveyor/map@1 document and an SVG each, and a list."""
    if published:
        raise BadRequestError("Maps are not published: leave `published` out, and get them as they are now.")
    with visit.reading() as db:
        plan, sheets = load_plan(db, tournament), list_sheets(db, tournament, COUNTING)
    whole = [sheet for sheet in sheets if not sheet.is_damaged]
    file: IO[bytes] = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  # closed once it is sent
    write_map_archive(plan, whole, file, lambda sheet: draw_map(visit, plan, sheet).svg)
    headers = {"Content-Disposition": 'attachment; filename="maps.zip"', "Content-Length": str(file.tell())}
    return StreamingResponse(_parts(file), media_type="application/zip", headers=headers)


def _parts(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        file.seek(0)
        while part := file.read(PART):
            yield part
