"""Conditional requests: nobody overwrites what somebody else has changed in the meantime."""

import re
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Header
from starlette.exceptions import HTTPException

from service.problems import Responses
from service.schemas import Problem

CONDITIONAL: Responses = {
    412: {"model": Problem, "description": "It has been changed since; look at it again."},
    428: {"model": Problem, "description": "The request does not say which version it changes."},
}


def etag(version: int) -> str:
    """Return the ETag of a version.

    >>> etag(3)
    '"3"'
    """
    return f'"{version}"'


def _known_version(
    if_match: Annotated[
        str | None, Header(description="The ETag of what is to be changed.", examples=['"1"'])
    ] = None,
) -> int:
    if if_match is None:
        raise HTTPException(
            HTTPStatus.PRECONDITION_REQUIRED,
            "Send If-Match with the ETag that you have seen, so that no other change is overwritten.",
        )
    told = re.fullmatch(r'\s*(?:W/)?"([0-9]{1,9})"\s*', if_match)
    if told is None:
        raise stale()
    return int(told[1])


KnownVersion = Annotated[int, Depends(_known_version)]
"""The version that the client has seen."""


def stale() -> HTTPException:
    """Return the answer to a change of what is no longer so."""
    return HTTPException(
        HTTPStatus.PRECONDITION_FAILED, "Somebody has changed it in the meantime. Look at it again."
    )


def not_found(what: str) -> HTTPException:
    """Return the answer for what is not there, or not there for this actor: the same."""
    return HTTPException(HTTPStatus.NOT_FOUND, f"There is no such {what}.")
