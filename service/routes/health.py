"""Whether the service is up, whether it can work, and what it counts."""

from http import HTTPStatus
from importlib.metadata import version

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from service.dependencies import BlobsDep, DatabaseDep, MetricsDep, ReaderDep
from service.problems import UNREADY
from service.readiness import list_missing
from service.schemas import Document

router = APIRouter(tags=["health"])


class Health(Document):
    """What is running."""

    status: str
    version: str
    model: str


class Readiness(Document):
    """That requests can be met."""

    ready: bool


@router.get("/healthz", name="health")
async def healthz(reader: ReaderDep) -> Health:
    """Tell that the service is up, and with which model."""
    return Health(status="ok", version=version("surveyor"), model=reader.classifier.name)


@router.get("/readyz", name="ready", responses=UNREADY)
def readyz(database: DatabaseDep, blobs: BlobsDep, reader: ReaderDep) -> Readiness:
    """Tell whether requests can be met, and if not, what is missing."""
    missing = list_missing(database, blobs, reader)
    if missing:
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, "; ".join(missing))
    return Readiness(ready=True)


@router.get("/metrics", name="metrics", response_class=Response)
def metrics(metrics: MetricsDep) -> Response:
    """Tell what was counted, in Prometheus' text format."""
    return Response(metrics.show(), media_type=CONTENT_TYPE_LATEST)
