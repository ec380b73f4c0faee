"""Whatever a route is asked, rightly or wrongly, its answer is one that the OpenAPI tells of."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from pydantic import SecretStr
from schemathesis import Case, GenerationMode, Response
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation

from service.server.app import RESOURCES, create_app
from tests.extent import ALL_TESTS, or_all
from tests.service.clients import client_of
from tests.service.filledcup import FilledCup
from tests.service.serving import serve
from tests.service.stubs import DOUBTFUL_PHOTO

# of each route on each database
EXAMPLES = int(os.environ.get("SURVEYOR_FUZZ_EXAMPLES", "8" if ALL_TESTS else "3"))
SEED = 6
RATES = ("login_rate", "failed_key_rate", "upload_rate", "staff_upload_rate")
OFTEN = "1000000/minute"
PROMISES = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
]
PHOTOS = ("photo", "photos")
ROUTES = [route.name for resource in RESOURCES for route in resource.router.routes]
Operations = dict[str, APIOperation[Any, Any, Any, Any]]


@pytest.fixture(scope="module")
def openapi() -> dict[str, Any]:
    return create_app().openapi()


@pytest.fixture(scope="module")
def operations(openapi: dict[str, Any]) -> Operations:
    """Return what can be asked, by the names of the routes."""
    schema = schemathesis.openapi.from_dict(openapi)
    load_all_checks()
    known: list[Any] = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    return {operation.definition.raw["operationId"]: operation for operation in known}


@pytest.fixture(scope="module", params=or_all(["sqlite"], ["sqlite", "postgresql"]))
def cup(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[FilledCup]:
    address = None
    if request.param == "postgresql":
        address = SecretStr(request.getfixturevalue("new_postgres_database"))
    rates: dict[str, Any] = dict.fromkeys(
        ("login_rate", "failed_key_rate", "upload_rate", "staff_upload_rate"), OFTEN
    )
    with (
        serve(tmp_path_factory.mktemp("fuzz"), database=address, **rates) as base,
        client_of(base) as web,
    ):
        cup = FilledCup(web)
        cup.renew()
        yield cup


def asked(operation: APIOperation[Any, Any, Any, Any]) -> st.SearchStrategy[Case[Any]]:
    """Return requests as the OpenAPI describes them, and such as it does not."""
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    return st.one_of([operation.as_strategy(mode) for mode in modes])


def aim(case: Case[Any], cup: FilledCup) -> None:
    """Let a request name what is there, come from whom may do it, and have seen what it changes."""
    for name in case.path_parameters or {}:
        case.path_parameters[name] = cup.known[name]
    case.headers.pop("Authorization", None)
    versions = cup.versions()
    if versions:
        case.headers["If-Match"] = ", ".join(versions)
    if isinstance(case.body, dict) and case.media_type == "multipart/form-data":
        for name in case.body.keys() & set(PHOTOS):
            photo: Any = DOUBTFUL_PHOTO  # bytes are no JSON, and yet are what it wants here
            case.body[name] = [photo] if name == "photos" else photo


def check_document(answer: Response, declared: dict[str, Any], openapi: dict[str, Any]) -> None:
    """Hold an answer's JSON against the schema as it is published; schemathesis would bend tuples in it."""
    kind = answer.headers.get("content-type", [""])[0].partition(";")[0]
    schema = declared["responses"][str(answer.status_code)].get("content", {}).get(kind, {}).get("schema")
    if answer.content and kind.endswith("json"):
        whole = schema | {"components": openapi["components"]}
        error = best_match(Draft202012Validator(whole).iter_errors(answer.json()))
        assert error is None, f"{answer.text}: {error.message}"


@pytest.mark.parametrize("route", ROUTES)
def test_every_answer_is_one_that_the_openapi_tells_of(
    cup: FilledCup, openapi: dict[str, Any], operations: Operations, route: str
) -> None:
    promises: list[Any] = CHECKS.get_by_names(PROMISES)

    with requests.Session() as session:
        session.trust_env = False

        @seed(SEED)
        @settings(
            phases=[Phase.generate],  # to shrink would take minutes
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(asked(operations[route]), st.integers(0, 3))
        def ask(case: Case[Any], chance: int) -> None:
            if chance:
                aim(case, cup)
            answer = case.call(base_url=str(cup.web.base_url), session=session)
            if case.method == "DELETE" and answer.status_code == 204:
                cup.renew()
            case.validate_response(answer, checks=promises)
            check_document(answer, operations[route].definition.raw, openapi)

        ask()
