"""Logging in and out."""

from typing import Annotated

from fastapi import Request, Response
from pydantic import Field, SecretStr, model_validator

from service.access.actors import Actor, Role
from service.access.login import Credentials, keep_login, log_in, log_out
from service.access.passwords import LONGEST
from service.access.sessions import Session
from service.documents import Document
from service.web.dependencies import ActorDep, DatabaseDep, SettingsDep
from service.web.jsonroutes import json_router
from service.web.problems import WRONG_LOGIN

router = json_router("/v1/session", "session")

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
    """The user who is logged in."""

    name: str
    role: Role
    tournament: str | None
    """The only tournament that there is to them; null: all."""
    player: str | None
    csrf: str | None
    """The value of X-CSRF-Token for every change; null without a session, where it is not needed."""

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
    shown = Credentials(
        password=login.password.get_secret_value() if login.password else None,
        key=login.key.get_secret_value() if login.key else None,
    )
    session = log_in(request, database, settings, shown)
    keep_login(request, response, settings, session)
    return SessionDocument.of(session.actor, session)


@router.get("", name="session.show")
def get_session(request: Request, actor: ActorDep) -> SessionDocument:
    """Tell who you are, and the token that changes need."""
    return SessionDocument.of(actor, request.state.session)


@router.delete("", name="session.close", status_code=204)
def delete_session(request: Request, response: Response, database: DatabaseDep) -> None:
    """Log out."""
    log_out(request, response, database)
