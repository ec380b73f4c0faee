"""The rounds of a tournament: edicts, tables, and who sits where."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import Depends, Path, Response
from pydantic import Field, StrictInt
from sqlalchemy import Connection

from service.documents import RequestBody
from service.documents.conditions import etag_of, set_version
from service.placing.newsheets import place_waiting
from service.printing.players import MOST_PLAYERS
from service.routes.parameters import CSV_BODY, CsvBody, RoundNumber, TournamentId
from service.tournament import rounds
from service.tournament.documents import ChosenEdicts, Round, RoundList, TableChange, Tournament
from service.tournament.playerlist import read_list
from service.tournament.players import list_players
from service.tournament.seating import Seating, deal_seats, find_seating, seat_players
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, DatabaseDep, VersionedChange
from service.web.idempotency import Answer, OnceDep
from service.web.jsonroutes import json_router
from service.web.problems import CONDITIONAL, CONFLICT, MISSING, REFUSED, TOO_LARGE, UNSUPPORTED

router = json_router("/v1/tournaments/{tournament}/rounds", "rounds", REFUSED | MISSING)


class EdictsAsked(RequestBody):
    """The edicts of a round."""

    edicts: ChosenEdicts | None = None
    """Null: the tournament's."""


class TableAsked(RequestBody):
    """A table as it is to be."""

    name: Annotated[str, Field(examples=["1"])]
    players: Annotated[tuple[str, ...], Field(max_length=MOST_PLAYERS)] = ()
    """Their identifiers."""
    edicts: ChosenEdicts | None = None
    """Null: those that a table of this name has already, or else the round's."""


class SeatsAsked(RequestBody):
    """All tables of a round; who is not named sits nowhere."""

    tables: Annotated[tuple[TableAsked, ...], Field(max_length=MOST_PLAYERS)]


class DealAsked(RequestBody):
    """How all players are to be dealt to tables."""

    table_size: Annotated[StrictInt, Field(ge=1, le=100)] = 4
    """How many sit at a table at most; no table has more than one player fewer than another."""
    seed: Annotated[StrictInt, Field(ge=0, lt=2**63)]
    """The same one deals the same seats."""


@dataclass(frozen=True, slots=True)
class RoundToChange(VersionedChange):
    """A request to change a round; the version is the tournament's."""

    tournament: TournamentId
    number: RoundNumber

    def seat(self, seating: Callable[[Connection], Sequence[Seating]]) -> Round:
        """Replace its tables and seats."""
        with self.database.begin() as db:
            find_tournament(db, self.tournament)
            tables = seating(db)
            return self.answer(seat_players(db, self.actor.name, self.seen, tables))

    @property
    def seen(self) -> rounds.SeenRound:
        """The round as it was seen."""
        return rounds.SeenRound(self.tournament, self.number, self.expected)

    def answer(self, changed: tuple[Round, Tournament]) -> Round:
        """Return the round as it is now, with the tournament's version as ETag."""
        set_version(self.response, changed[1].version)
        return changed[0]


ToChange = Annotated[RoundToChange, Depends()]


@router.get("", name="rounds.list")
def list_all(tournament: TournamentId, database: DatabaseDep, response: Response) -> RoundList:
    """List the rounds with their tables; the ETag is the tournament's."""
    with database.read() as db:
        found = find_tournament(db, tournament)
        listed = rounds.list_rounds(db, tournament)
    set_version(response, found.version)
    return RoundList(rounds=tuple(listed))


@router.post("", name="rounds.add", status_code=201, response_model=Round, responses=CONFLICT)
def add(tournament: TournamentId, asked: EdictsAsked, actor: ActorDep, once: OnceDep) -> Response:
    """Add the next round."""

    def make(db: Connection) -> Answer:
        added, changed = rounds.add_round(db, actor.name, tournament, edicts=asked.edicts)
        place_waiting(db, tournament)
        return Answer.of(added, HTTPStatus.CREATED, ETag=etag_of(changed.version))

    return once.do(make)


@router.get("/{number}", name="rounds.get")
def get(tournament: TournamentId, number: RoundNumber, database: DatabaseDep, response: Response) -> Round:
    """Get a round with its tables; the ETag is the tournament's."""
    with database.read() as db:
        found = find_tournament(db, tournament)
        set_version(response, found.version)
        return rounds.find_round(db, tournament, number)


@router.put("/{number}", name="rounds.change", responses=CONDITIONAL)
def change(asked: EdictsAsked, round: ToChange) -> Round:
    """Give a round edicts of its own, or the tournament's."""
    with round.database.begin() as db:
        return round.answer(rounds.change_round(db, round.actor.name, round.seen, asked.edicts))


@router.delete("/{number}", name="rounds.remove", status_code=204, responses=CONFLICT | CONDITIONAL)
def remove(round: ToChange) -> None:
    """Remove the last round, if it has no sheets."""
    with round.database.begin() as db:
        rounds.remove_last_round(db, round.actor.name, round.seen)


@router.patch("/{number}/tables/{table}", name="tables.change", responses=CONFLICT | CONDITIONAL)
def change_one_table(
    table: Annotated[str, Path(description="A table's identifier.")], asked: TableChange, round: ToChange
) -> Round:
    """Give a table another name, or edicts of its own."""
    with round.database.begin() as db:
        return round.answer(rounds.change_table(db, round.actor.name, round.seen, table, asked))


@router.put("/{number}/seats", name="seats.set", responses=CONDITIONAL)
def set_seats(asked: SeatsAsked, round: ToChange) -> Round:
    """Replace a round's tables and seats; players who are not named sit nowhere."""
    return round.seat(lambda db: [Seating(each.name, each.players, each.edicts) for each in asked.tables])


@router.post(
    "/{number}/seats/import",
    name="seats.import",
    responses=CONDITIONAL | TOO_LARGE | UNSUPPORTED,
    openapi_extra=CSV_BODY,
)
def import_seats(content: CsvBody, round: ToChange) -> Round:
    """Replace a round's tables and seats by a CSV file with the columns `name` and `table`."""
    return round.seat(lambda db: find_seating(read_list(content), list_players(db, round.tournament)))


@router.post("/{number}/seats/deal", name="seats.deal", responses=CONDITIONAL)
def deal(asked: DealAsked, round: ToChange) -> Round:
    """Deal all players evenly to the tables of a round."""
    size, seed = asked.table_size, asked.seed
    return round.seat(lambda db: deal_seats(list_players(db, round.tournament), table_size=size, seed=seed))
