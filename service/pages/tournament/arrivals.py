"""Photos sent from a page: one, many, a zip, a PDF."""

from contextlib import closing

from anyio import to_thread
from fastapi import APIRouter, Response

from service.access.actors import Role
from service.documents.errors import UnreadablePhotoError
from service.pages.tournament.overview import show_overview
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.batches import check_room, take_in
from service.routes.parameters import PathId
from service.routes.uploading import Upload, read_upload
from service.web.answers import Once, OnceDep
from service.web.problems import STATUS_OF_REASON, wants_page

router = APIRouter(include_in_schema=False)


@router.post("/tournaments/{tournament}/batches", name="pages.tournament.send")
async def post_photos(tournament: PathId, visit: VisitDep, once: OnceDep) -> Response:
    """Take photos in, as POST /v1/tournaments/{tournament}/batches does, and show what becomes of them."""
    await to_thread.run_sync(check_room, visit.parts, visit.actor, tournament)
    upload = await read_upload(visit.request)
    with closing(upload):
        return await to_thread.run_sync(_take_in, visit, tournament, upload, once)


def _take_in(visit: Visit, tournament: str, upload: Upload, once: Once) -> Response:
    try:
        batch = take_in(visit.parts, visit.actor, tournament, upload, once)
    except UnreadablePhotoError as error:
        if visit.actor.role is Role.PLAYER or not wants_page(visit.request):
            raise
        status = STATUS_OF_REASON.get(error.reason.code, 422)
        told = f"{visit.translate(error.reason)} {visit.translate(error.reason.advice)}"
        return show_overview(visit, tournament, problem=told, status=status)
    finally:
        visit.parts.loop.wake()
    if visit.actor.role is Role.PLAYER:
        return go_to(f"/tournaments/{tournament}/players/{visit.actor.player}?sent={batch.id}")
    return go_to(f"/tournaments/{tournament}?sent={batch.id}#arrivals")
