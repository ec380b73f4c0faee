"""A page on which the HTTP API can be read and tried, made from its OpenAPI and served without internet."""

import json
from collections.abc import Iterator, Mapping, Sequence
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
FILE_FIELDS = frozenset({"photo", "photos"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """Something that a request says beside its body."""

    name: str
    place: str
    """path, query or header."""
    about: str
    is_required: bool
    example: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A method of a path."""

    id: str
    group: str
    method: str
    path: str
    summary: str
    """The first sentence of what it does."""
    details: Sequence[str]
    """The paragraphs after that."""
    parameters: Sequence[Parameter]
    body: str
    """The media type that the page sends; empty without a body."""
    fields: Sequence[Parameter]
    """The fields of a form."""
    example: str
    """A body as it may look."""
    answers: Sequence[tuple[str, str]]
    """Status and what it means."""


@router.get("/docs", name="pages.api")
def get_api(visit: VisitDep) -> Response:
    """Show every route of the API, with a form to try it."""
    operations = list(list_operations(visit.request.app.openapi()))
    groups = [(name, list(some)) for name, some in groupby(operations, key=lambda each: each.group)]
    return visit.show("api.html", groups=groups, site=str(visit.request.base_url).rstrip("/"))


def list_operations(openapi: Described) -> Iterator[Operation]:
    """Yield the operations of an OpenAPI document in its order, as the page shows them."""
    for path, operations in openapi["paths"].items():
        for method in (each for each in OPERATION_ORDER if each in operations):
            yield _operation(path, method, operations[method], openapi)


def _operation(path: str, method: str, described: Described, openapi: Described) -> Operation:
    first, *details = described.get("description", "").split("\n\n")
    media, content = _body(described.get("requestBody", {}).get("content", {}))
    schema = _resolved(content.get("schema", {}), openapi) if media == FORM else {}
    return Operation(
        id=described["operationId"],
        group=described["operationId"].partition(".")[0],
        method=method.upper(),
        path=path,
        summary=" ".join(first.split()),
        details=[" ".join(each.split()) for each in details],
        parameters=[
            Parameter(
                each["name"],
                each["in"],
                each.get("description", ""),
                bool(each.get("required")),
                _first_example(each),
            )
            for each in described.get("parameters", [])
        ],
        body=media,
        fields=[
            Parameter(
                name,
                "file" if name in FILE_FIELDS else "form",
                field.get("description", ""),
                name in schema.get("required", []),
                "",
            )
            for name, field in schema.get("properties", {}).items()
        ],
        example=_example(content),
        answers=[(status, answer["description"]) for status, answer in described["responses"].items()],
    )


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


def _first_example(parameter: Described) -> str:
    return str(next(iter(parameter.get("schema", {}).get("examples", [])), ""))


def _example(content: Described) -> str:
    example = content.get("example", "")
    return example if isinstance(example, str) else json.dumps(example, indent=1, ensure_ascii=False)
