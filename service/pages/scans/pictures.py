"""The pictures and documents of a scan."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection

from engine.sentence import later
from service.documents import Reading
from service.pages.art.maps import draw_map_svg
from service.pages.art.pictures import Picture, WantedDep
from service.pages.gamewords import SEASONS
from service.pages.scans.ownscan import OwnScan, OwnSheetOfScan
from service.pages.visits import VisitDep
from service.readings.pictures import show_overlay, show_photo, show_square
from service.routes.parameters import SquareIndex
from service.routes.photos import CHANGING, show_picture
from service.scans.scoring import find_certainty, score_sheet

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

MAP = later("Map")


@router.get("/photo", name="pages.scan_picture")
async def get_photo(
    scan: OwnScan, visit: VisitDep, size: Annotated[int, Query(ge=60, le=4000)] = 1600
) -> Response:
    """Return the photo upright, without where and when and with what it was taken."""
    return await show_picture(visit.resources, scan.sha256, scan.page, lambda photo: show_photo(photo, size))


@router.get("/overlay", name="pages.scan_overlay")
async def get_overlay(sheet: OwnSheetOfScan, visit: VisitDep) -> Response:
    """Return the photo with the lattice and the map as it stands drawn on it, to keep."""
    overlay = partial(show_overlay, sheet=sheet.read, standing=sheet.standing)
    answer = await show_picture(visit.resources, sheet.scan.sha256, sheet.scan.page, overlay, CHANGING)
    answer.headers["Content-Disposition"] = 'attachment; filename="overlay.jpg"'
    return answer


@router.get("/squares/{row}/{column}", name="pages.scan_crop")
async def get_square(
    sheet: OwnSheetOfScan,
    row: SquareIndex,
    column: SquareIndex,
    visit: VisitDep,
    size: Annotated[int, Query(ge=32, le=1000)] = 320,
) -> Response:
    """Return one square and some of what lies around it, seen straight from above."""
    square = partial(show_square, sheet=sheet.read, square=(row, column), side=size)
    return await show_picture(visit.resources, sheet.scan.sha256, sheet.scan.page, square)


@router.get("/reading.json", name="pages.scan_reading")
def get_reading(scan: OwnScan) -> Reading:
    """Return what the picture said, as surveyor/reading@1."""
    return scan.reading


@router.get("/score.json", name="pages.scan_score")
def get_score(sheet: OwnSheetOfScan, visit: VisitDep) -> dict[str, object]:
    """Return the score of the map as it stands, as surveyor/score@1."""
    standing, game, sure = sheet.standing, sheet.scan.game, visit.resources.settings.sure
    certainty = None if game.lacking else find_certainty(standing, sheet.read, game, sure)
    return score_sheet(standing, sheet.read, game).to_json(certainty)


@router.get("/map.{kind}", name="pages.scan_map")
async def get_map(sheet: OwnSheetOfScan, visit: VisitDep, wanted: WantedDep) -> Response:
    """Return the map drawn anew, as SVG or PNG."""

    def draw(db: Connection) -> Picture:
        game = sheet.scan.game
        score = score_sheet(sheet.standing, sheet.read, game)
        svg = draw_map_svg(
            score.sheet,
            title=visit.translate(MAP),
            subtitle=visit.translate(SEASONS[game.season]) if game.season else "",
            total=score.report.total if game.is_known else None,
            coins=sheet.standing.map.coins,
        )
        return Picture(svg, "map")

    return await wanted.show(draw, width=1200)
