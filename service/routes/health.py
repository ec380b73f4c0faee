"""Health routes: liveness, readiness, and metrics."""

import os
from http import HTTPStatus
from importlib.metadata import version
from importlib.resources import files
from shutil import disk_usage

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from service.documents import Document
from service.readingqueue.claims import count_pages_by_state
from service.store.blobs import Blobs, FolderBlobs
from service.store.database import Database
from service.web.dependencies import ResourcesDep
from service.web.problems import UNREADY
from service.web.resources import Resources
from vision.read.classifier import MODEL

router = APIRouter(tags=["health"])

LEAST_ROOM = 2**20  # bytes below which nothing is written any more; photos are refused long before


class Health(Document):
    """The running program."""

    status: str
    version: str
    model: str


class Readiness(Document):
    """Whether requests can be answered."""

    ready: bool


@router.get("/healthz", name="health")
async def healthz() -> Health:
    """Tell that the service is up, and with which model."""
    return Health(status="ok", version=version("surveyor"), model=MODEL)


@router.get("/readyz", name="ready", responses=UNREADY)
def readyz(resources: ResourcesDep) -> Readiness:
    """Tell whether requests can be met, and if not, what is missing."""
    missing = list_missing(resources)
    if missing:
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, "; ".join(missing))
    return Readiness(ready=True)


@router.get("/metrics", name="metrics", response_class=Response)
def metrics(request: Request, resources: ResourcesDep) -> Response:
    """Tell what was counted, in Prometheus' text format."""
    with resources.database.read() as db:
        pages = count_pages_by_state(db)
    return Response(request.app.state.metrics.show(pages), media_type=CONTENT_TYPE_LATEST)


def list_missing(resources: Resources) -> list[str]:
    """Return what is missing, each in a few words; nothing if all is there."""
    missing = [
        _missing_of_database(resources.database),
        _missing_of_blobs(resources.blobs),
        "" if (files("models") / MODEL).is_dir() else f"the model {MODEL} is not there",
        "" if resources.workforce.has_workers else "no process that reads photos can be started",
    ]
    return [words for words in missing if words]


def _missing_of_database(database: Database) -> str:
    try:
        if database.only_reads():
            return "the database takes no changes: it is a standby"
        current = database.is_current()
    except SQLAlchemyError:
        return "the database does not answer"
    return "" if current else "the database's tables are not this program's"


def _missing_of_blobs(blobs: Blobs) -> str:
    if not isinstance(blobs, FolderBlobs):
        return ""  # asking a bucket costs money each time
    there = next(folder for folder in (blobs.folder, *blobs.folder.parents) if folder.exists())
    if not os.access(there, os.W_OK):
        return "photos cannot be written"
    return "" if disk_usage(there).free >= LEAST_ROOM else "the disk is full"
