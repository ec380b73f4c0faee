"""The answers to those who are not let through."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request

from engine.sentence import later
from service.access.addresses import client_address, household
from service.access.rates import TooOftenError
from service.setup.settings import Settings

WRONG_KEY = later("This key opens nothing (any more). Ask the organiser for another.")


def unknown(detail: str) -> HTTPException:
    """Return the answer to somebody of whom it is not known who they are."""
    return HTTPException(HTTPStatus.UNAUTHORIZED, detail, {"WWW-Authenticate": "Bearer"})


def forbidden(detail: str) -> HTTPException:
    """Return the answer to what is not for whoever asks, or not from where they ask."""
    return HTTPException(HTTPStatus.FORBIDDEN, detail)


def count_wrong_key(request: Request, settings: Settings) -> None:
    """Count a wrong key against the address that it came from, and refuse one too many."""
    address = household(client_address(request, settings.proxies))
    try:
        request.app.state.parts.rates.count("failed_key_rate", address)
    except TooOftenError as error:
        raise too_often(error) from error


def too_often(error: TooOftenError) -> HTTPException:
    """Return the answer to what was done too often."""
    return HTTPException(HTTPStatus.TOO_MANY_REQUESTS, str(error), {"Retry-After": str(error.seconds)})
