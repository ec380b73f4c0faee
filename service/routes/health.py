"""Whether the service is up."""

from importlib.metadata import version

from fastapi import APIRouter

from service.reader import MODEL
from service.schemas import Document

router = APIRouter(tags=["health"])


class Health(Document):
    """What is running."""

    status: str
    version: str
    model: str


@router.get("/healthz", name="health")
async def healthz() -> Health:
    """Tell that the service is up, and with which model."""
    return Health(status="ok", version=version("surveyor"), model=MODEL)
