"""Versions in ETag and If-Match (RFC 9110): nobody overwrites what they have not seen."""

import re
from collections.abc import Collection
from typing import Annotated

from fastapi import Depends, Header, Response

from service.documents.errors import StaleError, UnconditionalError


def expected_versions(
    if_match: Annotated[
        str | None, Header(description="The ETag of what is changed, as it was last seen.", examples=['"3"'])
    ] = None,
) -> frozenset[int]:
    """Return the versions that a change may be made to.

    Raises:
        UnconditionalError: The request does not say.
    """
    if if_match is None or not if_match.strip() or if_match.strip() == "*":
        raise UnconditionalError
    tags = (tag.strip() for tag in if_match.split(","))
    return frozenset(int(tag[1:-1]) for tag in tags if re.fullmatch(r'"[0-9]{1,9}"', tag))


ExpectedDep = Annotated[frozenset[int], Depends(expected_versions)]


def check_version(version: int, expected: Collection[int], what: str) -> None:
    """Raise StaleError if a thing has another version than those that its change was meant for."""
    if version not in expected:
        raise StaleError(what)


def set_version(response: Response, version: int) -> None:
    """Tell the version of what is answered."""
    response.headers["ETag"] = etag_of(version)


def etag_of(version: int) -> str:
    """Return the ETag of a version.

    >>> etag_of(3)
    '"3"'
    """
    return f'"{version}"'
