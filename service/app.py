"""The web service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

from anyio import CapacityLimiter
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from service import examples
from service.problems import describe_problems, install_problems
from service.reader import PhotoReader
from service.routes import (
    edicts,
    exports,
    health,
    placing,
    players,
    readings,
    rounds,
    scores,
    standings,
    tournaments,
)
from service.settings import Settings
from service.store.database import Database
from service.uploads import UploadLimit


def create_app(
    settings: Settings | None = None, reader: PhotoReader | None = None, database: Database | None = None
) -> FastAPI:
    """Return the service; the reader's classifier is loaded once, when it starts."""
    settings = settings or Settings()
    app = FastAPI(
        title="Surveyor",
        summary="Photos of Cartographers map sheets in, scored maps out.",
        version=version("surveyor"),
        lifespan=partial(_lifespan, settings=settings, reader=reader or PhotoReader()),
        docs_url=None,  # its page comes from another host, and must work in a hall without internet
        redoc_url=None,
    )
    for resource in (
        readings,
        scores,
        edicts,
        tournaments,
        players,
        rounds,
        placing,
        standings,
        exports,
        health,
    ):
        app.include_router(resource.router)
    app.state.database = database
    app.add_middleware(UploadLimit, most=settings.max_upload_bytes)
    install_problems(app)
    app.openapi = partial(_openapi, app)  # type: ignore[method-assign]  # FastAPI's own way to extend it
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI, *, settings: Settings, reader: PhotoReader) -> AsyncIterator[None]:
    reader.load()
    app.state.reader = reader
    app.state.limiter = CapacityLimiter(settings.readers)
    yield


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        openapi = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        describe_problems(openapi)
        read = openapi["paths"]["/v1/readings"]["post"]["responses"]["200"]["content"]["application/json"]
        read["example"] = examples.READING  # given to the route, it would lose its nulls
        app.openapi_schema = openapi
    return app.openapi_schema
