"""Photos in, readings out."""

from functools import partial
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Form, Request, UploadFile

from engine import Side
from service.dependencies import LimiterDep, ReaderDep
from service.problems import TOO_LARGE, UNREADABLE, UnreadablePhotoError
from service.schemas import Reading, Reason

router = APIRouter(prefix="/v1/readings", tags=["readings"])

SEVERAL = Reason(
    code="several_photos",
    message="There is more than one photo in the request.",
    advice="Send one photo at a time.",
)
LONGEST_NAME = 255  # characters of a file's name that are kept


@router.post("", responses=UNREADABLE | TOO_LARGE)
async def post_reading(
    request: Request,
    photo: UploadFile,
    reader: ReaderDep,
    limiter: LimiterDep,
    side: Annotated[Side | None, Form(description="The printed side; found out by default.")] = None,
) -> Reading:
    """Read a photo (JPEG, PNG or WebP) of a map sheet."""
    if len((await request.form()).getlist("photo")) > 1:
        raise UnreadablePhotoError(SEVERAL)
    read = partial(reader.read_photo, await photo.read(), _file_name(photo.filename), side=side)
    outcome = await to_thread.run_sync(read, limiter=limiter)
    reading = outcome.reading
    if reading.reason and not reading.sheets:
        raise UnreadablePhotoError(reading.reason)
    return reading


def _file_name(given: str | None) -> str:
    """Return the last part of the name that a browser sent, from whatever system it runs on."""
    return PureWindowsPath(PurePosixPath(given or "photo").name).name[:LONGEST_NAME]
