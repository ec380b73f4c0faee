"""The files of a tournament: everything that was sent, its fate, its picture."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from anyio import to_thread
from fastapi import Body, Query, Response
from pydantic import StrictBool
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from engine import Side
from service.documents import Reading, RequestBody
from service.documents.errors import ConflictError, NotHereError
from service.files import documents
from service.files.copies import name_own_in
from service.files.pagereadings import find_done_page, read_pages
from service.files.states import FileFilter, list_files
from service.readingqueue.enqueue import queue_again
from service.readingqueue.newreadings import enter_by_hand
from service.readingqueue.rereading import accept_rereading, keep_rereading
from service.readings.hints import Hints, hints_asked
from service.readings.pictures import show_photo
from service.review.undoing import dismiss_file
from service.routes.parameters import PathId, QueryId
from service.routes.photos import PICTURE, show_picture
from service.routes.scope import OwnFile, PageAsked, PageAskedDep, own_file
from service.routes.sheets import SetAside
from service.sheets.changesinforce import corrections_in_force
from service.sheets.rows import SheetFilter, list_sheets
from service.store.blobs import BlobSource
from service.store.events import EventKind, list_events, record
from service.store.tables import Record, is_identifier
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, DatabaseDep, ResourcesDep
from service.web.jsonroutes import json_router
from service.web.problems import CONFLICT, MISSING, UNREADABLE
from service.work.tasks import PageResult, PageTask
from vision.decode.limits import MAX_PAGES

router = json_router("/v1/tournaments/{tournament}/files", "files")


class AskAgain(RequestBody):
    """Hints on a page that could not be read."""

    corners: str | None = None
    """The corners of the field in pixels of the upright photo, as `10,20 810,25 800,830 5,820`."""
    side: Side | None = None
    upright: StrictBool = False
    """Whether the first of the corners is the map's top left, whatever its print tells."""


class EnteredByHand(RequestBody):
    """A map that a person enters, as the photo could not be read."""

    side: Side
    """The printed side."""


@router.get("", name="files.list")
def get_files(
    tournament: PathId,
    resources: ResourcesDep,
    actor: ActorDep,
    state: Annotated[list[documents.FileState], Query()] = [],  # noqa: B006  # FastAPI copies it
    batch: QueryId = None,
    after: Annotated[str | None, Query(max_length=80, description="`next` of the page before.")] = None,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> documents.FileList:
    """Return the files page by page, in the order in which files came."""
    with resources.database.read() as db:
        find_tournament(db, tournament)
        wanted = FileFilter(batch, tuple(state), after=_after(after))
        rows = list_files(db, tournament, wanted, most=most + 1)
    listed = rows[:most]
    more = f"{listed[-1].received_at.isoformat()}~{listed[-1].id}" if len(rows) > most else None
    return documents.FileList(files=tuple(listed), next=more)


@router.get("/{file}", name="files.get")
def get_one(file: OwnFile) -> documents.FileStatus:
    """Return how one file stands."""
    return file


@router.get("/{file}/history", name="files.history")
def get_history(tournament: PathId, file: OwnFile, database: DatabaseDep) -> documents.History:
    """Return all that was done to a file, from its arrival on."""
    with database.read() as db:
        events = list_events(db, tournament, subject=file.id)
    return documents.History(
        events=tuple(name_own_in(event, lambda named: named == file.duplicate_of) for event in events)
    )


@router.get("/{file}/reading", name="files.reading")
def get_reading(
    file: OwnFile, database: DatabaseDep, page: Annotated[int | None, Query(ge=1, le=MAX_PAGES)] = None
) -> Reading:
    """Return what was read on a page, as surveyor/reading@1; without a number, on the first."""
    with database.read() as db:
        read = read_pages(db, file)
    found = next((each for each in read if page is None or each.page == page), None)
    if found is None:
        raise NotHereError("reading")
    return found.reading


@router.get("/{file}/photo", name="files.photo", response_class=Response, responses=PICTURE)
async def get_photo(
    file: OwnFile,
    resources: ResourcesDep,
    page: Annotated[int, Query(ge=1, le=MAX_PAGES)] = 1,
    size: Annotated[int, Query(ge=100, le=4000, description="Pixels of the longer side.")] = 1600,
) -> Response:
    """Return the picture upright, as a new JPEG: without where and when and with what it was taken."""
    return await show_picture(resources, file.sha256, page, lambda photo: show_photo(photo, size))


@router.post(
    "/{file}/pages/{page}/reading", name="files.read_again", status_code=202, responses=UNREADABLE | CONFLICT
)
def read_again(
    at: PageAskedDep,
    asked: Annotated[AskAgain, Body()] = AskAgain(),  # noqa: B008  # it never changes
) -> documents.FileStatus:
    """Have a page read once more, with the corners or the side that a person has given; a photo is page 1.

    What people have corrected on it would be lost, so that only pages without such sheets are read again;
    a sheet that was set aside is no hindrance. Whose a sheet is stays as a person has said.
    """
    return read_page_again(at, hints_asked(asked.side, asked.corners, upright=asked.upright))


def read_page_again(at: PageAsked, hints: Hints) -> documents.FileStatus:
    """Put a page without corrections in line again, with what a person says of it.

    Raises:
        NotHereError: There is no such page.
        ConflictError: It waits to be read, or people have corrected its sheets.
    """
    with at.resources.database.begin() as db:
        row = at.find_file(db)
        queue_again(db, _page_without_corrections(db, row, at.page), hints)
        record(
            db,
            at.actor.name,
            EventKind.PAGE_ASKED_AGAIN,
            tournament=at.tournament,
            subject=row.id,
            page=at.page,
            **hints.to_json(),
        )
        row = at.find_file(db)
    at.resources.loop.wake()
    return row


@router.post("/{file}/pages/{page}/map", name="files.enter_by_hand", status_code=201, responses=CONFLICT)
def enter_map(at: PageAskedDep, said: EnteredByHand) -> documents.SheetStatus:
    """Begin an empty map beside a page that could not be read; it is entered by correcting that sheet."""
    with at.resources.database.begin() as db:
        sheet = enter_by_hand(db, at.actor, at.find_file(db), at.page, said.side)
        return documents.SheetStatus.of(sheet)


@router.post("/{file}/dismissal", name="files.dismiss", responses=CONFLICT)
def dismiss(
    tournament: PathId, file: PathId, said: SetAside, database: DatabaseDep, actor: ActorDep
) -> documents.FileStatus:
    """Set a rejected file aside, as one that nobody has to look at any more; or take it back."""
    with database.begin() as db:
        row = own_file(db, actor, tournament, file)
        dismiss_file(db, actor, row, said.reason, back=said.back)
        return own_file(db, actor, tournament, file)


@router.post(
    "/{file}/pages/{page}/rereadings",
    name="rereadings.create",
    status_code=201,
    responses=MISSING | CONFLICT,
)
async def reread(at: PageAskedDep) -> documents.NewReading:
    """Read a page with the present model, and tell what would change; nothing changes yet.

    What people have corrected stays as they said, and is no change.
    """

    def work() -> documents.NewReading:
        with at.resources.database.read() as db:
            task = _task(db, at)
        read: PageResult = at.resources.workforce.submit(task).result()
        with at.resources.database.begin() as db:
            return keep_rereading(db, at.tournament, _find_page(db, at).id, read.reading, read.seen)

    return await to_thread.run_sync(work, limiter=at.resources.limiter)


@router.put(
    "/{file}/pages/{page}/rereadings/{reading}", name="rereadings.accept", responses=MISSING | CONFLICT
)
def accept_reading(at: PageAskedDep, reading: PathId) -> documents.SheetList:
    """Put a new reading in force; what people have corrected stays as they said."""
    with at.resources.database.begin() as db:
        page = _find_page(db, at).id
        accept_rereading(db, at.actor, at.tournament, page, reading)
        rows = list_sheets(db, at.tournament, SheetFilter(page=page))
    return documents.SheetList(sheets=tuple(map(documents.SheetStatus.of, rows)), next=None)


def _page_without_corrections(db: Connection, row: documents.FileStatus, number: int) -> str:
    found = find_done_page(db, row, number)
    counting = list_sheets(db, row.tournament, SheetFilter(page=found.id, counting=True))
    if any(corrections_in_force(db, row.tournament, sheet.id) for sheet in counting):
        raise ConflictError(
            "People have corrected sheets of this page, and that would be lost. Take it back on the sheet's "
            "page, or correct the sheet further."
        )
    page: str = found.id
    return page


def _task(db: Connection, at: PageAsked) -> PageTask:
    file, page = at.find_file(db), _find_page(db, at)
    if file.sha256 is None:
        raise NotHereError("photo")
    source = BlobSource(at.resources.settings.blobs_address, file.sha256)
    return PageTask(source, file.name, page.number, file.sha256)


def _find_page(db: Connection, at: PageAsked) -> Record:
    return find_done_page(db, at.find_file(db), at.page)


def _after(cursor: str | None) -> tuple[datetime, str] | None:
    if cursor is None:
        return None
    moment, _, last = cursor.partition("~")
    try:
        if not is_identifier(last):
            raise ValueError(last)
        return datetime.fromisoformat(moment.replace(" ", "+")).astimezone(UTC), last
    except (ValueError, OverflowError) as error:
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, "`after` is no `next` of this list.") from error
