"""The ledger of a tournament: every file that was sent, its fate, its picture."""

from collections.abc import Callable
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Body, Path, Query, Response
from sqlalchemy import Connection, select
from starlette.exceptions import HTTPException

from engine import Side
from engine.sentence import Sentence, later
from service.documents import Reading, Reason
from service.documents.errors import NotHereError, UnreadablePhotoError
from service.intake.receive import ask_again
from service.ledger.documents import EventRow, History, Ledger, LedgerRow
from service.ledger.rows import FileRow, FileState, list_files
from service.readings.corners import WrittenCornersError, parse_corners
from service.readings.pictures import open_page, show_photo
from service.routes.parameters import PathId, QueryId
from service.routes.scope import in_tournament, own_file
from service.sheets.correction import Said
from service.store.blobs import BlobMissingError, Blobs
from service.store.events import Deed, list_events, record
from service.store.tables import is_identifier, pages, readings, sheets
from service.web.dependencies import ActorDep, PartsDep
from service.web.problems import CONFLICT, GONE, UNREADABLE, Responses
from vision import VisionError
from vision.decode.limits import MAX_PAGES

router = APIRouter(prefix="/v1/tournaments/{tournament}/files", tags=["files"])

PICTURE: Responses = UNREADABLE | GONE | {200: {"content": {"image/jpeg": {}}, "description": "The picture."}}
PRIVATE = "private, max-age=3600"  # pictures of one address never change


class AskAgain(Said):
    """What a person says of a page that could not be read."""

    corners: str | None = None
    """The corners of the field in pixels of the upright photo, as `10,20 810,25 800,830 5,820`."""
    side: Side | None = None


@router.get("", name="files.list")
def get_files(
    tournament: PathId,
    parts: PartsDep,
    actor: ActorDep,
    state: Annotated[list[FileState], Query()] = [],  # noqa: B006  # FastAPI copies it
    batch: QueryId = None,
    after: Annotated[str | None, Query(max_length=80, description="`next` of the page before.")] = None,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Ledger:
    """Return the ledger page by page, in the order in which files came."""
    with parts.database.read() as db:
        in_tournament(db, actor, tournament)
        rows = list_files(
            db, tournament, batch=batch, states=tuple(state), after=_after(after), most=most + 1
        )
    listed = rows[:most]
    more = f"{listed[-1].received_at.isoformat()}~{listed[-1].id}" if len(rows) > most else None
    return Ledger(files=tuple(map(LedgerRow.of, listed)), next=more)


@router.get("/{file}", name="files.get")
def get_one(tournament: PathId, file: PathId, parts: PartsDep, actor: ActorDep) -> LedgerRow:
    """Return how one file stands."""
    with parts.database.read() as db:
        return LedgerRow.of(own_file(db, actor, tournament, file))


@router.get("/{file}/history", name="files.history")
def get_history(tournament: PathId, file: PathId, parts: PartsDep, actor: ActorDep) -> History:
    """Return all that was done to a file, from its arrival on."""
    with parts.database.read() as db:
        own_file(db, actor, tournament, file)
        return History(events=tuple(map(EventRow.of, list_events(db, tournament, subject=file))))


@router.get("/{file}/reading", name="files.reading")
def get_reading(
    tournament: PathId,
    file: PathId,
    parts: PartsDep,
    actor: ActorDep,
    page: Annotated[int | None, Query(ge=1, le=MAX_PAGES)] = None,
) -> Reading:
    """Return what was read on a page, as surveyor/reading@1; without a number, on the first."""
    with parts.database.read() as db:
        row = own_file(db, actor, tournament, file)
        wanted = (
            select(readings.c.document)
            .join(pages, pages.c.reading_id == readings.c.id)
            .where(pages.c.file_id == (row.duplicate_of or row.id))
            .order_by(pages.c.number)
        )
        if page is not None:
            wanted = wanted.where(pages.c.number == page)
        found = db.execute(wanted).scalars().first()
    if found is None:
        raise NotHereError("reading (yet)")
    return Reading.model_validate(found)


@router.get("/{file}/photo", name="files.photo", response_class=Response, responses=PICTURE)
async def get_photo(
    tournament: PathId,
    file: PathId,
    parts: PartsDep,
    actor: ActorDep,
    page: Annotated[int, Query(ge=1, le=MAX_PAGES)] = 1,
    size: Annotated[int, Query(ge=100, le=4000, description="Pixels of the longer side.")] = 1600,
) -> Response:
    """Return the picture upright, as a new JPEG: without where and when and with what it was taken."""

    def work() -> bytes:
        with parts.database.read() as db:
            row = own_file(db, actor, tournament, file)
        return show_photo(open_page(kept_photo(parts.blobs, row.sha256), page), size)

    return picture(await to_thread.run_sync(lambda: shown(work), limiter=parts.limiter))


@router.post(
    "/{file}/pages/{page}/reading", name="files.read_again", status_code=202, responses=UNREADABLE | CONFLICT
)
def read_again(
    tournament: PathId,
    file: PathId,
    page: Annotated[int, Path(ge=1, le=MAX_PAGES)],
    parts: PartsDep,
    actor: ActorDep,
    asked: Annotated[AskAgain, Body()] = AskAgain(),  # noqa: B008  # it never changes
) -> LedgerRow:
    """Have a page read once more, with the corners or the side that a person has told; a photo is page 1.

    What people have corrected on it would be lost, so that only pages without such sheets are read again.
    """
    told = {"side": asked.side, "corners": _corners(asked.corners)}
    with parts.database.begin() as db:
        row = own_file(db, actor, tournament, file)
        ask_again(db, _page_without_corrections(db, row, page), told)
        record(
            db, actor.name, Deed.PAGE_ASKED_AGAIN, tournament=tournament, subject=row.id, page=page, **told
        )
        row = own_file(db, actor, tournament, file)
    parts.loop.wake()
    return LedgerRow.of(row)


def _page_without_corrections(db: Connection, row: FileRow, number: int) -> str:
    original = row.duplicate_of or row.id
    wanted = select(pages).where(pages.c.file_id == original).order_by(pages.c.number)
    found = next((page for page in db.execute(wanted) if (page.number or 1) == number), None)
    if found is None:
        raise NotHereError("page")
    if found.state != "done":
        raise HTTPException(HTTPStatus.CONFLICT, "This page waits to be read already.")
    touched = select(sheets.c.id).where(sheets.c.page_id == found.id, sheets.c.version > 1)
    if db.execute(touched).first() is not None:
        detail = later(
            "People have corrected or placed sheets of this page. Dismiss them, or correct them further."
        )
        raise HTTPException(HTTPStatus.CONFLICT, detail)
    page: str = found.id
    return page


def kept_photo(blobs: Blobs, sha256: str | None) -> bytes:
    """Return a photo's bytes, or answer that it is gone."""
    if sha256 is None:
        raise NotHereError("photo: the file was refused and not kept")
    try:
        return blobs.get(sha256)
    except BlobMissingError as error:
        raise HTTPException(
            HTTPStatus.GONE, "The photo is not here (any more); what was read of it is kept."
        ) from error


def picture(jpeg: bytes, cache: str = PRIVATE) -> Response:
    """Return the answer with a picture in it."""
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": cache})


def shown(work: Callable[[], bytes]) -> bytes:
    """Return the picture, or say why there is none."""
    try:
        return work()
    except IndexError as error:
        raise NotHereError("page") from error
    except VisionError as error:
        raise UnreadablePhotoError(Reason.of(error.reason)) from error


def _corners(written: str | None) -> list[list[float]] | None:
    if written is None or not written.strip():
        return None
    try:
        return [list(corner) for corner in parse_corners(written)]
    except WrittenCornersError as error:
        raise UnreadablePhotoError(
            Reason(
                code="bad_corners",
                message=Sentence("The corners cannot be understood: %(problem)s.", problem=str(error)),
                advice="Leave them out, or write them so.",
            )
        ) from error


def _after(told: str | None) -> tuple[datetime, str] | None:
    if told is None:
        return None
    moment, _, last = told.partition("~")
    try:
        if not is_identifier(last):
            raise ValueError(last)
        return datetime.fromisoformat(moment.replace(" ", "+")).astimezone(UTC), last
    except (ValueError, OverflowError) as error:
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, "`after` is no `next` of this list.") from error
