"""Photos in, readings out."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, Request, UploadFile
from pydantic import BeforeValidator

from engine import Side
from service.corners import WrittenCornersError, parse_corners
from service.dependencies import PartsDep
from service.intake.names import file_name
from service.problems import TOO_LARGE, UNREADABLE, UnreadablePhotoError
from service.schemas import Reading, Reason
from service.work.sources import BytesSource
from service.work.tasks import PageResult, PageTask
from vision.given import Corners


def _in_any_case(side: object) -> object:
    """Return a side's name in the case that it has, as the command line takes it."""
    return next((known for known in Side if isinstance(side, str) and known.lower() == side.lower()), side)


router = APIRouter(prefix="/v1/readings", tags=["readings"])

SEVERAL = Reason(
    code="several_photos",
    message="There is more than one photo in the request.",
    advice="Send one photo at a time.",
)


@router.post("", name="readings.create", responses=UNREADABLE | TOO_LARGE)
async def post_reading(
    request: Request,
    photo: UploadFile,
    parts: PartsDep,
    side: Annotated[
        Side | None,
        BeforeValidator(_in_any_case),
        Form(description="The printed side, in any case; found out by default."),
    ] = None,
    corners: Annotated[
        str | None,
        Form(
            description="The corners of the 11 x 11 field in pixels of the upright photo, in order "
            "around it; they take the place of the search.",
            examples=["10,20 810,25 800,830 5,820"],
        ),
    ] = None,
) -> Reading:
    """Read a photo of map sheets: JPEG, PNG, WebP or HEIC, or a PDF or TIFF of a single page.

    A document of several pages is refused: send its pages one by one, or read it with `surveyor read`.
    """
    if len((await request.form()).getlist("photo")) > 1:
        raise UnreadablePhotoError(SEVERAL)
    name = file_name(photo.filename or "") or "photo"
    given = _corners(corners)

    def read() -> PageResult:  # in its turn: of photos that wait, none is in memory
        source = BytesSource(photo.file.read())
        return parts.workforce.submit(PageTask(source, name, side=side, corners=given)).result()

    reading = (await to_thread.run_sync(read, limiter=parts.limiter)).reading
    if reading.reason and not reading.sheets:
        raise UnreadablePhotoError(reading.reason)
    return reading


def _corners(written: str | None) -> Corners | None:
    try:
        return parse_corners(written) if written and written.strip() else None
    except WrittenCornersError as error:
        raise UnreadablePhotoError(_no_corners(str(error))) from error


def _no_corners(problem: str) -> Reason:
    return Reason(
        code="bad_corners",
        message=f"The corners cannot be understood: {problem}.",
        advice="Leave them out, or write them so.",
    )
