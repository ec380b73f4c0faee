"""Forms as they come, for routes that run in threads."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException

MOST_FIELDS = 400


async def parse_form(request: Request, most_files: int) -> FormData:
    """Return the fields and files of a form; whoever takes files closes it.

    Raises:
        HTTPException: It cannot be understood.
    """
    try:
        return await request.form(max_files=most_files, max_fields=MOST_FIELDS)
    except UnicodeError as error:  # of a charset that only refuses
        raise HTTPException(HTTPStatus.BAD_REQUEST, "The form's charset cannot be understood.") from error


async def read_form(request: Request) -> FormData:
    """Return the fields of a form that brings no files."""
    return await parse_form(request, 0)


FormDep = Annotated[FormData, Depends(read_form)]
