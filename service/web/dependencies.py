"""Dependencies of the routes, injected by FastAPI."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from service.access.actors import Actor
from service.documents.conditions import ExpectedDep
from service.setup.settings import Settings
from service.store.database import Database
from service.web.parts import Parts


def get_parts(request: Request) -> Parts:
    """Return the parts of the running service."""
    parts: Parts = request.app.state.parts
    return parts


def get_actor(request: Request) -> Actor:
    """Return the user who sends the request, as the guard found out."""
    actor: Actor = request.state.actor
    return actor


PartsDep = Annotated[Parts, Depends(get_parts)]
ActorDep = Annotated[Actor, Depends(get_actor)]


def get_database(parts: PartsDep) -> Database:
    """Return the database."""
    return parts.database


def get_settings(parts: PartsDep) -> Settings:
    """Return the settings."""
    return parts.settings


DatabaseDep = Annotated[Database, Depends(get_database)]
SettingsDep = Annotated[Settings, Depends(get_settings)]


@dataclass(frozen=True, slots=True)
class VersionedChange:
    """A request to change something that has a version: who asks, and which versions may be changed."""

    expected: ExpectedDep
    database: DatabaseDep
    actor: ActorDep
    response: Response
    """The response, which gets the new version as ETag."""


VersionedChangeDep = Annotated[VersionedChange, Depends()]
