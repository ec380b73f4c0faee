"""The routes of the service, from its OpenAPI and the matrix of who may what."""

from collections.abc import Mapping
from typing import Any

from service.access.actors import Role
from service.access.rights import MATRIX
from service.server.app import create_app
from tests.reference.words import code, first_line

HEAD = """# HTTP

Who may use a route, what it takes, and how it answers. A running service has all of it, with every field and
examples, as OpenAPI at `/openapi.json`. What a role may do, it may do to what it sees:
[access.md](../access.md). Every route may also answer 401, 403, 429 or 503, and each error is a
[problem](../schemas/problem@1.json). How they are used one after the other:
[tournaments.md](../tournaments.md).
"""
EVERYWHERE = {"401", "403", "429", "503"}
Document = Mapping[str, Any]


def describe_http() -> str:
    """Return the page."""
    openapi = create_app().openapi()
    groups: dict[str, str] = {}
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            group = operation["operationId"].partition(".")[0]
            groups[group] = groups.get(group, "") + _route(
                method, path, operation, openapi["components"]["schemas"]
            )
    return HEAD + "".join(f"\n## {group.capitalize()}\n{routes}" for group, routes in groups.items())


def _route(method: str, path: str, operation: Document, schemas: Document) -> str:
    name = operation["operationId"]
    lines = [f"\n### {method.upper()} {path}\n\n", first_line(operation["description"]), "\n\n"]
    lines += [f"- {code(name)}, for {_roles(name)}\n"]
    asked = [_parameter(each) for each in operation.get("parameters", []) if each["in"] != "path"]
    lines += [f"- takes: {', '.join(asked)}\n"] if asked else []
    lines += [_body(kind, media, schemas) for kind, media in _contents(operation.get("requestBody", {}))]
    lines += [f"- answers: {_answers(operation['responses'])}\n"]
    return "".join(lines)


def _roles(name: str) -> str:
    roles = MATRIX[name]
    return "everybody" if Role.PUBLIC in roles else ", ".join(role for role in Role if role in roles)


def _parameter(parameter: Document) -> str:
    name = parameter["name"]
    place = f"header {code(name)}" if parameter["in"] == "header" else code(f"?{name}=")
    return place + (" (required)" if parameter.get("required") else "")


def _contents(body: Document) -> list[tuple[str, Document]]:
    return list(body.get("content", {}).items())


def _body(kind: str, media: Document, schemas: Document) -> str:
    schema = media["schema"]
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    required, fields = schema.get("required", []), schema.get("properties", {})
    names = [code(name) + (" (required)" if name in required else "") for name in fields]
    return f"- body: {code(kind)}" + (f" with {', '.join(names)}" if names else "") + "\n"


def _answers(responses: Document) -> str:
    items = []
    for status in sorted(set(responses) - EVERYWHERE):
        kinds = [code(kind) for kind, _ in _contents(responses[status])] if status.startswith("2") else []
        items.append(" ".join([status, *kinds]))
    return ", ".join(items)
