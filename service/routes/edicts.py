"""The scoring cards of both games."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from engine import EDICTS, Category, Game
from service.documents import Document

router = APIRouter(prefix="/v1/edicts", tags=["edicts"])


class EdictCard(Document):
    """A scoring card."""

    name: Annotated[str, Field(examples=["Sentinel Wood"])]
    category: Category
    game: Game
    solo: int
    """The number subtracted in solo mode."""
    rule: str
    """The rule by which it earns stars."""


@router.get("", name="edicts.list")
async def list_edicts() -> list[EdictCard]:
    """List all scoring cards: their names are those that scores are asked for by."""
    return [EdictCard.model_validate(edict, from_attributes=True) for edict in EDICTS.values()]
