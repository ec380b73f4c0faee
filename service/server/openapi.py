"""The OpenAPI document, with the roles, the problems and recorded examples of each route."""

import json
from http import HTTPStatus
from importlib.resources import files
from typing import Any, TypeAlias

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from service.access.actors import Role
from service.access.rights import MATRIX
from service.access.sessions import COOKIE, CSRF_HEADER
from service.web import examples
from service.web.problems import MEDIA_TYPE, UNREADABLE_WORDS

OpenApi: TypeAlias = dict[str, Any]

OF_EVERYTHING = {
    503: "It cannot be done just now; `detail` says what is missing.",
    507: "There is no room left where the service keeps things.",
}
OF_ADDRESSES = {404: "There is no such thing, or none that this user may see."}
OF_BODIES = {
    400: "The body cannot be understood at all.",
    408: "The rest of the request did not come.",
    413: "The request is longer than the service accepts.",
}
"""Statuses that many operations have in common; what an operation itself says of them comes first."""
SCHEMES = {
    "key": {"type": "http", "scheme": "bearer", "description": "A key of an organiser, a judge or a player."},
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"From POST /v1/session; changes also need the header {CSRF_HEADER}.",
    },
}
REFUSALS = {
    401: "It is not known who asks.",
    403: "It is not for this role, or not from that page.",
    429: "Too often; Retry-After says when again.",
}


def describe_api(app: FastAPI) -> OpenApi:
    """Return the OpenAPI document of the app, which is made once."""
    if app.openapi_schema is None:
        openapi = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        recorded = json.loads((files("service.web") / "examples.json").read_text("utf-8"))
        recorded["readings.create"] = {"response": examples.READING}
        for path, operations in openapi["paths"].items():
            for operation in operations.values():
                _describe_problems(operation, path)
                _describe_access(operation, MATRIX[operation["operationId"]])
                _give_examples(operation, recorded.get(operation["operationId"], {}))
        components = openapi["components"]
        for name in ("HTTPValidationError", "ValidationError"):  # FastAPI's own, which we never answer with
            components["schemas"].pop(name, None)
        components["securitySchemes"] = SCHEMES
        app.openapi_schema = openapi
    return app.openapi_schema


def _describe_problems(operation: OpenApi, path: str) -> None:
    """Add the problem documents of an operation."""
    common = OF_EVERYTHING | (OF_ADDRESSES if "{" in path else {})
    common |= OF_BODIES if "requestBody" in operation else {}
    for number, words in common.items():
        operation["responses"].setdefault(str(number), {"description": words})
    for status, response in operation["responses"].items():
        if int(status) >= HTTPStatus.BAD_REQUEST:
            response["content"] = _problem(int(status), response["description"])


def _problem(status: int, words: str) -> OpenApi:
    """Return the problem document of a status, with an example."""
    example = {
        "type": "urn:surveyor:problem:http",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": words,
    }
    if words == UNREADABLE_WORDS:
        example = examples.PROBLEM
    return {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}}


def _describe_access(operation: OpenApi, roles: frozenset[Role]) -> None:
    """Add who may use an operation, and how those are answered who may not."""
    public = Role.PUBLIC in roles
    operation["security"] = [{"key": []}, {"session": []}, *([{}] if public else [])]
    who = "everybody" if public else ", ".join(role for role in Role if role in roles)
    operation["description"] = f"{operation.get('description', '')}\n\nFor: {who}.".strip()
    for status, words in REFUSALS.items():
        response = {"description": words, "content": _problem(status, words)}
        operation["responses"].setdefault(str(status), response)


def _give_examples(operation: OpenApi, example: OpenApi) -> None:
    """Add the recorded request and response of an operation (`make examples`)."""
    if "request" in example:
        operation["requestBody"]["content"]["application/json"]["example"] = example["request"]
    for status, answer in operation["responses"].items():
        if status.startswith("2") and "response" in example:
            answer["content"]["application/json"]["example"] = example["response"]
