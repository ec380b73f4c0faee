"""Reading pages again with the present model: changes are shown before anything is replaced."""

from anyio import to_thread
from sqlalchemy import Connection

from service.documents.errors import NotHereError
from service.files.documents import NewReading, SheetList, SheetStatus
from service.files.pagereadings import find_done_page
from service.readingqueue.rereading import accept_rereading, keep_rereading
from service.routes.parameters import PathId
from service.routes.scope import PageAsked, PageAskedDep
from service.sheets.rows import SheetFilter, list_sheets
from service.store.blobs import BlobSource
from service.store.tables import Record
from service.web.jsonroutes import json_router
from service.web.problems import CONFLICT, MISSING
from service.work.tasks import PageResult, PageTask

router = json_router(
    "/v1/tournaments/{tournament}/files/{file}/pages/{page}/rereadings", "files", MISSING | CONFLICT
)


@router.post("", name="rereadings.create", status_code=201)
async def reread(at: PageAskedDep) -> NewReading:
    """Read a page with the present model, and tell what would change; nothing changes yet.

    What people have corrected stays as they said, and is no change.
    """

    def work() -> NewReading:
        with at.parts.database.read() as db:
            task = _task(db, at)
        read: PageResult = at.parts.workforce.submit(task).result()
        with at.parts.database.begin() as db:
            return keep_rereading(db, at.tournament, _find_page(db, at).id, read.reading, read.sheets)

    return await to_thread.run_sync(work, limiter=at.parts.limiter)


@router.put("/{reading}", name="rereadings.accept")
def accept(at: PageAskedDep, reading: PathId) -> SheetList:
    """Put a new reading in force; what people have corrected stays as they said."""
    with at.parts.database.begin() as db:
        page = _find_page(db, at).id
        accept_rereading(db, at.actor, at.tournament, page, reading)
        rows = list_sheets(db, at.tournament, SheetFilter(page=page))
    return SheetList(sheets=tuple(map(SheetStatus.of, rows)), next=None)


def _task(db: Connection, at: PageAsked) -> PageTask:
    file, page = at.find_file(db), _find_page(db, at)
    if file.sha256 is None:
        raise NotHereError("photo")
    source = BlobSource(at.parts.settings.blobs_address, file.sha256)
    return PageTask(source, file.name, page.number, file.sha256)


def _find_page(db: Connection, at: PageAsked) -> Record:
    return find_done_page(db, at.find_file(db), at.page)
