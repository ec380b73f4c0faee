"""What the routes are given."""

from typing import Annotated

from anyio import CapacityLimiter
from fastapi import Depends, Request

from service.access.actors import SINGLE_USER, Actor
from service.reader import PhotoReader
from service.store.database import Database


def get_reader(request: Request) -> PhotoReader:
    """Return the reader that was loaded at the start."""
    reader: PhotoReader = request.app.state.reader
    return reader


def get_limiter(request: Request) -> CapacityLimiter:
    """Return what keeps more photos than there are cores from being read at once."""
    limiter: CapacityLimiter = request.app.state.limiter
    return limiter


def get_database(request: Request) -> Database:
    """Return the database that was opened at the start."""
    database: Database = request.app.state.database
    return database


def get_actor() -> Actor:
    """Return who asks."""
    return SINGLE_USER


ReaderDep = Annotated[PhotoReader, Depends(get_reader)]
LimiterDep = Annotated[CapacityLimiter, Depends(get_limiter)]
DatabaseDep = Annotated[Database, Depends(get_database)]
ActorDep = Annotated[Actor, Depends(get_actor)]
