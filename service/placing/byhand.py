"""Places that people choose for sheets, and that they take back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pydantic import TypeAdapter
from sqlalchemy import Connection

from engine import Season
from service.documents.conditions import check_version
from service.documents.errors import BadRequestError, ConflictError
from service.placing.owner import Placed
from service.placing.placedoubts import (
    OUT_OF_PLACE,
    doubts_with,
    flags_of_taken,
    settle_place,
    sheets_at,
)
from service.sheets.doubts import of_place
from service.sheets.rows import DOUBTS, PlacedBy, SheetRow, State, find_sheet
from service.sheets.storing import SheetPlace, change_sheet, place_of, record_change
from service.store.events import Event, EventKind
from service.tournament.plan import load_plan
from service.tournament.players import find_player
from service.tournament.rounds import find_round
from service.tournament.tournaments import lock_tournament

STORED_PLACE = TypeAdapter(SheetPlace)


@dataclass(frozen=True, slots=True)
class HandPlace:
    """A place that a person chose: all three, or none to take a sheet out of its place."""

    player: str | None
    round: int | None
    """Its number."""
    season: Season | None


def place_by_hand(
    db: Connection, actor: str, row: SheetRow, said: HandPlace, replaced: Sequence[str] = ()
) -> SheetRow:
    """Put a sheet, as a person saw it, where they say it belongs, which settles all doubts about its place.

    The sheets in `replaced` were dismissed for it, and are recorded with it.

    Raises:
        NotHereError: There is no such player or round in the tournament, or the sheet is gone.
        StaleError: Somebody else has changed the sheet.
        BadRequestError: Only a part of a place is said.
        ConflictError: Another sheet lies there, or this one was dismissed.
    """
    tournament, sheet = row.tournament, row.id
    lock_tournament(db, tournament)
    found = find_sheet(db, tournament, sheet)
    check_version(found.version, [row.version], "sheet")
    if found.state is State.DISMISSED:
        raise ConflictError("This sheet was set aside; take that back before it is placed.")
    placed = _place_said(db, tournament, said)
    if sheets_at(db, tournament, placed.place, besides=sheet):
        raise ConflictError(
            "Another sheet lies in this place; place that one elsewhere first, or set it aside."
        )
    doubts = doubts_with(found.doubts, placed.flags)
    change_sheet(db, found, place=placed.place, doubts=doubts)
    record_change(
        db,
        actor,
        EventKind.SHEET_PLACED,
        found,
        before=asdict(place_of(found)),
        after=asdict(placed.place),
        by=PlacedBy.HAND,
        doubts=DOUBTS.dump_python(of_place(found.doubts), mode="json"),
        replaced=list(replaced),
    )
    settle_place(db, actor, tournament, place_of(found))
    return find_sheet(db, tournament, sheet)


def take_back_place(db: Connection, actor: str, row: SheetRow, placed: Event) -> None:
    """Put a sheet back to where it was before the event `placed`, with the doubts that there were about it.

    Events of older releases do not say what these doubts were.

    Raises:
        StaleError: Somebody else changes the sheet at this very moment.
        ConflictError: The player or the round is no longer in the tournament.
    """
    lock_tournament(db, row.tournament)
    before, plan = STORED_PLACE.validate_python(placed.body["before"]), load_plan(db, row.tournament)
    rounds = {None, *(played.id for played in plan.rounds)}
    if before.player not in {None, *plan.players} or before.round not in rounds:
        raise ConflictError("Where this sheet was before is no longer in the tournament.")
    doubts = doubts_with(row.doubts, list(flags_of_taken(db, row.tournament, before, row.id)))
    earlier = DOUBTS.validate_python(placed.body.get("doubts", ()))
    doubts += [doubt for doubt in earlier if doubt not in doubts]
    if not before.is_whole and not earlier:
        doubts = doubts_with(doubts, [OUT_OF_PLACE])
    change_sheet(db, row, place=before, doubts=doubts)
    record_change(
        db,
        actor,
        EventKind.SHEET_PLACED,
        row,
        before=placed.body["after"],
        after=placed.body["before"],
        by=PlacedBy.HAND,
        undoes=placed.id,
    )
    settle_place(db, actor, row.tournament, place_of(row))


def _place_said(db: Connection, tournament: str, said: HandPlace) -> Placed:
    if said.player is None and said.round is None and said.season is None:
        return Placed(flags=(OUT_OF_PLACE,))
    if said.player is None or said.round is None or said.season is None:
        raise BadRequestError(
            "Say player, round and season, or none of them to take the sheet out of its place."
        )
    player = find_player(db, tournament, said.player)
    played = find_round(db, tournament, said.round)
    return Placed(SheetPlace(player.id, played.id, said.season, PlacedBy.HAND))
