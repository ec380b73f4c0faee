"""Routes of a tournament's players."""

from http import HTTPStatus
from typing import Annotated

from fastapi import Query, Response
from pydantic import Field
from sqlalchemy import Connection

from service.documents import Document, Reading, RequestBody
from service.files.documents import FileStatus, SheetStatus
from service.placing.newsheets import place_waiting
from service.printing.players import MOST_PLAYERS
from service.privacy.persons import erase_person, find_data
from service.routes.parameters import CSV_BODY, After, CsvBody, PlayerId, TournamentId
from service.store.events import Event
from service.tournament import players
from service.tournament.documents import MOST_ROUNDS, AddedPlayers, Player, PlayerPage
from service.tournament.seating import enrol_listed
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, DatabaseDep, ResourcesDep
from service.web.idempotency import Answer, OnceDep
from service.web.jsonroutes import json_router
from service.web.problems import CONFLICT, MISSING, REFUSED, TOO_LARGE, UNSUPPORTED


class PlayerData(Document):
    """All data of a player."""

    player: Player
    sheets: tuple[SheetStatus, ...]
    files: tuple[FileStatus, ...]
    """Their files; the photo of one is at /v1/tournaments/{tournament}/files/{id}/photo."""
    events: tuple[Event, ...]
    scans: tuple[Reading, ...] = ()
    """The readings of their scans."""


router = json_router("/v1/tournaments/{tournament}/players", "players", REFUSED | MISSING)


class NewPlayers(RequestBody):
    """Players to be added, all or none."""

    names: Annotated[
        tuple[str, ...], Field(min_length=1, max_length=MOST_PLAYERS, examples=[["Ann Smith", "Bea Löw"]])
    ]


class PlayerName(RequestBody):
    """A player's name as it is to be."""

    name: Annotated[str, Field(examples=["Ann Smith-Jones"])]


@router.get("", name="players.list")
def list_some(
    tournament: TournamentId,
    database: DatabaseDep,
    after: After = None,
    most: Annotated[int, Query(ge=1, le=MOST_PLAYERS)] = 200,
) -> PlayerPage:
    """List the players by their names."""
    with database.read() as db:
        find_tournament(db, tournament)
        found = players.list_players(db, tournament, after=after, most=most)
    return PlayerPage(players=tuple(found), after=found[-1].id if len(found) == most else None)


@router.post("", name="players.add", status_code=201, response_model=AddedPlayers, responses=CONFLICT)
def add(tournament: TournamentId, asked: NewPlayers, actor: ActorDep, once: OnceDep) -> Response:
    """Add players by name, all or none; sheets that waited for them are placed."""

    def make(db: Connection) -> Answer:
        added = players.add_players(db, actor.name, tournament, asked.names)
        place_waiting(db, tournament)
        return Answer.of(added, HTTPStatus.CREATED)

    return once.do(make)


@router.post(
    "/import",
    name="players.import",
    status_code=201,
    responses=CONFLICT | TOO_LARGE | UNSUPPORTED,
    openapi_extra=CSV_BODY,
)
def import_list(
    tournament: TournamentId,
    content: CsvBody,
    database: DatabaseDep,
    actor: ActorDep,
    seated_in: Annotated[
        int | None,
        Query(alias="round", ge=1, le=MOST_ROUNDS, description="The round that the column `table` is of."),
    ] = None,
) -> AddedPlayers:
    """Add the players of a CSV file; those who play already are left as they are.

    The column of names has the title `name` or `player`, or is the first one. With a column `table` they are
    seated too, if nobody sits in that round yet.
    """
    with database.begin() as db:
        added = enrol_listed(db, actor.name, tournament, content, number=seated_in)
        place_waiting(db, tournament)
        return added


@router.patch("/{player}", name="players.rename", responses=CONFLICT)
def rename(
    tournament: TournamentId, player: PlayerId, asked: PlayerName, database: DatabaseDep, actor: ActorDep
) -> Player:
    """Give a player another name; sheets and seats stay theirs, sheets that waited for it are placed."""
    with database.begin() as db:
        renamed = players.rename_player(db, actor.name, tournament, player, asked.name)
        place_waiting(db, tournament)
        return renamed


@router.delete("/{player}", name="players.erase", status_code=204)
def erase(tournament: TournamentId, player: PlayerId, resources: ResourcesDep, actor: ActorDep) -> None:
    """Erase a player: the name, from published standings too, the photos of their sheets, and what was read.

    Photos that show other players' sheets too are kept; the erased player's sheets on them are dismissed.
    """
    with resources.database.begin() as db:
        erase_person(db, resources.blobs, actor.name, tournament, player)


@router.get("/{player}/data", name="players.data")
def tell_data(tournament: TournamentId, player: PlayerId, database: DatabaseDep) -> PlayerData:
    """Return all that is kept of a player; the photos lie at the addresses of their files."""
    with database.read() as db:
        found = players.find_player(db, tournament, player)
        data = find_data(db, tournament, player)
    return PlayerData(
        player=found,
        sheets=tuple(map(SheetStatus.for_player, data.sheets)),
        files=data.files,
        events=tuple(data.events),
        scans=tuple(scan.reading for scan in data.scans),
    )
