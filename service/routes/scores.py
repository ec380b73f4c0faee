"""Maps and readings in, scores out."""

from typing import Annotated

from fastapi import Body, Query
from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from engine import MapFormatError, Season
from service.documents import Map, Reading, Scan, Score
from service.scores.certainty import map_of, sheet_certainty
from service.scores.scoring import Rules, notes_on, score_document
from service.web import examples
from service.web.jsonroutes import json_router
from service.web.problems import INVALID, TOO_LARGE

router = json_router("/v1/scores", "scores")


def _kind_of(document: object) -> str:
    """Return the kind of a document by its schema; without one it is taken for a map."""
    schema = document.get("schema") if isinstance(document, dict) else getattr(document, "schema_name", None)
    return {"surveyor/reading@1": "reading", "surveyor/scan@1": "scan"}.get(str(schema), "map")


Scored = Annotated[
    Annotated[Map, Tag("map")] | Annotated[Reading, Tag("reading")] | Annotated[Scan, Tag("scan")],
    Discriminator(_kind_of),
]


class ScoreQuery(BaseModel):
    """The query's facts of the game; an unknown name is an error, as it would count nothing."""

    model_config = ConfigDict(extra="forbid")

    edict: list[str] = Field(
        [], max_length=4, description="Names of the scoring cards, in the order A B C D."
    )
    season: Season | None = Field(None, description="The season that ends.")
    sheet: int | None = Field(
        None, ge=1, description="Of a reading: which of its sheets, from 1; without it the first."
    )


@router.post("", name="scores.create", responses=INVALID | TOO_LARGE)
async def post_score(
    document: Annotated[Scored, Body(examples=[examples.MAP])],
    said: Annotated[ScoreQuery, Query()],
) -> Score:
    """Score a map, or a sheet of a reading, by the edicts that it names or the query does.

    What a map says itself goes before the query; edicts of the query go before those of a scan, whose season
    goes with them. The score of a reading says how sure it is, and a note that it has more sheets than the
    first, if the query names none.
    """
    rules, sheet = Rules.of(said.edict, said.season), said.sheet or 1
    if isinstance(document, Map):
        scored = rules.complete(document.to_engine())
        report = score_document(scored)
        notes = rules.notes_on_unused(scored) + notes_on(scored, report, len(scored.doubtful))
        return Score.from_report(report, notes)
    reading = document.reading if isinstance(document, Scan) else document
    if sheet > len(reading.sheets):
        rejected = None if reading.sheets else reading.reason
        why = f": {rejected.message} {rejected.advice}" if rejected else "."
        raise MapFormatError(f"the reading has no sheet {sheet}, but {len(reading.sheets)} in all{why}")
    read = reading.sheets[sheet - 1]
    if isinstance(document, Scan) and sheet <= len(document.sheets):
        rules = rules.filled(document.sheets[sheet - 1].map.model_dump(mode="json"))
    scored = map_of(read, rules)
    report = score_document(scored)
    certainty = sheet_certainty(read, rules)
    notes = notes_on(scored, report, len(read.doubtful), certainty)
    if said.sheet is None and len(reading.sheets) > 1:
        notes += (f"This is sheet 1 of {len(reading.sheets)}; name another with ?sheet=2.",)
    return Score.from_report(report, notes, certainty)
