"""The sheets of a tournament: as they stand, corrected, placed, set aside."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Depends, Path, Query, Response
from pydantic import Field, StrictBool, StrictInt
from sqlalchemy import Connection

from engine import Season
from service.access.actors import Actor, Role
from service.documents import RequestBody, Sheet
from service.documents.conditions import check_version, set_version
from service.documents.errors import NotHereError
from service.files.documents import History, SheetList, SheetStatus
from service.placing.byhand import HandPlace, place_by_hand
from service.readings.pictures import show_overlay, show_square
from service.review.correcting import correct_sheet, reload_sheet
from service.review.undoing import dismiss_sheet, undo_change
from service.routes.parameters import IDENTIFIER, PLAIN, PathId, QueryId, SquareInPath, TournamentId
from service.routes.photos import CHANGING, PICTURE, show_picture
from service.routes.scope import OwnSheet, own_sheet
from service.sheets.asread import sheet_as_read
from service.sheets.documents import SheetCorrection
from service.sheets.rows import SheetFilter, SheetRow, State, find_sheet, list_sheets
from service.store.events import list_events
from service.tournament.documents import MOST_ROUNDS, PlacedSheet
from service.tournament.players import find_player
from service.tournament.rounds import find_round_id, list_rounds
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, DatabaseDep, ResourcesDep, VersionedChange, VersionedChangeDep
from service.web.jsonroutes import json_router
from service.web.problems import CONDITIONAL, CONFLICT, INVALID, MISSING, REFUSED

router = json_router("/v1/tournaments/{tournament}/sheets", "sheets")


def _read(sheet: OwnSheet, database: DatabaseDep) -> Sheet:
    with database.read() as db:
        return sheet_as_read(db, sheet)


SheetRead = Annotated[Sheet, Depends(_read)]
"""The sheet that a route's path names, as it was read."""


@dataclass(frozen=True, slots=True)
class SheetToChange(VersionedChange):
    """A request to change a sheet."""

    tournament: PathId
    sheet: PathId

    def change(self, change: Callable[[Connection, SheetRow], SheetRow]) -> SheetStatus:
        """Change the sheet, unless somebody did so since it was looked at; return it as it is then."""
        with self.database.begin() as db:
            row = own_sheet(db, self.actor, self.tournament, self.sheet)
            check_version(row.version, self.expected, "sheet")
            return _answer(self.actor, change(db, row), self.response)


ToChange = Annotated[SheetToChange, Depends()]


class SetAside(RequestBody):
    """A dismissal of a sheet, or of a rejected file."""

    reason: Annotated[str, Field(max_length=500, pattern=PLAIN)] = ""
    back: StrictBool = False
    """Whether it is taken back."""


class UndoAsked(RequestBody):
    """What is undone of a sheet's history."""

    event: StrictInt | None = None
    """Its `id` there; by default the last that can be undone."""


class PlaceAsked(RequestBody):
    """The place of a sheet: all three, or none to take it out of its place."""

    player_id: str | None
    round: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS)] | None
    season: Season | None


@router.get("", name="sheets.list")
def get_sheets(
    tournament: PathId,
    resources: ResourcesDep,
    actor: ActorDep,
    file: QueryId = None,
    player: QueryId = None,
    round: Annotated[str | None, Query(description="A round's number, or its identifier.")] = None,
    state: State | None = None,
    after: Annotated[str | None, Query(pattern=IDENTIFIER, description="`next` of the page before.")] = None,
    most: Annotated[int, Query(ge=1, le=500)] = 100,
) -> SheetList:
    """Return sheets page by page; a player gets the own ones."""
    with resources.database.read() as db:
        find_tournament(db, tournament)
        played = find_round_id(db, tournament, round) if round else None
        if round and not played:
            raise NotHereError("round")
        if player:
            find_player(db, tournament, player)
        wanted = SheetFilter(file=file, player=actor.player or player, round=played, state=state, after=after)
        rows = list_sheets(db, tournament, wanted, most=most + 1)
    listed = rows[:most]
    return SheetList(
        sheets=tuple(_status(actor, row) for row in listed), next=listed[-1].id if len(rows) > most else None
    )


@router.get("/{sheet}", name="sheets.get")
def get_one(sheet: OwnSheet, actor: ActorDep, response: Response) -> SheetStatus:
    """Return a sheet as it stands."""
    return _answer(actor, sheet, response)


@router.get("/{sheet}/reading", name="sheets.reading")
def get_reading(read: SheetRead) -> Sheet:
    """Return what the picture said, with all its confidences, before anybody corrected anything."""
    return read


@router.get("/{sheet}/history", name="sheets.history")
def get_history(tournament: PathId, sheet: OwnSheet, database: DatabaseDep) -> History:
    """Return who changed what, the earliest first."""
    with database.read() as db:
        return History(events=tuple(list_events(db, tournament, subject=sheet.id)))


@router.post("/{sheet}/corrections", name="sheets.correct", responses=CONDITIONAL | INVALID)
def correct(correction: SheetCorrection, sheet: ToChange) -> SheetStatus:
    """Say what stands on a sheet; needs the ETag of the sheet that was looked at, as `If-Match`."""
    return sheet.change(lambda db, row: correct_sheet(db, sheet.actor, row, correction))


@router.post("/{sheet}/dismissal", name="sheets.dismiss", responses=CONDITIONAL | CONFLICT)
def dismiss(set_aside: SetAside, sheet: ToChange) -> SheetStatus:
    """Set a sheet aside, so that it counts nowhere; or take it back."""
    reason, back = set_aside.reason, set_aside.back
    return sheet.change(lambda db, row: dismiss_sheet(db, sheet.actor, row, reason, back=back))


@router.post("/{sheet}/undo", name="sheets.undo", responses=CONDITIONAL | CONFLICT)
def undo(asked: UndoAsked, sheet: ToChange) -> SheetStatus:
    """Undo a correction, a place given by hand or a dismissal; what was done later stays."""

    def change(db: Connection, row: SheetRow) -> SheetRow:
        undo_change(db, sheet.actor, row, asked.event)
        return reload_sheet(db, row)

    return sheet.change(change)


@router.get("/{sheet}/overlay", name="sheets.overlay", response_class=Response, responses=PICTURE)
async def get_overlay(sheet: OwnSheet, read: SheetRead, resources: ResourcesDep) -> Response:
    """Return the photo with the lattice and the map as it stands laid on it."""
    overlay = partial(show_overlay, sheet=read, standing=sheet)
    return await show_picture(resources, sheet.sha256, sheet.page_number, overlay, CHANGING)


@router.get("/{sheet}/squares/{row}/{column}", name="sheets.crop", response_class=Response, responses=PICTURE)
async def get_square(
    sheet: OwnSheet,
    read: SheetRead,
    square: SquareInPath,
    resources: ResourcesDep,
    size: Annotated[int, Query(ge=32, le=1000, description="Pixels a side.")] = 320,
) -> Response:
    """Return one square and some of what lies around it, seen straight from above."""
    crop = partial(show_square, sheet=read, square=square, side=size)
    return await show_picture(resources, sheet.sha256, sheet.page_number, crop)


@router.put("/{sheet}/place", name="sheets.place", responses=REFUSED | MISSING | CONFLICT | CONDITIONAL)
def place(
    tournament: TournamentId,
    sheet: Annotated[str, Path(description="A sheet's identifier.")],
    asked: PlaceAsked,
    by: VersionedChangeDep,
) -> PlacedSheet:
    """Say whose sheet it is, of which round and season; doubts about its place are settled by that."""
    said = HandPlace(asked.player_id, asked.round, asked.season)
    with by.database.begin() as db:
        row = find_sheet(db, tournament, sheet)
        check_version(row.version, by.expected, "sheet")
        placed = place_by_hand(db, by.actor.name, row, said)
        numbers = {played.id: played.number for played in list_rounds(db, tournament)}
    set_version(by.response, placed.version)
    return PlacedSheet.of(placed, numbers.get(placed.round or ""))


def _answer(actor: Actor, row: SheetRow, response: Response) -> SheetStatus:
    set_version(response, row.version)
    return _status(actor, row)


def _status(actor: Actor, row: SheetRow) -> SheetStatus:
    return SheetStatus.for_player(row) if actor.role is Role.PLAYER else SheetStatus.of(row)
