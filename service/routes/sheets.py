"""The sheets of a tournament: as they stand, corrected, placed, set aside."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from service.documents import Sheet
from service.documents.conditions import ExpectedDep, check_version, set_version
from service.ledger.dismissing import dismiss_sheet
from service.ledger.documents import EventRow, History, SheetList, SheetStatus
from service.ledger.sheets import correct_sheet
from service.readings.pictures import show_overlay, show_square
from service.routes.parameters import IDENTIFIER, PLAIN, PathId, QueryId, SquareIndex
from service.routes.photos import CHANGING, PICTURE, show_picture
from service.routes.scope import OwnSheet, in_tournament, own_sheet
from service.sheets.asread import sheet_as_read
from service.sheets.correction import Said, SheetCorrection
from service.sheets.doubts import SquareDoubt
from service.sheets.rows import SheetRow, State, list_sheets
from service.store.events import list_events
from service.web.dependencies import ActorDep, DatabaseDep, PartsDep
from service.web.problems import CONDITIONAL, CONFLICT, INVALID

router = APIRouter(prefix="/v1/tournaments/{tournament}/sheets", tags=["sheets"])


def _read(sheet: OwnSheet, database: DatabaseDep) -> Sheet:
    with database.read() as db:
        return sheet_as_read(db, sheet)


SheetRead = Annotated[Sheet, Depends(_read)]
"""The sheet that a route's path names, as it was read."""


class SetAside(Said):
    """Whether a sheet counts."""

    reason: Annotated[str, Field(max_length=500, pattern=PLAIN)] = ""
    back: bool = False
    """Whether it is taken back, to count again."""


@router.get("", name="sheets.list")
def get_sheets(
    tournament: PathId,
    parts: PartsDep,
    actor: ActorDep,
    file: QueryId = None,
    player: QueryId = None,
    round: QueryId = None,
    state: State | None = None,
    after: Annotated[str | None, Query(pattern=IDENTIFIER, description="`next` of the page before.")] = None,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> SheetList:
    """Return sheets page by page; a player gets the own ones."""
    with parts.database.read() as db:
        in_tournament(db, actor, tournament)
        rows = list_sheets(
            db,
            tournament,
            file=file,
            player=actor.player or player,
            round=round,
            state=state,
            after=after,
            most=most + 1,
        )
    listed = rows[:most]
    return SheetList(
        sheets=tuple(map(SheetStatus.of, listed)), next=listed[-1].id if len(rows) > most else None
    )


@router.get("/{sheet}", name="sheets.get")
def get_one(sheet: OwnSheet, response: Response) -> SheetStatus:
    """Return a sheet as it stands."""
    return _answer(sheet, response)


@router.get("/{sheet}/reading", name="sheets.reading")
def get_reading(read: SheetRead) -> Sheet:
    """Return what the picture said, with all its confidences, before anybody corrected anything."""
    return read


@router.get("/{sheet}/history", name="sheets.history")
def get_history(tournament: PathId, sheet: OwnSheet, database: DatabaseDep) -> History:
    """Return who changed what, the earliest first."""
    with database.read() as db:
        return History(events=tuple(map(EventRow.of, list_events(db, tournament, subject=sheet.id))))


@router.post("/{sheet}/corrections", name="sheets.correct", responses=CONDITIONAL | INVALID)
def correct(
    tournament: PathId,
    sheet: PathId,
    correction: SheetCorrection,
    expected: ExpectedDep,
    response: Response,
    parts: PartsDep,
    actor: ActorDep,
) -> SheetStatus:
    """Say what stands on a sheet; needs the ETag of the sheet that was looked at, as `If-Match`."""
    with parts.database.begin() as db:
        row = own_sheet(db, actor, tournament, sheet)
        check_version(row.version, expected, "sheet")
        return _answer(correct_sheet(db, actor, row, row.version, correction), response)


@router.post("/{sheet}/dismissal", name="sheets.dismiss", responses=CONDITIONAL | CONFLICT)
def dismiss(
    tournament: PathId,
    sheet: PathId,
    told: SetAside,
    expected: ExpectedDep,
    response: Response,
    parts: PartsDep,
    actor: ActorDep,
) -> SheetStatus:
    """Set a sheet aside, so that it counts nowhere; or take it back."""
    with parts.database.begin() as db:
        row = own_sheet(db, actor, tournament, sheet)
        check_version(row.version, expected, "sheet")
        return _answer(dismiss_sheet(db, actor, row, row.version, told.reason, back=told.back), response)


@router.get("/{sheet}/overlay", name="sheets.overlay", response_class=Response, responses=PICTURE)
async def get_overlay(sheet: OwnSheet, read: SheetRead, parts: PartsDep) -> Response:
    """Return the photo with the lattice and the map as it stands laid on it."""
    doubtful = [doubt.square for doubt in sheet.doubts if isinstance(doubt, SquareDoubt)]
    overlay = partial(show_overlay, sheet=read, map=sheet.map, doubtful=doubtful)
    return await show_picture(parts, sheet.sha256, sheet.page_number, overlay, CHANGING)


@router.get("/{sheet}/squares/{row}/{column}", name="sheets.crop", response_class=Response, responses=PICTURE)
async def get_square(
    sheet: OwnSheet,
    read: SheetRead,
    row: SquareIndex,
    column: SquareIndex,
    parts: PartsDep,
    size: Annotated[int, Query(ge=32, le=1000, description="Pixels a side.")] = 320,
) -> Response:
    """Return one square and some of what lies around it, seen straight from above."""
    square = partial(show_square, sheet=read, square=(row, column), side=size)
    return await show_picture(parts, sheet.sha256, sheet.page_number, square)


def _answer(row: SheetRow, response: Response) -> SheetStatus:
    set_version(response, row.version)
    return SheetStatus.of(row)
