"""The guard before all routes: identifies the user and checks their rights, before a body is read.

A request is refused with 401 (nobody knows who asks), 403 (not for this role, or not from that page), 404
(there is no such thing, or none that this user may see) or 429 (too often). What is let through finds in
`request.state`: `actor`, `route` (its name) and `session` (None without a cookie).
"""

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import TypeVar, TypeVarTuple

from anyio import CapacityLimiter, to_thread
from fastapi.routing import iter_route_contexts
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from engine.sentence import Sentence
from service.access.actors import ANYBODY, SINGLE_USER, Actor, Role
from service.access.addresses import (
    is_forwarded,
    is_own_machine,
    is_own_origin,
    is_secure,
)
from service.access.cookies import cookie_header
from service.access.login import actor_of_key, unknown
from service.access.passwords import find_password_hash
from service.access.ratelimits import Rates
from service.access.rights import EVERYBODY, MATRIX, UPLOADS, is_page
from service.access.sessions import COOKIE, CSRF_HEADER, Session, find_session
from service.setup.settings import Settings
from service.store.database import Database
from service.web.problems import answer_http_error, answer_no_database
from service.web.resources import Resources

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
LOOKUPS = 8  # at the same time; the routes' own threads are none of them
TOURNAMENT, PLAYER = ("tournament", "tournament_id"), ("player", "player_id")
"""Names of path parameters whose owner is checked here."""
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")
Params = Mapping[str, str]
Admission = tuple[Actor, Session | None]
"""The user who was admitted, and their session, if they have one."""


class Guard:
    """Middleware that admits requests by the rights matrix."""

    def __init__(self, app: ASGIApp, *, settings: Settings, routes: Sequence[BaseRoute]) -> None:
        """Take the app, and its routes."""
        self.app = app
        self._settings = settings
        self._routes = tuple(iter_route_contexts(routes))
        self._lookups = CapacityLimiter(LOOKUPS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is allowed, and refuse the rest."""
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            await self._guard(scope, receive, send)

    async def _guard(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        state = scope.setdefault("state", {})
        state.update(actor=ANYBODY, session=None, route=None)
        try:
            _, session = await self._admit(request, state)
        except (HTTPException, OperationalError, NoConnectionError) as error:
            answer = answer_http_error if isinstance(error, HTTPException) else answer_no_database
            response = await answer(request, error)
            await response(scope, receive, send)
        else:
            renewed = session.cookie if session and session.renewed else None
            await self.app(scope, receive, self._renewing(request, send, renewed) if renewed else send)

    async def _admit(self, request: Request, state: MutableMapping[str, object]) -> Admission:
        resources: Resources = request.app.state.resources
        if resources.single_user:
            _check_own_machine(request)
        route, params = self._find_route(request.scope)
        if route is None:  # a method that is not allowed: the router says which are
            return ANYBODY, None
        state["route"] = route
        actor, session = await self._identify(request, route, resources)
        state.update(actor=actor, session=session)
        _check_role(actor, route)
        if MATRIX[route] is not EVERYBODY:
            _check_owner(actor, params)
        if route in UPLOADS:
            await self._in_thread(_count_upload, resources.rates, actor)
        return actor, session

    def _find_route(self, scope: Scope) -> tuple[str | None, Params]:
        """Return the name of the route of a request, and the parameters in its path."""
        other_methods = False
        for route in self._routes:
            match, child = route.matches(scope)
            if match is Match.FULL:
                return str(route.name), child.get("path_params", {})
            other_methods |= match is Match.PARTIAL
        if other_methods:
            return None, {}
        raise HTTPException(HTTPStatus.NOT_FOUND)

    async def _identify(self, request: Request, route: str, resources: Resources) -> Admission:
        kind, _, key = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer":
            shown = request, resources.database, self._settings, key.strip()
            return await self._in_thread(actor_of_key, *shown), None
        if request.method not in SAFE:
            self._check_origin(request, route)
        cookie = request.cookies.get(COOKIE)
        session = await self._in_thread(self._find_session, resources.database, cookie) if cookie else None
        if session:
            if request.method not in SAFE and route != "session.open" and not is_page(route):
                _check_csrf(request, session)
            return session.actor, session
        return SINGLE_USER if resources.single_user else ANYBODY, None

    def _find_session(self, database: Database, cookie: str) -> Session | None:
        lasts = timedelta(hours=self._settings.session_hours)
        return find_session(database, cookie, lasts, find_password_hash(self._settings))

    def _check_origin(self, request: Request, route: str) -> None:
        """Refuse requests from pages of other sites; our forms have no token, and must state this origin."""
        origin = request.headers.get("origin")
        if origin is None and is_page(route):
            raise forbidden("It is not said which page this form comes from, and it is not done.")
        if origin is not None and not is_own_origin(origin, request, self._settings.public_address):
            raise forbidden("Another site's page sent this request, and it is not done.")

    async def _in_thread(self, function: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
        return await to_thread.run_sync(function, *arguments, limiter=self._lookups)

    def _renewing(self, request: Request, send: Send, cookie: str) -> Send:
        """Extend the browser's cookie, unless the route sets it itself."""
        secure = is_secure(request, self._settings.proxies)
        header = cookie_header(cookie, self._settings.session_hours, secure=secure)

        async def send_renewed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if "set-cookie" not in headers:
                    headers.append("set-cookie", header)
            await send(message)

        return send_renewed


def forbidden(detail: str) -> HTTPException:
    """Return the response 403: not for this user, or not from this page."""
    return HTTPException(HTTPStatus.FORBIDDEN, detail)


def _check_own_machine(request: Request) -> None:
    """In single-user mode, refuse requests from other machines, sites and proxies."""
    if not is_own_machine(request.headers.get("host", "")):
        raise forbidden(
            "Without a password this service answers to this machine's own names alone: localhost."
        )
    origin = request.headers.get("origin")
    if origin is not None and not is_own_origin(origin, request, None):
        raise forbidden("Another site's page sent this request, and it is not done.")
    if is_forwarded(request):
        raise forbidden("Without a password this service answers no proxy. Set one: surveyor password.")


def _check_csrf(request: Request, session: Session) -> None:
    if not session.allows_changes(request.headers.get(CSRF_HEADER, "")):
        raise forbidden(
            Sentence("The request lacks its %(header)s, which GET /v1/session tells.", header=CSRF_HEADER)
        )


def _check_role(actor: Actor, route: str) -> None:
    if actor.role in MATRIX.get(route, frozenset()):
        return
    if actor.role is Role.PUBLIC:
        raise unknown("This needs a login or a key.")
    if is_page(route):  # to people it is as if there were none; programs learn of it
        raise HTTPException(HTTPStatus.NOT_FOUND)
    raise forbidden(Sentence("This is not for a %(role)s.", role=actor.role))


def _check_owner(actor: Actor, params: Params) -> None:
    """Refuse paths of another tournament or player, as if these did not exist."""
    tournaments = [params[name] for name in TOURNAMENT if name in params]
    players = [params[name] for name in PLAYER if name in params]
    if actor.tournament is not None and any(named != actor.tournament for named in tournaments):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    if actor.role is Role.PLAYER and any(named != actor.player for named in players):
        raise HTTPException(HTTPStatus.NOT_FOUND)


def _count_upload(rates: Rates, actor: Actor) -> None:
    staff = actor.role in {Role.ORGANISER, Role.JUDGE}
    rates.count("staff_upload_rate" if staff else "upload_rate", actor.id)
