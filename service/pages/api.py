"""A page on which the HTTP API can be read and tried, made from its OpenAPI and served without internet."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from fastapi import APIRouter, Response

from service.pages.visits import VisitDep

router = APIRouter(include_in_schema=False)

OPERATION_ORDER = ("get", "post", "put", "patch", "delete")
FORM, JSON_BODY = "multipart/form-data", "application/json"
Described: TypeAlias = Mapping[str, Any]
"""A part of the OpenAPI document, or all of it."""


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of a path."""

    method: str
    path: str
    described: Described
    """Its entry in the OpenAPI document."""
    body: str
    """The media type that the page sends; empty without a body."""
    form: Described
    """The schema of that body, if it is a form."""
    example: str
    """A body as it may look."""

    @property
    def group(self) -> str:
        """The first part of its identifier."""
        return str(self.described["operationId"]).partition(".")[0]


@router.get("/docs", name="pages.api")
def get_api(visit: VisitDep) -> Response:
    """Show every route of the API, with a form to try it."""
    operations = _operations(visit.request.app.openapi())
    groups = [(name, list(some)) for name, some in groupby(operations, key=lambda each: each.group)]
    return visit.show("api.html", groups=groups, site=str(visit.request.base_url).rstrip("/"))


def _operations(openapi: Described) -> Iterator[Operation]:
    """Yield the operations of an OpenAPI document in its order."""
    for path, operations in openapi["paths"].items():
        for method in (each for each in OPERATION_ORDER if each in operations):
            described = operations[method]
            media, content = _body(described.get("requestBody", {}).get("content", {}))
            form = _resolved(content.get("schema", {}), openapi) if media == FORM else {}
            yield Operation(method, path, described, media, form, _example(content))


def _body(contents: Described) -> tuple[str, Described]:
    """Return the media type that is easiest to fill in, and what is said of it."""
    for media in (FORM, JSON_BODY, *contents):
        if media in contents:
            return media, contents[media]
    return "", {}


def _resolved(schema: Described, openapi: Described) -> Described:
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    found: Described = openapi["components"]["schemas"][name] if name else schema
    return found


def _example(content: Described) -> str:
    example = content.get("example", "")
    return example if isinstance(example, str) else json.dumps(example, indent=1, ensure_ascii=False)
