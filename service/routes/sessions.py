"""Logging in and out."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import Field, SecretStr, model_validator

from service.access.actors import ORGANISER, Actor, Role
from service.access.addresses import client_address, household, is_secure
from service.access.cookies import cookie_header, no_cookie_header
from service.access.keys import find_key
from service.access.passwords import LONGEST, find_password_hash, is_password
from service.access.rates import TooOftenError
from service.access.refusals import WRONG_KEY, count_wrong_key, too_often, unknown
from service.access.sessions import Session, close_session, open_session
from service.dependencies import ActorDep, DatabaseDep, SettingsDep
from service.problems import WRONG_LOGIN
from service.schemas import Document
from service.settings import Settings

router = APIRouter(prefix="/v1/session", tags=["session"])

Secret = Annotated[SecretStr, Field(max_length=LONGEST)]


class Login(Document):
    """Either the organiser's password or a key."""

    password: Secret | None = None
    key: Secret | None = None

    @model_validator(mode="after")
    def _either(self) -> "Login":
        if (self.password is None) == (self.key is None):
            raise ValueError("send either a password or a key")
        return self


class SessionDocument(Document):
    """Who asks, as the service knows them."""

    name: str
    role: Role
    tournament: str | None
    """The only tournament that there is to them; null: all."""
    player: str | None
    csrf: str | None
    """What to send as X-CSRF-Token with every change; null without a session, where it is not needed."""

    @classmethod
    def of(cls, actor: Actor, session: Session | None) -> "SessionDocument":
        """Return it as a document."""
        return cls(
            name=actor.name,
            role=actor.role,
            tournament=actor.tournament,
            player=actor.player,
            csrf=session.csrf if session else None,
        )


@router.post("", name="session.open", responses=WRONG_LOGIN)
def post_session(
    login: Login, request: Request, response: Response, database: DatabaseDep, settings: SettingsDep
) -> SessionDocument:
    """Log in: the answer's cookie is who you are from now on."""
    if login.password is not None:
        actor = _by_password(request, settings, login.password.get_secret_value())
    else:
        assert login.key is not None
        with database.read() as db:
            key = find_key(db, login.key.get_secret_value())
        if key is None:
            count_wrong_key(request, settings)
            raise unknown(WRONG_KEY)
        actor = key.actor
    with database.begin() as db:
        session = open_session(db, actor, timedelta(hours=settings.session_hours))
    secure = is_secure(request, settings.proxies)
    response.headers["set-cookie"] = cookie_header(session.cookie, settings.session_hours, secure=secure)
    return SessionDocument.of(actor, session)


@router.get("", name="session.show")
def get_session(request: Request, actor: ActorDep) -> SessionDocument:
    """Tell who you are, and the token that changes need."""
    return SessionDocument.of(actor, request.state.session)


@router.delete("", name="session.close", status_code=204)
def delete_session(request: Request, response: Response, database: DatabaseDep) -> None:
    """Log out."""
    session: Session | None = request.state.session
    if session:
        with database.begin() as db:
            close_session(db, session.cookie)
    response.headers["set-cookie"] = no_cookie_header()


def _by_password(request: Request, settings: Settings, password: str) -> Actor:
    try:
        address = household(client_address(request, settings.proxies))
        request.app.state.parts.rates.count("login_rate", address)
    except TooOftenError as error:
        raise too_often(error) from error
    if not is_password(password, find_password_hash(settings)):
        raise unknown("This is not the password.")
    return ORGANISER
