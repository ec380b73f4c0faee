"""Responses with pictures of stored photos."""

from collections.abc import Callable
from http import HTTPStatus

from anyio import to_thread
from fastapi import Response
from starlette.exceptions import HTTPException

from service.documents import Reason
from service.documents.errors import NotHereError, UnreadablePhotoError
from service.readings.pictures import open_page
from service.store.blobs import BlobMissingError, Blobs
from service.web.problems import GONE, UNREADABLE, Responses
from service.web.resources import Resources
from vision import Photo, VisionError

PICTURE: Responses = UNREADABLE | GONE | {200: {"content": {"image/jpeg": {}}, "description": "The picture."}}
PRIVATE = "private, max-age=3600"  # pictures of one address never change
CHANGING = "private, no-store"  # corrections change them


def kept_photo(blobs: Blobs, sha256: str | None) -> bytes:
    """Return a photo's bytes, or answer that it is gone."""
    if sha256 is None:
        raise NotHereError("photo")
    try:
        return blobs.get(sha256)
    except BlobMissingError as error:
        raise HTTPException(
            HTTPStatus.GONE, "The photo is not here (any more); what was read of it is kept."
        ) from error


async def show_picture(
    resources: Resources,
    sha256: str | None,
    page: int | None,
    draw: Callable[[Photo], bytes],
    cache: str = PRIVATE,
) -> Response:
    """Return a JPEG drawn from a page of a stored photo.

    No more photos are opened at once than there are cores.
    """

    def work() -> bytes:
        try:
            return draw(open_page(kept_photo(resources.blobs, sha256), page))
        except IndexError as error:
            raise NotHereError("page") from error
        except VisionError as error:
            raise UnreadablePhotoError(Reason.of(error.reason)) from error

    jpeg = await to_thread.run_sync(work, limiter=resources.pictures)
    return Response(jpeg, media_type="image/jpeg", headers={"Cache-Control": cache})
