"""Dependencies of the routes, injected by FastAPI."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request, Response

from service.access.actors import Actor
from service.documents.conditions import ExpectedDep
from service.setup.settings import Settings
from service.store.database import Database
from service.web.resources import Resources


async def get_resources(request: Request) -> Resources:
    """Return the parts of the running service."""
    resources: Resources = request.app.state.resources
    return resources


async def get_actor(request: Request) -> Actor:
    """Return the user who sends the request, as the guard found out."""
    actor: Actor = request.state.actor
    return actor


ResourcesDep = Annotated[Resources, Depends(get_resources)]
ActorDep = Annotated[Actor, Depends(get_actor)]


async def get_database(resources: ResourcesDep) -> Database:
    """Return the database."""
    return resources.database


async def get_settings(resources: ResourcesDep) -> Settings:
    """Return the settings."""
    return resources.settings


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
