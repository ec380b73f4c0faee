"""Errors as pages, where a browser asked for one: what is wrong, and what to do."""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlencode

from fastapi import Request
from starlette.responses import Response

from service.pages.visits import go_to, visit_of
from service.schemas import Problem

PROGRAMS = ("/v1/", "/assets/", "/openapi.json", "/healthz", "/readyz", "/metrics")
"""What is asked for by programs, who get problem documents."""


def wants_page(request: Request) -> bool:
    """Tell whether a person's browser asks, and gets a page rather than a document."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(PROGRAMS)


def show_problem(request: Request, problem: Problem, headers: Mapping[str, str]) -> Response:
    """Return the page of a problem; who must log in first is sent there, and then comes back."""
    visit = visit_of(request)
    if problem.status == HTTPStatus.UNAUTHORIZED and request.method == "GET":
        return go_to(f"/login?{urlencode({'next': visit.path})}")
    page = visit.show("problem.html", problem.status, problem=problem)
    page.headers.update(headers)
    return page
