"""Photos in, readings out."""

from typing import Annotated, BinaryIO

from anyio import to_thread
from fastapi import Depends, Form, Query, Request, UploadFile
from fastapi.exceptions import RequestValidationError
from pydantic import BeforeValidator

from engine import Side
from service.documents import Reading, Reason
from service.documents.errors import UnreadablePhotoError
from service.intake.uploadnames import file_name
from service.readings.hints import Hints, hints_asked
from service.routes.uploading import read_body
from service.web.dependencies import ResourcesDep
from service.web.jsonroutes import json_router
from service.web.problems import TOO_LARGE, UNREADABLE
from service.work.sources import BytesSource
from service.work.tasks import PageResult, PageTask


def _in_any_case(side: object) -> object:
    """Return a side's name in the case that it has, as the command line takes it."""
    return next((known for known in Side if isinstance(side, str) and known.lower() == side.lower()), side)


router = json_router("/v1/readings", "readings")

SEVERAL = Reason(
    code="several_photos",
    message="There is more than one photo in the request.",
    advice="Send one photo at a time.",
)


AnySide = Annotated[Side | None, BeforeValidator(_in_any_case)]
SIDE = "The printed side, in any case; found out by default."
CORNERS = (
    "The corners of the 11 x 11 field in pixels of the upright photo, in order around it; they take the "
    "place of the search."
)
UPRIGHT = "Whether the first of the corners is the map's top left, whatever its print tells."
EXAMPLE = ["10,20 810,25 800,830 5,820"]
RAW = ("image/", "application/octet-stream", "application/pdf")
"""Bodies that are the photo itself; other kinds are forms, or mistakes."""
BODY: dict[str, object] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


def _hints(
    side: Annotated[AnySide, Form(description=SIDE)] = None,
    corners: Annotated[str | None, Form(description=CORNERS, examples=EXAMPLE)] = None,
    side_of_body: Annotated[AnySide, Query(alias="side", description=f"Beside a bare photo: {SIDE}")] = None,
    corners_of_body: Annotated[
        str | None, Query(alias="corners", description=f"Beside a bare photo: {CORNERS}")
    ] = None,
    upright: Annotated[bool, Form(description=UPRIGHT)] = False,
    upright_of_body: Annotated[
        bool, Query(alias="upright", description=f"Beside a bare photo: {UPRIGHT}")
    ] = False,
) -> Hints:
    """Return what a form says of its photo, or the query of a bare photo."""
    return hints_asked(side or side_of_body, corners or corners_of_body, upright=upright or upright_of_body)


@router.post("", name="readings.create", responses=UNREADABLE | TOO_LARGE, openapi_extra=BODY)
async def post_reading(
    request: Request,
    resources: ResourcesDep,
    hints: Annotated[Hints, Depends(_hints)],
    photo: UploadFile | None = None,
    name: Annotated[str, Query(max_length=500, description="The name of a bare photo.")] = "",
) -> Reading:
    """Read a photo of map sheets: JPEG, PNG, WebP or HEIC, or a PDF or TIFF of a single page.

    It comes in a form with a field `photo`, or as the body itself, with all else in the query. A document of
    several pages is refused: send its pages one by one, or read it with `surveyor read`.
    """
    if len((await request.form()).getlist("photo")) > 1:
        raise UnreadablePhotoError(SEVERAL)
    given_name = file_name((photo.filename if photo else name) or "") or "photo"
    file = photo.file if photo else await _body(request)

    def read() -> PageResult:  # in its turn: of photos that wait, none is in memory
        with file:
            source = BytesSource(file.read())
        return resources.workforce.submit(PageTask(source, given_name, hints=hints)).result()

    reading = (await to_thread.run_sync(read, limiter=resources.limiter)).reading
    if reading.reason and not reading.sheets:
        raise UnreadablePhotoError(reading.reason)
    return reading


async def _body(request: Request) -> BinaryIO:
    """Return the body of a request that is a photo."""
    kind = request.headers.get("content-type", "application/octet-stream").strip().lower()
    if not kind.startswith(RAW):
        raise RequestValidationError([{"loc": ("body", "photo"), "msg": "Field required", "type": "missing"}])
    return await read_body(request)
