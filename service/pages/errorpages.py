"""Errors as pages, where a browser asked for one: what is wrong, and what to do."""

from collections.abc import Mapping
from http import HTTPStatus
from urllib.parse import urlencode, urlsplit, urlunsplit

from fastapi import Request
from starlette.responses import Response

from service.access.addresses import is_own_origin
from service.documents import Problem
from service.pages.visits import go_to, own_path, visit_of

LISTS = "/import"
"""How the paths end to which pages send lists of players; before it stands the path of the page."""


def show_problem(request: Request, problem: Problem, headers: Mapping[str, str]) -> Response:
    """Return the page of a problem; who must log in first is sent there, and then comes back.

    What a form sent is not kept meanwhile: the page of the login says so, and leads back to the form. An
    address that only takes forms, opened anew by a phone that restores its pages, leads to what it is about.
    """
    visit = visit_of(request)
    if problem.status == HTTPStatus.METHOD_NOT_ALLOWED and request.method == "GET":
        return go_to(request.url.path.rpartition("/")[0] or "/")
    if problem.status == HTTPStatus.UNAUTHORIZED:
        is_form = request.method == "POST"
        wanted = {"next": _page_of_form(request), "lost": "true"} if is_form else {"next": visit.path}
        return go_to(f"/login?{urlencode(wanted)}")
    page = visit.show("problem.html", problem.status, problem=problem, back=_way_back(request.url.path))
    page.headers.update(headers)
    return page


def _way_back(path: str) -> str:
    """Return the page from which one came to what is refused, or is there no more; "" if none is known.

    >>> _way_back("/tournaments/x/sheets/y/doubts/C4"), _way_back("/tournaments/x/files/y"), _way_back("/z")
    ('/tournaments/x/review', '/tournaments/x', '')
    """
    if path.endswith(LISTS):
        return path.removesuffix(LISTS)
    parts = path.split("/")
    if parts[1] != "tournaments" or len(parts) < 4:
        return ""
    return "/".join([*parts[:3], *(["review"] if "doubts" in parts else [])])


def _page_of_form(request: Request) -> str:
    """Return the path of our page that a form stood on, as the browser tells it; else the start."""
    try:
        came_from = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    settings = request.app.state.resources.settings
    if not is_own_origin(f"{came_from.scheme}://{came_from.netloc}", request, settings.public_address):
        return "/"
    return own_path(urlunsplit(("", "", came_from.path, came_from.query, "")))
