"""Whether the service is up."""

from importlib.metadata import version

from fastapi import APIRouter

from service.dependencies import ReaderDep
from service.schemas import Document

router = APIRouter(tags=["health"])


class Health(Document):
    """What is running."""

    status: str
    version: str
    model: str


@router.get("/healthz")
async def healthz(reader: ReaderDep) -> Health:
    """Tell that the service is up, and with which model."""
    return Health(status="ok", version=version("surveyor"), model=reader.classifier.name)
