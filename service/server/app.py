"""The web service."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial
from importlib.metadata import version
from operator import attrgetter
from types import ModuleType

from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute

from service.access.rights import check_matrix
from service.pages import api, assets, login
from service.pages.art import mapexport, pictures
from service.pages.errorpages import show_problem
from service.pages.opensheets import Openings
from service.pages.playing import play
from service.pages.rendering import load_rendering
from service.pages.review import contradictions, doubts, owners, queue
from service.pages.scans import corners, editor, front, result
from service.pages.scans import pictures as scan_pictures
from service.pages.sheets import page as sheet_page
from service.pages.tournament import (
    draft,
    home,
    numbers,
    overview,
    people,
    playerpage,
    prints,
    publicpage,
)
from service.pages.tournament import files as file_pages
from service.pages.tournament import keys as keys_page
from service.pages.tournament import rounds as round_pages
from service.routes import (
    batches,
    edicts,
    exports,
    files,
    health,
    keys,
    players,
    readings,
    review,
    rounds,
    scores,
    sessions,
    sheets,
    standings,
    tournaments,
)
from service.server.bodylimits import UploadLimit
from service.server.compression import Compression
from service.server.guard import Guard
from service.server.metrics import Metrics
from service.server.openapi import describe_api
from service.server.watch import Watch
from service.setup.settings import Settings
from service.web.problems import install_problems
from service.web.resources import open_resources
from service.work.workforce import Work

RESOURCES = (
    readings,
    scores,
    edicts,
    tournaments,
    players,
    rounds,
    batches,
    files,
    sheets,
    review,
    standings,
    exports,
    mapexport,
    sessions,
    keys,
    health,
)
PAGES = (
    assets,
    login,
    api,
    home,
    overview,
    people,
    keys_page,
    prints,
    round_pages,
    draft,
    numbers,
    publicpage,
    playerpage,
    pictures,
    play,
    front,
    result,
    scan_pictures,
    editor,
    corners,
    queue,
    owners,
    contradictions,
    doubts,
    sheet_page,
    file_pages,
)


def create_app(settings: Settings | None = None, work: Work | None = None) -> FastAPI:
    """Return the app; its parts are opened when it starts.

    Raises:
        MatrixError: It is not said who may use some route.
    """
    settings, metrics = settings or Settings(), Metrics()
    app = FastAPI(
        title="Surveyor",
        summary="Photos of Cartographers map sheets in, scored maps out.",
        version=version("surveyor"),
        lifespan=partial(_lifespan, settings=settings, work=work),
        docs_url=None,  # its page would come from another host; service.pages.api has ours
        redoc_url=None,
    )
    app.router.routes.extend(_named_routes(RESOURCES))
    app.router.routes.extend(route for page in PAGES for route in page.router.routes)
    check_matrix(route.name for route in iter_route_contexts(app.routes))
    app.add_middleware(Compression)
    app.add_middleware(UploadLimit, most=settings.max_upload_bytes, most_in_batches=settings.max_batch_bytes)
    app.add_middleware(Guard, settings=settings, routes=app.routes)
    app.add_middleware(Watch, settings=settings, metrics=metrics)  # the last one is the outermost
    install_problems(app, show_problem)
    app.state.metrics = metrics
    app.state.rendering = load_rendering()
    app.state.openings = Openings()
    app.openapi = partial(describe_api, app)  # type: ignore[method-assign]  # FastAPI's own way to extend it
    return app


@cache
def _named_routes(modules: tuple[ModuleType, ...]) -> tuple[BaseRoute, ...]:
    """Return the routes of modules, with their names as operation ids.

    FastAPI works out again what each of them takes, which pages are spared: they are not described.
    """
    router = APIRouter(generate_unique_id_function=attrgetter("name"))
    for module in modules:
        router.include_router(module.router)
    return tuple(router.routes)


@asynccontextmanager
async def _lifespan(app: FastAPI, *, settings: Settings, work: Work | None) -> AsyncIterator[None]:
    with open_resources(settings, work) as resources:
        app.state.resources = resources
        yield
