"""The pictures and documents of a scan."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents import Reading
from service.documents.errors import NotHereError
from service.pages.art import draw_map_svg
from service.pages.gamewords import SEASONS
from service.pages.pictures import Asked, Download, Picture, Width
from service.pages.visits import VisitDep
from service.pages.words import later
from service.readings.pictures import open_page, show_overlay, show_photo
from service.routes.files import kept_photo, picture, shown
from service.routes.parameters import PathId
from service.scans.rows import ScanRow, own_scan
from service.scans.scoring import find_certainty, score_sheet
from service.sheets.doubts import SquareDoubt
from service.web.parts import Parts

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

SheetNumber = Annotated[int, Query(ge=1, le=99)]
MAP = later("Map")


@router.get("/photo", name="pages.scan_picture")
async def get_photo(
    scan: PathId, visit: VisitDep, size: Annotated[int, Query(ge=60, le=4000)] = 1600
) -> Response:
    """Return the photo upright, without where and when and with what it was taken."""

    def work() -> bytes:
        row = _own(visit.parts, visit.actor, scan)
        return show_photo(open_page(kept_photo(visit.parts.blobs, row.sha256), row.page), size)

    return picture(await to_thread.run_sync(lambda: shown(work), limiter=visit.parts.limiter))


@router.get("/overlay", name="pages.scan_overlay")
async def get_overlay(scan: PathId, visit: VisitDep, sheet: SheetNumber = 1) -> Response:
    """Return the photo with the lattice and the map as it stands drawn on it, to keep."""

    def work() -> bytes:
        row = _own(visit.parts, visit.actor, scan)
        stands = row.sheets[_index(row, sheet)]
        doubtful = [doubt.square for doubt in stands.doubts if isinstance(doubt, SquareDoubt)]
        page = open_page(kept_photo(visit.parts.blobs, row.sha256), row.page)
        return show_overlay(page, row.reading.sheets[sheet - 1], dict(stands.map), doubtful)

    answer = picture(
        await to_thread.run_sync(lambda: shown(work), limiter=visit.parts.limiter), "private, no-store"
    )
    answer.headers["Content-Disposition"] = 'attachment; filename="overlay.jpg"'
    return answer


@router.get("/reading.json", name="pages.scan_reading")
def get_reading(scan: PathId, visit: VisitDep) -> Reading:
    """Return what the picture said, as surveyor/reading@1."""
    return _own(visit.parts, visit.actor, scan).reading


@router.get("/score.json", name="pages.scan_score")
def get_score(scan: PathId, visit: VisitDep, sheet: SheetNumber = 1) -> dict[str, object]:
    """Return the score of the map as it stands, as surveyor/score@1."""
    row = _own(visit.parts, visit.actor, scan)
    index = _index(row, sheet)
    standing, read = row.sheets[index], row.reading.sheets[index]
    certainty = (
        None if row.game.lacking else find_certainty(standing, read, row.game, visit.parts.settings.sure)
    )
    return score_sheet(standing, row.game).to_json(certainty)


@router.get("/map.{kind}", name="pages.scan_map")
async def get_map(
    scan: PathId,
    kind: str,
    visit: VisitDep,
    sheet: SheetNumber = 1,
    width: Width = 1200,
    download: Download = False,
) -> Response:
    """Return the map drawn anew, as SVG or PNG."""

    def draw(db: Connection) -> Picture:
        row = own_scan(db, visit.actor, scan)
        standing = row.sheets[_index(row, sheet)]
        score = score_sheet(standing, row.game)
        season = visit.translate(SEASONS[row.game.season]) if row.game.season else ""
        svg = draw_map_svg(
            score.sheet,
            title=visit.translate(MAP),
            subtitle=season,
            total=None if row.game.lacking else score.report.total,
            coins=standing.map["coins"],
        )
        return Picture(svg, "map")

    return await Asked(visit, visit.parts, kind, width, download).answer(draw)


def _own(parts: Parts, actor: Actor, scan: str) -> ScanRow:
    with parts.database.read() as db:
        return own_scan(db, actor, scan)


def _index(row: ScanRow, sheet: int) -> int:
    if sheet > len(row.sheets):
        raise NotHereError("sheet")
    return sheet - 1
