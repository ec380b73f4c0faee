"""Maps in, scores out."""

from typing import Annotated

from fastapi import APIRouter, Body

from service.documents import Map, Score
from service.scores.scoring import notes_on, score_document
from service.web import examples
from service.web.problems import INVALID, TOO_LARGE

router = APIRouter(prefix="/v1/scores", tags=["scores"])


@router.post("", name="scores.create", responses=INVALID | TOO_LARGE)
async def post_score(document: Annotated[Map, Body(examples=[examples.MAP])]) -> Score:
    """Score a map by the edicts that it names."""
    scored = document.to_engine()
    report = score_document(scored)
    return Score.from_report(report, notes_on(scored, report))
