"""Pages read anew with the present model: what would change is shown before anything is replaced."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path
from sqlalchemy import Connection, select

from service.access.actors import Actor
from service.documents.errors import ConflictError, NotHereError
from service.files.documents import NewReading, SheetList, SheetStatus
from service.files.pages import find_page
from service.files.rereading import accept_rereading, keep_rereading
from service.routes.parameters import PathId, TournamentId
from service.routes.scope import own_file
from service.sheets.rows import list_sheets
from service.store.blobs import BlobSource
from service.store.tables import pages
from service.web.dependencies import ActorDep, PartsDep
from service.web.parts import Parts
from service.web.problems import CONFLICT, MISSING
from service.work.tasks import PageResult, PageTask
from vision.decode.limits import MAX_PAGES

router = APIRouter(
    prefix="/v1/tournaments/{tournament}/files/{file}/pages/{page}/rereadings",
    tags=["files"],
    responses=MISSING | CONFLICT,
)

PageNumber = Annotated[int, Path(ge=1, le=MAX_PAGES, description="A photo is page 1.")]


@router.post("", name="rereadings.create", status_code=201)
async def reread(
    tournament: TournamentId, file: PathId, page: PageNumber, parts: PartsDep, actor: ActorDep
) -> NewReading:
    """Read a page with the present model, and tell what would change; nothing changes yet.

    What people have corrected stays as they said, and is no change.
    """

    def work() -> NewReading:
        with parts.database.read() as db:
            task = _task(db, parts, actor, tournament, file, page)
        read: PageResult = parts.workforce.submit(task).result()
        with parts.database.begin() as db:
            found = _page(db, actor, tournament, file, page)
            return keep_rereading(db, tournament, found, read.reading, read.sheets)

    return await to_thread.run_sync(work, limiter=parts.limiter)


@router.put("/{reading}", name="rereadings.accept")
def accept(
    tournament: TournamentId,
    file: PathId,
    page: PageNumber,
    reading: PathId,
    parts: PartsDep,
    actor: ActorDep,
) -> SheetList:
    """Put a new reading in force; what people have corrected stays as they said."""
    with parts.database.begin() as db:
        found = _page(db, actor, tournament, file, page)
        accept_rereading(db, actor, tournament, found, reading)
        rows = list_sheets(db, tournament, page=found)
    return SheetList(sheets=tuple(map(SheetStatus.of, rows)), next=None)


def _task(db: Connection, parts: Parts, actor: Actor, tournament: str, file: str, number: int) -> PageTask:
    row = own_file(db, actor, tournament, file)
    page = _page(db, actor, tournament, file, number)
    kept = db.execute(select(pages.c.number).where(pages.c.id == page)).scalar_one()
    if row.sha256 is None:
        raise NotHereError("photo")
    return PageTask(BlobSource(parts.settings.blobs_address, row.sha256), row.name, kept, row.sha256)


def _page(db: Connection, actor: Actor, tournament: str, file: str, number: int) -> str:
    found = find_page(db, own_file(db, actor, tournament, file), number)
    if found.state != "done":
        raise ConflictError("This page waits to be read already.")
    page: str = found.id
    return page
