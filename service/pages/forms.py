"""Forms as they come, for routes that run in threads."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData

from service.routes.uploading import parse_form


async def read_form(request: Request) -> FormData:
    """Return the fields of a form that brings no files."""
    return await parse_form(request, 0)


FormDep = Annotated[FormData, Depends(read_form)]
