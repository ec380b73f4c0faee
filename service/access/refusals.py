"""Responses to requests that the guard refuses."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request

from engine.sentence import later
from service.access.addresses import client_address, household
from service.access.rates import TooOftenError
from service.setup.settings import Settings

WRONG_KEY = later("This key opens nothing (any more). Ask the organiser for another.")


def unknown(detail: str) -> HTTPException:
    """Return the response 401: nobody is logged in."""
    return HTTPException(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": "Bearer"})


def forbidden(detail: str) -> HTTPException:
    """Return the response 403: not for this user, or not from this page."""
    return HTTPException(HTTPStatus.FORBIDDEN, detail)


def count_wrong_key(request: Request, settings: Settings) -> None:
    """Count a wrong key against the client's address."""
    address = household(client_address(request, settings.proxies))
    try:
        request.app.state.parts.rates.count("failed_key_rate", address)
    except TooOftenError as error:
        raise too_often(error) from error


def too_often(error: TooOftenError) -> HTTPException:
    """Return the response 429, which says when to try again."""
    return HTTPException(HTTPStatus.TOO_MANY_REQUESTS, str(error), {"Retry-After": str(error.seconds)})
