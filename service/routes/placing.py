"""Sheets put into their places by hand."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import Field

from engine import Season
from service.documents.conditions import ExpectedDep, set_version
from service.ledger.places import HandPlace, place_by_hand
from service.routes.parameters import TournamentId
from service.routes.tournaments import Asked
from service.tournament.documents import PlacedSheet
from service.tournament.rounds import MOST_ROUNDS, list_rounds
from service.web.dependencies import ActorDep, DatabaseDep
from service.web.problems import CONDITIONAL, CONFLICT, MISSING, REFUSED

router = APIRouter(prefix="/v1/tournaments/{tournament}/sheets", tags=["sheets"], responses=REFUSED)


class PlaceAsked(Asked):
    """Where a sheet belongs: all three, or none to take it out of its place."""

    player_id: str | None
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None
    season: Season | None


@router.put("/{sheet}/place", name="sheets.place", responses=MISSING | CONFLICT | CONDITIONAL)
def place(
    tournament: TournamentId,
    sheet: Annotated[str, Path(description="A sheet's identifier.")],
    asked: PlaceAsked,
    expected: ExpectedDep,
    database: DatabaseDep,
    actor: ActorDep,
    response: Response,
) -> PlacedSheet:
    """Say whose sheet it is, of which round and season; doubts about its place are settled by that."""
    said = HandPlace(asked.player_id, asked.round, asked.season)
    with database.begin() as db:
        placed = place_by_hand(db, actor.name, tournament, sheet, said, expected=expected)
        numbers = {played.id: played.number for played in list_rounds(db, tournament)}
    set_version(response, placed.version)
    return PlacedSheet.of(placed, numbers.get(placed.round or ""))
