"""Whatever takes or answers JSON is shown by an example, and every example fits its schema."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from service.server.app import create_app

JSON = "application/json"


def _bodies(openapi: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is sent and answered as JSON, by the name of the route."""
    for operations in openapi["paths"].values():
        for operation in operations.values():
            name = operation["operationId"]
            if JSON in operation.get("requestBody", {}).get("content", {}):
                yield f"{name} is sent", operation["requestBody"]["content"][JSON]
            for status, answer in operation["responses"].items():
                if status.startswith("2") and JSON in answer.get("content", {}):
                    yield f"{name} answers", answer["content"][JSON]


def test_every_json_body_has_an_example_that_fits_its_schema() -> None:
    openapi = create_app().openapi()
    wrong = {}
    for name, body in _bodies(openapi):
        example = body.get("example")
        whole = body["schema"] | {"components": openapi["components"]}
        error = best_match(Draft202012Validator(whole).iter_errors(example))
        if error is not None:
            wrong[name] = error.message[:200]

    assert wrong == {}


def test_no_example_tells_a_secret_or_a_moment_of_the_recording() -> None:
    text = str(create_app().openapi())

    assert "2026-11-21" not in text
