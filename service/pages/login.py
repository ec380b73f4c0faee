"""Coming in and going out: the password, a key, a player's link; and how one wants the pages."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Response
from sqlalchemy import Connection
from starlette.exceptions import HTTPException

from engine.sentence import later
from service.access.actors import Actor, Role
from service.access.addresses import is_secure
from service.access.cookies import YEAR
from service.access.login import Credentials, keep_login, log_in, log_out
from service.pages.languages import LANGUAGES
from service.pages.visits import LANGUAGE, THEME, THEMES, VisitDep, go_to, own_path
from service.tournament.tournaments import list_tournaments

router = APIRouter(include_in_schema=False)

LOST = later("You are not logged in any more, so what you sent was not taken. Log in, and do it once more.")


@router.get("/login", name="pages.login")
def get_login(visit: VisitDep, next: str = "/", lost: bool = False) -> Response:
    """Ask for the password or a key; `lost` tells that what a form sent was not taken."""
    return visit.show("login.html", next=own_path(next), problem=LOST if lost else None)


@router.get("/join", name="pages.join")
def get_join(visit: VisitDep) -> Response:
    """Take a player's link: the key behind its # is put into the form by a script, or by hand."""
    return visit.show("join.html", problem=None)


@router.post("/login", name="pages.log_in")
def post_login(
    visit: VisitDep,
    secret: Annotated[str, Form(max_length=1024)] = "",
    next: Annotated[str, Form(max_length=500)] = "/",
    joining: Annotated[bool, Form()] = False,
) -> Response:
    """Let somebody in who knows the password or shows a key."""
    template = "join.html" if joining else "login.html"
    if not secret.strip():
        nothing = later("Type the password or the key.")
        return visit.show(template, HTTPStatus.UNPROCESSABLE_ENTITY, next=own_path(next), problem=nothing)
    try:
        session = log_in(
            visit.request,
            visit.resources.database,
            visit.resources.settings,
            Credentials.guessed(secret.strip()),
        )
    except HTTPException as error:
        return visit.show(template, error.status_code, next=own_path(next), problem=str(error.detail))
    with visit.reading() as db:
        response = go_to(own_path(next) if next != "/" else _landing(db, session.actor))
    keep_login(visit.request, response, visit.resources.settings, session)
    return response


def _landing(db: Connection, actor: Actor) -> str:
    """Return where somebody begins: a judge at the queue, an organiser at the overview of the tournament."""
    if actor.key is None or actor.role is Role.PLAYER:
        return "/"  # where one sends photos
    found = [each.id for each in list_tournaments(db, only=actor.tournament, most=2)]
    if len(found) != 1:
        return "/tournaments"
    return f"/tournaments/{found[0]}" + ("/review" if actor.role is Role.JUDGE else "")


@router.post("/logout", name="pages.log_out")
def post_logout(visit: VisitDep) -> Response:
    """Let somebody out."""
    response = go_to("/")
    log_out(visit.request, response, visit.resources.database)
    return response


@router.post("/preferences", name="pages.preferences")
def post_preferences(
    visit: VisitDep,
    language: Annotated[str, Form()] = "",
    theme: Annotated[str, Form()] = "",
    next: Annotated[str, Form(max_length=500)] = "/",
) -> Response:
    """Remember in which language and colours somebody wants the pages."""
    response = go_to(own_path(next))
    secure = is_secure(visit.request, visit.resources.settings.proxies)
    for cookie, value, known in ((LANGUAGE, language, LANGUAGES), (THEME, theme, THEMES)):
        if value in known:
            response.set_cookie(cookie, value, max_age=YEAR, secure=secure, httponly=True, samesite="lax")
    return response
