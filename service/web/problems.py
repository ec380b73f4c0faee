"""Every error of the service as problem details (RFC 9457), or as a page where a browser asked for one."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import DataError, IntegrityError, InternalError, NotSupportedError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from starlette.exceptions import HTTPException
from starlette.routing import Match

from engine import EngineError
from engine.sentence import Sentence, later
from service.documents import InvalidField, Problem, Reason
from service.documents.errors import RequestError, UnreadablePhotoError
from service.formats.wrongvalues import in_our_words
from service.store.blobs import BlobsAwayError
from service.store.diskfull import is_out_of_room
from vision import CornersError, ModelError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

MOST_ERRORS = 20  # that are listed for one request

Responses = dict[int | str, dict[str, object]]


def described(status: int, description: str) -> Responses:
    """Return how the problems of a status are described in the OpenAPI document."""
    return {status: {"model": Problem, "description": description}}


TOO_LARGE = described(413, "The request is longer than the service accepts.")
NO_PHOTO = described(415, "It is no photo, PDF or TIFF.")
UNREADABLE_WORDS = "No map could be read from it; `reason` says why."
UNREADABLE = NO_PHOTO | described(422, UNREADABLE_WORDS)
INVALID = described(422, "The document is no map that can be scored.")
UNREADY = described(503, "It cannot work; `detail` says what is missing.")
WRONG_LOGIN = described(401, "Wrong password or key.")
BAD_KEY = described(422, "No such key can be; `detail` says why.")
NO_KEY = described(404, "There is no such key.")
REFUSED = described(422, "What was sent cannot be; nothing was changed.")
MISSING = described(404, "There is no such thing.")
CONFLICT = described(409, "It cannot be done as things stand.")
UNSUPPORTED = described(415, "It is not of a kind that is taken here.")
STALE = described(412, "It was changed meanwhile; nothing was changed now.")
CONDITIONAL = STALE | described(428, "The request does not say which version it changes.")
GONE = described(410, "It was deleted.")

INVALID_REQUEST = later("The request is not what it should be")
STATUS_OF_REASON = {
    "too_many_bytes": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "not_a_photo": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "internal_error": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Reasons with a status of their own; the others are 422."""


PROGRAMS = ("/v1/", "/assets/", "/openapi.json", "/healthz", "/readyz", "/metrics")
"""Paths of programs, which get problem documents; people get pages."""


def wants_page(request: Request) -> bool:
    """Tell whether a browser asks, which gets a page rather than a document."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PROGRAMS)


ProblemPage = Callable[[Request, Problem, Mapping[str, str]], Response]
"""Shows a problem, with headers, to a person's browser."""


def install_problems(app: FastAPI, show_problem: ProblemPage) -> None:
    """Let every error of the app be answered by a problem document, or by a page where a browser asks."""
    app.state.show_problem = show_problem
    app.add_exception_handler(UnreadablePhotoError, _unreadable_photo)
    app.add_exception_handler(CornersError, _unreadable_photo)
    app.add_exception_handler(EngineError, _unscorable_map)
    app.add_exception_handler(RequestError, _refused_request)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, answer_http_error)
    app.add_exception_handler(ModelError, _missing_model)
    for away in (OperationalError, InternalError, NotSupportedError, NoConnectionError):
        app.add_exception_handler(away, answer_no_database)  # the second and third: it is a standby
    app.add_exception_handler(IntegrityError, _overtaken)
    app.add_exception_handler(BlobsAwayError, _no_blobs)
    app.add_exception_handler(OSError, _no_room)
    app.add_exception_handler(DataError, _unkept_data)
    app.add_exception_handler(Exception, answer_mistake)


async def _unreadable_photo(request: Request, error: Exception) -> Response:
    assert isinstance(error, UnreadablePhotoError | CornersError)
    reason = error.reason if isinstance(error, UnreadablePhotoError) else Reason.of(error.reason)
    status = STATUS_OF_REASON.get(reason.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    detail = f"{reason.message} {reason.advice}"
    problem = _problem(reason.code, later("The photo could not be read"), status, detail)
    return _answer(request, problem.model_copy(update={"reason": reason}))


async def _unscorable_map(request: Request, error: Exception) -> Response:
    title, status = later("The map cannot be scored"), HTTPStatus.UNPROCESSABLE_ENTITY
    return _answer(request, _problem("map", title, status, str(error)))


async def _refused_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return _answer(request, _problem(error.kind, error.title, error.status, str(error)))


async def _invalid_request(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    of_path = any(problem["loc"][0] == "path" for problem in error.errors())
    if of_path and wants_page(request):  # such as a comma behind a link
        return await answer_http_error(request, HTTPException(HTTPStatus.NOT_FOUND))
    errors = tuple(
        _no_json(request, error) or (_invalid_field(problem) for problem in error.errors()[:MOST_ERRORS])
    )
    detail = "; ".join(f"{field.where}: {field.message}" for field in errors)
    problem = _problem("request", INVALID_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, detail)
    return _answer(request, problem.model_copy(update={"errors": errors}))


def _no_json(request: Request, error: RequestValidationError) -> tuple[InvalidField, ...]:
    """Return what is wrong with a body that should be JSON and is none; nothing if it is."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        before = str(error.body)[: first["loc"][-1]]
        line, letter = before.count("\n") + 1, len(before) - before.rfind("\n")
        why = Sentence(
            "This is no JSON (%(why)s in line %(line)s, letter %(letter)s).",
            why=str(first["ctx"]["error"]), line=line, letter=letter,
        )  # fmt: skip
        return (InvalidField(where="body", message=_sendable(why)),)
    is_json = "json" in request.headers.get("content-type", "")
    if first["type"] == "model_attributes_type" and not is_json:
        return (InvalidField(where="body", message=later("Send JSON, as Content-Type: application/json.")),)
    return ()


def _invalid_field(problem: Mapping[str, Any]) -> InvalidField:
    where, message = ".".join(map(str, problem["loc"])), in_our_words(problem)
    return InvalidField(where=_sendable(where), message=_sendable(message))


async def answer_http_error(request: Request, error: Exception) -> Response:
    """Answer an HTTP error with its problem document."""
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    detail = str(error.detail)
    if detail == status.phrase and status is HTTPStatus.NOT_FOUND:
        detail = later("There is nothing at this address. /docs lists those that there are.")
    if detail == status.phrase and status is HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = ", ".join(sorted(_methods_at(request)))
        detail = Sentence("This address takes only %(allowed)s.", allowed=allowed)
        return _answer(request, _problem("http", status.phrase, status, detail), {"Allow": allowed})
    return _answer(request, _problem("http", status.phrase, status, detail), error.headers)


def _methods_at(request: Request) -> set[str]:
    """Return the methods of all routes at an address, where an answer of 405 has those of the first."""
    routes = iter_route_contexts(request.app.routes)
    there = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    return {method for route in there for method in route.methods or ()}


async def _missing_model(request: Request, error: Exception) -> Response:
    title, status = later("The service lacks its model"), HTTPStatus.SERVICE_UNAVAILABLE
    return _answer(request, _problem("model", title, status, str(error)))


async def answer_no_database(request: Request, error: Exception) -> Response:
    """Answer that the database cannot be reached just now, or has no room, and log why."""
    if is_out_of_room(error):
        return await _no_room(request, error)
    logger.error("the database did not answer", exc_info=error)
    title, status = later("The service lacks its database"), HTTPStatus.SERVICE_UNAVAILABLE
    detail = later("The database does not answer. Try again in a moment.")
    return _answer(request, _problem("database", title, status, detail), {"Retry-After": "5"})


async def _no_room(request: Request, error: Exception) -> Response:
    if not is_out_of_room(error):
        raise error  # unexpected
    logger.error("there is no room: %s", error)
    title, status = later("The service has no room"), HTTPStatus.INSUFFICIENT_STORAGE
    detail = later("The server's disk is full, or fails. Send it again once there is room.")
    return _answer(request, _problem("full", title, status, detail), {"Retry-After": "30"})


async def _no_blobs(request: Request, error: Exception) -> Response:
    """Answer that the photo storage cannot be reached just now, and log why."""
    logger.error("the photo storage did not answer", exc_info=error)
    title, status = later("The service lacks its place for photos"), HTTPStatus.SERVICE_UNAVAILABLE
    detail = later("The place for photos does not answer. Try again later.")
    return _answer(request, _problem("blobs", title, status, detail), {"Retry-After": "10"})


async def _overtaken(request: Request, error: Exception) -> Response:
    """Answer a request that another one overtook; nothing of it was stored."""
    assert isinstance(error, IntegrityError)
    logger.warning("another request was ahead (%s)", type(error.orig).__name__)  # its text may hold a name
    title, status = later("It cannot be done as things stand"), HTTPStatus.CONFLICT
    detail = later("Another request did the same at this moment. Ask again.")
    return _answer(request, _problem("conflict", title, status, detail), {"Retry-After": "1"})


async def _unkept_data(request: Request, error: Exception) -> Response:
    """Answer a value that the database refuses; it should have been refused by validation."""
    logger.error("the database refused a value", exc_info=error)
    detail = later("It holds text or a number that cannot be kept.")
    return _answer(request, _problem("request", INVALID_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY, detail))


async def answer_mistake(request: Request, error: Exception) -> Response:
    """Answer an unexpected error."""
    title, status = later("Internal error"), HTTPStatus.INTERNAL_SERVER_ERROR
    detail = later("This is an error in Surveyor itself. The service's log says more.")
    return _answer(request, _problem("internal_error", title, status, detail))


def _problem(kind: str, title: str, status: HTTPStatus, detail: str) -> Problem:
    return Problem(type=f"urn:surveyor:problem:{kind}", title=title, status=status, detail=_sendable(detail))


def _answer(request: Request, problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    if wants_page(request):
        show_problem: ProblemPage = request.app.state.show_problem
        return show_problem(request, problem, headers or {})
    document = problem.model_dump(mode="json")
    return JSONResponse(document, problem.status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def _sendable(text: str) -> str:
    """Return a text with question marks for surrogates, which cannot be sent."""
    return text.encode(errors="replace").decode()
