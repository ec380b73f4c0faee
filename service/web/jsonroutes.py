"""Routes that take JSON whose objects name each field once."""

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from json import JSONDecodeError
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.routing import APIRoute

from service.formats.jsonfields import RepeatedFieldError, parse_json, why_unreadable
from service.web.problems import Responses


def json_router(prefix: str, tag: str, responses: Responses | None = None) -> APIRouter:
    """Return a router of such routes; `responses` are the problems that all of them have."""
    return APIRouter(prefix=prefix, tags=[tag], responses=responses, route_class=JsonRoute)


class JsonRoute(APIRoute):
    """A route that refuses a body in which a field stands twice in one object."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handler = super().get_route_handler()

        async def answer(request: Request) -> Response:
            return await handler(_JsonRequest(request.scope, request.receive))

        return answer


class _JsonRequest(Request):
    async def json(self) -> object:
        try:
            return parse_json(await self.body())
        except RepeatedFieldError as error:
            raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        except JSONDecodeError:
            raise
        except (ValueError, RecursionError) as error:
            detail = f"The body is no JSON document ({why_unreadable(error)})."
            raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, detail) from error
