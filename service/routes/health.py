"""Whether the service is up, whether it can work, and what it counts."""

from http import HTTPStatus
from importlib.metadata import version

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from service.documents import Document
from service.readings.reader import MODEL
from service.web.dependencies import PartsDep
from service.web.problems import UNREADY
from service.web.readiness import list_missing

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
async def healthz() -> Health:
    """Tell that the service is up, and with which model."""
    return Health(status="ok", version=version("surveyor"), model=MODEL)


@router.get("/readyz", name="ready", responses=UNREADY)
def readyz(parts: PartsDep) -> Readiness:
    """Tell whether requests can be met, and if not, what is missing."""
    missing = list_missing(parts)
    if missing:
        raise HTTPException(HTTPStatus.SERVICE_UNAVAILABLE, "; ".join(missing))
    return Readiness(ready=True)


@router.get("/metrics", name="metrics", response_class=Response)
def metrics(request: Request) -> Response:
    """Tell what was counted, in Prometheus' text format."""
    return Response(request.app.state.metrics.show(), media_type=CONTENT_TYPE_LATEST)
