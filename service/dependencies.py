"""What the routes are given."""

from typing import Annotated

from anyio import CapacityLimiter
from fastapi import Depends, Request

from service.access.actors import Actor
from service.metrics import Metrics
from service.reader import PhotoReader
from service.settings import Settings
from service.store.blobs import Blobs
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


def get_blobs(request: Request) -> Blobs:
    """Return where the photos are kept."""
    blobs: Blobs = request.app.state.blobs
    return blobs


def get_settings(request: Request) -> Settings:
    """Return how the service is set up."""
    settings: Settings = request.app.state.settings
    return settings


def get_metrics(request: Request) -> Metrics:
    """Return where requests are counted."""
    metrics: Metrics = request.app.state.metrics
    return metrics


def get_actor(request: Request) -> Actor:
    """Return who asks, as the guard found out."""
    actor: Actor = request.state.actor
    return actor


ReaderDep = Annotated[PhotoReader, Depends(get_reader)]
LimiterDep = Annotated[CapacityLimiter, Depends(get_limiter)]
DatabaseDep = Annotated[Database, Depends(get_database)]
BlobsDep = Annotated[Blobs, Depends(get_blobs)]
SettingsDep = Annotated[Settings, Depends(get_settings)]
MetricsDep = Annotated[Metrics, Depends(get_metrics)]
ActorDep = Annotated[Actor, Depends(get_actor)]
