"""The web service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Any

from anyio import CapacityLimiter
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute, iter_route_contexts

from service import examples
from service.access.alone import works_alone
from service.access.answers import forget_answers
from service.access.describing import describe_access
from service.access.guard import Guard
from service.access.matrix import check_matrix
from service.access.rates import Rates
from service.access.sessions import forget_sessions
from service.metrics import Metrics
from service.problems import describe_problems, install_problems
from service.reader import PhotoReader
from service.routes import edicts, health, keys, readings, scores, sessions
from service.settings import Settings
from service.store.blobs import open_blobs
from service.store.database import open_database
from service.uploads import UploadLimit
from service.watch import Watch

RESOURCES = (readings, scores, edicts, sessions, keys, health)


def create_app(settings: Settings | None = None, reader: PhotoReader | None = None) -> FastAPI:
    """Return the service; the reader's classifier is loaded once, when it starts.

    Raises:
        MatrixError: It is not said who may use some route.
    """
    settings, metrics = settings or Settings(), Metrics()
    app = FastAPI(
        title="Surveyor",
        summary="Photos of Cartographers map sheets in, scored maps out.",
        version=version("surveyor"),
        lifespan=partial(_lifespan, settings=settings, reader=reader or PhotoReader(), metrics=metrics),
        docs_url=None,  # its page comes from another host, and must work in a hall without internet
        redoc_url=None,
        generate_unique_id_function=_name_operation,
    )
    for resource in RESOURCES:
        app.include_router(resource.router)
    check_matrix(route.name for route in iter_route_contexts(app.routes))
    app.add_middleware(UploadLimit, most=settings.max_upload_bytes)
    app.add_middleware(Guard, settings=settings, routes=app.routes)
    app.add_middleware(Watch, settings=settings, metrics=metrics)  # the last one is the outermost
    install_problems(app)
    app.openapi = partial(_openapi, app)  # type: ignore[method-assign]  # FastAPI's own way to extend it
    return app


@asynccontextmanager
async def _lifespan(
    app: FastAPI, *, settings: Settings, reader: PhotoReader, metrics: Metrics
) -> AsyncIterator[None]:
    reader.load()
    database = open_database(settings.database_address)
    try:
        database.migrate()
        with database.begin() as db:
            forget_sessions(db)
            forget_answers(db, under_way=database.is_sqlite)  # whose only server is this one
        app.state.alone = works_alone(settings, database)
        app.state.settings = settings
        app.state.reader = reader
        app.state.limiter = CapacityLimiter(settings.readers)
        app.state.database = database
        app.state.blobs = open_blobs(settings.blobs_address)
        app.state.metrics = metrics
        app.state.rates = Rates(settings)
        yield
    finally:
        database.close()


def _name_operation(route: APIRoute) -> str:
    return route.name


def _openapi(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        openapi = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        describe_problems(openapi)
        describe_access(openapi)
        read = openapi["paths"]["/v1/readings"]["post"]["responses"]["200"]["content"]["application/json"]
        read["example"] = examples.READING  # given to the route, it would lose its nulls
        app.openapi_schema = openapi
    return app.openapi_schema
