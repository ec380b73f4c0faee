"""Adds the roles that may use each route to the OpenAPI document."""

from typing import Any

from service.access.actors import Role
from service.access.matrix import MATRIX
from service.access.sessions import COOKIE, CSRF_HEADER
from service.web.problems import PROBLEM_CONTENT

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


def describe_access(openapi: dict[str, Any]) -> None:
    """Add to each operation who may use it, and how those are answered who may not."""
    openapi.setdefault("components", {})["securitySchemes"] = SCHEMES
    for path in openapi["paths"].values():
        for operation in path.values():
            _describe(operation, MATRIX[operation["operationId"]])


def _describe(operation: dict[str, Any], roles: frozenset[Role]) -> None:
    public = Role.PUBLIC in roles
    operation["security"] = [{"key": []}, {"session": []}, *([{}] if public else [])]
    who = "everybody" if public else ", ".join(role for role in Role if role in roles)
    operation["description"] = f"{operation.get('description', '')}\n\nFor: {who}.".strip()
    for status, words in REFUSALS.items():
        response = {"description": words, "content": PROBLEM_CONTENT}
        operation["responses"].setdefault(str(status), response)
