"""A visit to a page: the visitor, their language, and the page that they get."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated, TypeVar
from urllib.parse import urlsplit

from babel import Locale
from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import EngineError
from engine.sentence import later
from service.access.actors import ANYBODY, ORGANISER, SINGLE_USER, Actor, Role
from service.access.addresses import is_own_machine
from service.access.sessions import Session
from service.access.singleuser import ways_in_for_phones
from service.documents.errors import NotHereError, RequestError
from service.pages.dates import choose_locale
from service.pages.languages import choose_language
from service.pages.opensheets import Openings
from service.pages.refusals import WHOLE, Refusal, SaidWrongError
from service.pages.rendering import Rendering
from service.pages.translator import Translatable
from service.routes.uploading import parse_form
from service.sheets.impossiblemaps import refuse_map
from service.standings.changes import is_touched
from service.store.events import now
from service.tournament.rounds import needs_seating
from service.web.resources import Resources

T = TypeVar("T")
LANGUAGE, THEME = "language", "theme"  # cookies
THEMES = ("auto", "light", "dark")
YOU = later("you")
BEFORE_KEYS = later("somebody at the server's own machine, before there were logins")
THE_ORGANISER = later("organiser")
"""Names in the log of those who know the password, here so that they are translated."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A request for a page."""

    request: Request
    actor: Actor
    language: str
    theme: str
    single_user: bool

    @property
    def resources(self) -> Resources:
        """The parts of the service."""
        resources: Resources = self.request.app.state.resources
        return resources

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a transaction that only reads."""
        return self.resources.database.read()

    def changing(self) -> AbstractContextManager[Connection]:
        """Open a transaction that may change something."""
        return self.resources.database.begin()

    def attempt(self, change: Callable[[Connection], T], form: FormData | None = None) -> T | Refusal:
        """Do what a form asks for, in a transaction; return what comes of it, or why it was refused.

        Raises:
            NotHereError: What it is about is not there, or not for whoever asks: there is no form to show.
        """
        try:
            with self.changing() as db:
                return change(db)
        except NotHereError:
            raise
        except RequestError as error:
            return Refusal(error, form or FormData())
        except EngineError as error:
            return Refusal(SaidWrongError({WHOLE: refuse_map(error)}), form or FormData())

    @property
    def is_staff(self) -> bool:
        """Whether they judge or organise."""
        return self.actor.role in {Role.ORGANISER, Role.JUDGE}

    @property
    def is_organiser(self) -> bool:
        """Whether they may everything."""
        return self.actor.role is Role.ORGANISER

    @property
    def own_page(self) -> str:
        """The address of a player's own page."""
        return f"/tournaments/{self.actor.tournament}/players/{self.actor.player}"

    def show(self, template: str, status: int = HTTPStatus.OK, /, **context: object) -> HTMLResponse:
        """Return a page. Templates know it as `visit`, beside what it shows."""
        content = self._rendering.render(template, self.language, {"visit": self, **context})
        response = HTMLResponse(content, status)
        response.headers["Cache-Control"] = "private, no-store"
        return response

    def show_form(self, template: str, refused: Refusal, /, **context: object) -> HTMLResponse:
        """Return the page of a form, which knows why what it asked for was `refused`, if it was."""
        return self.show(template, refused.status, refused=refused, **context)

    def show_if_other(
        self, tag: str, template: str, context: Callable[[], Mapping[str, object]], *, kept: bool = False
    ) -> Response:
        """Return a page with its ETag, or 304 if the browser has it already; only then nothing is worked out.

        `tag` is another as soon as what `context` works out is. If it is `kept`, the browser may keep the
        page, and asks whether it still holds.
        """
        today = now().astimezone().date()  # moments are written without the day on that day alone
        looks = (tag, today, str(self.locale), self.theme, self.actor.id, self.assets, self.path)
        etag = f'"{sha256(repr(looks).encode()).hexdigest()[:32]}"'
        if etag in self.request.headers.get("if-none-match", ""):
            response = Response(status_code=HTTPStatus.NOT_MODIFIED)
        else:
            response = self.show(template, tag=etag, **context())
        response.headers["ETag"] = etag
        if kept:
            response.headers["Cache-Control"] = "private, no-cache"
            response.headers["Vary"] = "Cookie, Accept-Language"
        return response

    def go_on(self, address: str) -> Response:
        """Send the browser on; a script that prefers to be told where goes there by itself (RFC 7240)."""
        if self.request.headers.get("prefer") == "return=minimal":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers={"Location": address})
        return go_to(address)

    def draw(self, template: str, **context: object) -> str:
        """Return a picture that is made of a template."""
        return self._rendering.render(template, self.language, context)

    def needs_seating(self, tournament: str) -> bool:
        """Tell whether a tournament's rounds and tables have a place among its pages."""
        with self.reading() as db:
            return needs_seating(db, tournament)

    def is_touched(self, tournament: str) -> bool:
        """Tell staff whether anything was done since standings were published that may have changed them."""
        if not self.is_staff:
            return False
        with self.reading() as db:
            return is_touched(db, tournament)

    def translate(self, said: Translatable) -> str:
        """Return words of the code in the visitor's language."""
        return self._rendering.translate(said, self.language)

    def who(self, name: str) -> str:
        """Return who did something, as the log has it, in the visitor's language."""
        if name == SINGLE_USER.name:
            return self.translate(YOU if self.single_user else BEFORE_KEYS)
        return self.translate(name) if name == ORGANISER.name else name

    @property
    def locale(self) -> Locale:
        """How they write dates and times."""
        return choose_locale(self.language, self.request.headers.get("accept-language", ""))

    @property
    def path(self) -> str:
        """The address of this page, to come back to."""
        url = self.request.url
        return f"{url.path}?{url.query}" if url.query else url.path

    @property
    def ways_in_for_phones(self) -> tuple[str, str]:
        """The commands that open a single-user service to the network, so that phones can reach it."""
        return ways_in_for_phones(self.request.app.state.resources.settings)

    @property
    def site(self) -> str:
        """The address that people type to come here."""
        url = self.request.url
        return self.resources.settings.public_address or f"{url.scheme}://{url.netloc}"

    @property
    def leads_nowhere_else(self) -> bool:
        """Whether that address leads every other machine to itself, so that no phone comes here by it."""
        return is_own_machine(urlsplit(self.site).netloc)

    @property
    def browser(self) -> str:
        """What tells this browser from others, also from those that came by the same password or key."""
        session: Session | None = self.request.state.session
        return session.cookie if session else self.actor.id

    @property
    def openings(self) -> Openings:
        """The sheets that people have open."""
        openings: Openings = self.request.app.state.openings
        return openings

    @property
    def assets(self) -> str:
        """A digest of all styles, scripts and drawings."""
        return self._rendering.assets.digest

    @property
    def _rendering(self) -> Rendering:
        rendering: Rendering = self.request.app.state.rendering
        return rendering


def visit_of(request: Request) -> Visit:
    """Return who asks for a page, and how they want it; also for requests that were not let through."""
    state = request.scope.get("state", {})
    theme = request.cookies.get(THEME, "auto")
    return Visit(
        request,
        state.get("actor", ANYBODY),
        choose_language(request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")),
        theme if theme in THEMES else "auto",
        request.app.state.resources.single_user,
    )


VisitDep = Annotated[Visit, Depends(visit_of)]


async def read_form(request: Request) -> FormData:
    """Return the fields of a form that brings no files, for routes that run in threads."""
    return await parse_form(request, 0)


FormDep = Annotated[FormData, Depends(read_form)]


def go_to(address: str) -> RedirectResponse:
    """Send the browser on to another page, after something was done."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def own_path(address: str | None, otherwise: str = "/") -> str:
    """Return an address of ours that a form names: a path, never another site's.

    >>> own_path("/scans/x?y=1"), own_path("//evil.example"), own_path("https://evil.example"), own_path(None)
    ('/scans/x?y=1', '/', '/', '/')
    """
    if not address or not address.startswith("/") or address.startswith("//") or "\\" in address:
        return otherwise
    return address
