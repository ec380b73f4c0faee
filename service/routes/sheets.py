"""The sheets of a tournament: as they stand, corrected, placed, set aside."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query, Response
from pydantic import Field

from service.access.actors import Actor
from service.documents import Sheet
from service.documents.conditions import ExpectedDep, check_version, set_version
from service.ledger.dismissing import dismiss_sheet
from service.ledger.documents import EventRow, History, SheetList, SheetStatus
from service.ledger.sheets import correct_sheet
from service.readings.pictures import open_page, show_overlay, show_square
from service.routes.files import PICTURE, kept_photo, picture, shown
from service.routes.parameters import IDENTIFIER, PLAIN, PathId, QueryId
from service.routes.scope import in_tournament, own_sheet
from service.sheets.asread import sheet_as_read
from service.sheets.correction import Said, SheetCorrection
from service.sheets.doubts import SquareDoubt
from service.sheets.rows import SheetRow, State, list_sheets
from service.store.events import list_events
from service.web.dependencies import ActorDep, PartsDep
from service.web.parts import Parts
from service.web.problems import CONDITIONAL, CONFLICT, INVALID

router = APIRouter(prefix="/v1/tournaments/{tournament}/sheets", tags=["sheets"])


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
def get_one(
    tournament: PathId, sheet: PathId, response: Response, parts: PartsDep, actor: ActorDep
) -> SheetStatus:
    """Return a sheet as it stands."""
    with parts.database.read() as db:
        return _answer(own_sheet(db, actor, tournament, sheet), response)


@router.get("/{sheet}/reading", name="sheets.reading")
def get_reading(tournament: PathId, sheet: PathId, parts: PartsDep, actor: ActorDep) -> Sheet:
    """Return what the picture said, with all its confidences, before anybody corrected anything."""
    with parts.database.read() as db:
        return sheet_as_read(db, own_sheet(db, actor, tournament, sheet))


@router.get("/{sheet}/history", name="sheets.history")
def get_history(tournament: PathId, sheet: PathId, parts: PartsDep, actor: ActorDep) -> History:
    """Return who changed what, the earliest first."""
    with parts.database.read() as db:
        own_sheet(db, actor, tournament, sheet)
        return History(events=tuple(map(EventRow.of, list_events(db, tournament, subject=sheet))))


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
async def get_overlay(
    tournament: PathId,
    sheet: PathId,
    parts: PartsDep,
    actor: ActorDep,
) -> Response:
    """Return the photo with the lattice and the map as it stands laid on it."""

    def work() -> bytes:
        photo, row, read = _photo(parts, actor, tournament, sheet)
        doubtful = [doubt.square for doubt in row.doubts if isinstance(doubt, SquareDoubt)]
        return show_overlay(open_page(photo, row.page_number), read, dict(row.map), doubtful)

    jpeg = await to_thread.run_sync(lambda: shown(work), limiter=parts.limiter)
    return picture(jpeg, "private, no-store")  # corrections change it


@router.get("/{sheet}/squares/{row}/{column}", name="sheets.crop", response_class=Response, responses=PICTURE)
async def get_square(
    tournament: PathId,
    sheet: PathId,
    row: Annotated[int, Path(ge=0, le=10)],
    column: Annotated[int, Path(ge=0, le=10)],
    parts: PartsDep,
    actor: ActorDep,
    size: Annotated[int, Query(ge=32, le=1000, description="Pixels a side.")] = 320,
) -> Response:
    """Return one square and some of what lies around it, seen straight from above."""

    def work() -> bytes:
        photo, stands, read = _photo(parts, actor, tournament, sheet)
        return show_square(open_page(photo, stands.page_number), read, (row, column), size)

    return picture(await to_thread.run_sync(lambda: shown(work), limiter=parts.limiter))


def _photo(parts: Parts, actor: Actor, tournament: str, sheet: str) -> tuple[bytes, SheetRow, Sheet]:
    with parts.database.read() as db:
        row = own_sheet(db, actor, tournament, sheet)
        read = sheet_as_read(db, row)
    return kept_photo(parts.blobs, row.sha256), row, read


def _answer(row: SheetRow, response: Response) -> SheetStatus:
    set_version(response, row.version)
    return SheetStatus.of(row)
