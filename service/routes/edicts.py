"""The scoring cards of both games."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from engine import EDICTS, Category, Edict, Game
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
    """What earns stars."""

    @classmethod
    def from_edict(cls, edict: Edict) -> "EdictCard":
        """Return the engine's card as a document."""
        return cls(
            name=edict.name, category=edict.category, game=edict.game, solo=edict.solo, rule=edict.rule
        )


@router.get("", name="edicts.list")
async def list_edicts() -> list[EdictCard]:
    """List all scoring cards: their names are those that scores are asked for by."""
    return [EdictCard.from_edict(edict) for edict in EDICTS.values()]
