"""Forms as they come, for routes that run in threads."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData


async def read_form(request: Request) -> FormData:
    """Return the fields of a form that brings no files."""
    return await request.form(max_files=0, max_fields=400)


FormDep = Annotated[FormData, Depends(read_form)]
