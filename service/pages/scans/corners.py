"""The corners page: a person marks four corners of the field, and the photo is read again."""

from http import HTTPStatus
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Form, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import Side
from engine.sentence import later
from service.documents import Reason
from service.documents.errors import BadRequestError
from service.pages.cornerform import NO_SIDE, corners_shown, read_hints, read_pair
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.scans.ownscan import OwnScan
from service.pages.scans.result import LOOKED_BACK, UNDOES, Undone
from service.pages.sheets.form import read_version
from service.pages.visits import FormDep, Visit, VisitDep, go_to
from service.routes.photos import kept_photo
from service.scans.changing import AnotherReading, enter_by_hand, game_was_stated, replace_reading
from service.scans.likelygame import likely_game
from service.scans.reading import read_stored_photo
from service.scans.rows import ScanRow, list_scans, seen_scan
from service.sheets.changesinforce import corrections_of_scan
from vision import CornersError
from vision.find.given import Corners

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

NAMES = (later("top left"), later("top right"), later("bottom right"), later("bottom left"))
TAPPED = 264  # pixels that the photo is wide where it is tapped: a small phone's screen without its margins
BETTER_ANEW = frozenset({"wrong_squares", "cut_off", "too_small", "too_dark", "too_blurred"})
"""Reasons of photos that show no map, or too little of it: another photo helps more than corners."""
CHANGED = later("This photo was read again meanwhile, perhaps in another window. Here is how it stands now.")


class MapForm(BaseModel):
    """The form of the button that begins a map."""

    side: Side | Literal[""] = ""
    version: Annotated[int, Field(ge=0, le=10**9)]


@router.get("/corners", name="pages.scan_corners")
def get_corners(
    scan: OwnScan,
    visit: VisitDep,
    points: Annotated[str, Query(max_length=200)] = "",
    undone: Undone = "",
) -> Response:
    """Show the photo, with four corners to put in their places; without scripts, by tapping it four times."""
    query = visit.request.query_params
    return _show(visit, scan, _tapped(scan, points, query.get("tap.x"), query.get("tap.y")), undone=undone)


@router.post("/corners", name="pages.scan_read_again")
async def post_corners(scan: OwnScan, form: FormDep, visit: VisitDep) -> Response:
    """Read the photo again, with these corners or this side."""
    return await to_thread.run_sync(lambda: _read_again(visit, scan, form), limiter=visit.resources.limiter)


@router.post("/map", name="pages.scan_by_hand")
def post_map(scan: OwnScan, visit: VisitDep, said: Annotated[MapForm, Form()]) -> Response:
    """Begin an empty map beside a photo that could not be read, and go on to enter it."""
    side = said.side
    if not side:
        return _show(visit, scan, refused=NO_SIDE)
    entered = visit.attempt(
        lambda db: enter_by_hand(db, visit.actor, seen_scan(db, visit.actor, scan.id, said.version), side)
    )
    if isinstance(entered, Refusal):
        return _show(visit, scan, refused=entered)
    return go_to(f"/scans/{scan.id}/edit")


def _read_again(visit: Visit, row: ScanRow, form: FormData) -> Response:
    photo = kept_photo(visit.resources.blobs, row.sha256)
    try:
        hints = read_hints(form)
        read = read_stored_photo(visit.resources.workforce, photo, row.name, row.page, hints)
    except BadRequestError as error:
        return _show(visit, row, refused=Refusal(error))
    except CornersError as error:
        return _show(visit, row, hints.corners or (), Reason.of(error.reason), upright=hints.upright)

    def replace(db: Connection) -> object:
        found = seen_scan(db, visit.actor, row.id, read_version(form))
        scans = list_scans(db, visit.actor, LOOKED_BACK)
        before = [each for each in scans if each.received_at <= row.received_at and each.id != row.id]
        game = None if game_was_stated(db, row.id) else likely_game(before, read.reading)
        return replace_reading(db, visit.actor, found, AnotherReading(read.reading, hints, read.seen, game))

    replaced = visit.attempt(replace)
    if isinstance(replaced, Refusal):
        return _show(visit, row, refused=replaced)
    return go_to(f"/scans/{row.id}")


def _show(
    visit: Visit,
    row: ScanRow,
    corners: Corners = (),
    reason: Reason | None = None,
    *,
    upright: bool = False,
    undone: str = "",
    refused: Refusal = NOTHING_REFUSED,
) -> Response:
    rejected = row.reading.reason if not row.sheets else None
    width, height = row.reading.photo.width or 1, row.reading.photo.height or 1
    with visit.reading() as db:
        corrected = bool(corrections_of_scan(db, row.id))
    return visit.show(
        "scancorners.html",
        HTTPStatus.UNPROCESSABLE_ENTITY if reason else refused.status,
        scan=row,
        corrected=corrected,
        reason=reason or rejected,
        undone=UNDOES.get(undone),
        problem=refused.words(CHANGED),
        better_anew=rejected is not None and rejected.code in BETTER_ANEW,
        tapped=corners,
        corners=corners_shown(row.reading, corners, row.hints.corners),
        upright=upright or row.hints.upright,
        names=NAMES,
        width=width,
        height=height,
        tap_width=TAPPED,
        tap_height=round(TAPPED * height / width),
    )


def _tapped(row: ScanRow, points: str, x: str | None, y: str | None) -> Corners:
    """Return the corners that were tapped so far; a tap comes in pixels of the picture as shown."""
    found = [pair for pair in map(read_pair, points.split()) if pair is not None]
    tap = read_pair(f"{x},{y}") if x is not None else None
    if tap is not None:
        scale = (row.reading.photo.width or TAPPED) / TAPPED
        found.append((tap[0] * scale, tap[1] * scale))
    return tuple(found[:4])
