"""Rounds and tables: the edicts of each, and who sits where."""

from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Form, Response, UploadFile
from sqlalchemy import Connection

from service.documents.errors import NotHereError, RequestError
from service.ledger.waiting import place_waiting
from service.pages.tournament.cards import CardsForm, card_groups, chosen
from service.pages.tournament.overview import Version
from service.pages.visits import Visit, VisitDep, go_to
from service.printing.players import MOST_PLAYERS
from service.routes.parameters import PathId, RoundNumber, TournamentId
from service.tournament.documents import Table
from service.tournament.plan import load_plan
from service.tournament.playerlist import read_list
from service.tournament.players import list_players
from service.tournament.rounds import (
    MOST_ROUNDS,
    add_round,
    change_round,
    change_table,
    find_round,
    list_rounds,
    remove_last_round,
)
from service.tournament.seating import Seating, deal_seats, find_seating, seat_players
from service.tournament.tournaments import find_tournament
from service.wording.csvrows import LARGEST_FILE

router = APIRouter(include_in_schema=False)

SEEDS = 10**6  # numbers that people can say to each other
TableId = PathId
Deed = Callable[[Connection], object]


@router.get("/tournaments/{tournament}/rounds", name="pages.rounds")
def get_rounds(tournament: TournamentId, visit: VisitDep) -> Response:
    """List the rounds with their tables."""
    return _show_rounds(visit, tournament)


@router.post("/tournaments/{tournament}/rounds", name="pages.rounds.add")
def post_round(tournament: TournamentId, visit: VisitDep) -> Response:
    """Add the next round."""

    def add(db: Connection) -> None:
        add_round(db, visit.actor.name, tournament)
        place_waiting(db, tournament)

    return _all_rounds(visit, tournament, add)


@router.post("/tournaments/{tournament}/rounds/{number}/remove", name="pages.rounds.remove")
def post_remove(tournament: TournamentId, number: RoundNumber, visit: VisitDep, version: Version) -> Response:
    """Remove the last round, as long as no sheet lies in it."""

    def remove(db: Connection) -> None:
        remove_last_round(db, visit.actor.name, tournament, number, expected=frozenset({version}))

    return _all_rounds(visit, tournament, remove)


def _all_rounds(visit: Visit, tournament: str, deed: Deed) -> Response:
    error = visit.refusal_of(deed)
    if error:
        return _show_rounds(visit, tournament, error)
    return go_to(f"/tournaments/{tournament}/rounds")


def _show_rounds(visit: Visit, tournament: str, error: RequestError | None = None) -> Response:
    with visit.reading() as db:
        found, rounds = find_tournament(db, tournament), list_rounds(db, tournament)
        names = {player.id: player.name for player in list_players(db, tournament)}
    return visit.show(
        "tournament/rounds.html",
        error.status if error else HTTPStatus.OK,
        tournament=found,
        rounds=rounds,
        names=names,
        most_rounds=MOST_ROUNDS,
        problem=error,
    )


@router.get("/tournaments/{tournament}/rounds/{number}", name="pages.round")
def get_round(tournament: TournamentId, number: RoundNumber, visit: VisitDep) -> Response:
    """Show a round: its edicts, its tables, and who sits there."""
    return _show_round(visit, tournament, number)


@router.post("/tournaments/{tournament}/rounds/{number}", name="pages.round.change")
def post_edicts(
    tournament: TournamentId,
    number: RoundNumber,
    visit: VisitDep,
    version: Version,
    edicts: CardsForm = [],  # noqa: B006  # FastAPI copies it
) -> Response:
    """Give a round edicts of its own, or the tournament's."""

    def change(db: Connection) -> None:
        own = chosen(edicts) or None
        change_round(db, visit.actor.name, tournament, number, own, expected=frozenset({version}))

    return _one_round(visit, tournament, number, change, {"edicts": tuple(edicts)})


@router.post("/tournaments/{tournament}/rounds/{number}/deal", name="pages.round.deal")
def post_deal(
    tournament: TournamentId,
    number: RoundNumber,
    visit: VisitDep,
    version: Version,
    seed: Annotated[int, Form(ge=0, lt=2**63)],
    size: Annotated[int, Form(ge=1, le=100)] = 4,
) -> Response:
    """Deal all players evenly to tables."""

    def deal(db: Connection) -> None:
        seating = deal_seats(list_players(db, tournament), table_size=size, seed=seed)
        seat_players(db, visit.actor.name, tournament, number, seating, expected=frozenset({version}))

    return _one_round(visit, tournament, number, deal)


@router.post("/tournaments/{tournament}/rounds/{number}/import", name="pages.round.import")
def post_list(
    tournament: TournamentId, number: RoundNumber, visit: VisitDep, version: Version, seats: UploadFile
) -> Response:
    """Seat players as a CSV file says."""
    content = seats.file.read(LARGEST_FILE + 1)

    def seat(db: Connection) -> None:
        seating = find_seating(read_list(content), list_players(db, tournament))
        seat_players(db, visit.actor.name, tournament, number, seating, expected=frozenset({version}))

    return _one_round(visit, tournament, number, seat)


@router.post("/tournaments/{tournament}/rounds/{number}/seats", name="pages.round.seats")
async def post_seats(
    tournament: TournamentId, number: RoundNumber, visit: VisitDep, version: Version
) -> Response:
    """Seat players one by one: a field for each, named by the player, with the name of the table."""
    form = await visit.request.form(max_files=0, max_fields=MOST_PLAYERS + 1)
    told = {key: str(value).strip() for key, value in form.items() if key != "version"}
    sitting: dict[str, list[str]] = defaultdict(list)
    for player, table in told.items():
        if table:
            sitting[table].append(player)
    seating = [Seating(table, tuple(players)) for table, players in sitting.items()]

    def seat(db: Connection) -> None:
        seat_players(db, visit.actor.name, tournament, number, seating, expected=frozenset({version}))

    kept = {"seats": told}
    return await to_thread.run_sync(_one_round, visit, tournament, number, seat, kept)


def _one_round(
    visit: Visit, tournament: str, number: int, deed: Deed, typed: dict[str, Any] | None = None
) -> Response:
    error = visit.refusal_of(deed)
    if error:
        kept = {} if error.status is HTTPStatus.PRECONDITION_FAILED else typed or {}
        return _show_round(visit, tournament, number, error, kept)
    return go_to(f"/tournaments/{tournament}/rounds/{number}")


def _show_round(
    visit: Visit,
    tournament: str,
    number: int,
    error: RequestError | None = None,
    typed: dict[str, Any] | None = None,
) -> Response:
    with visit.reading() as db:
        found, played = find_tournament(db, tournament), find_round(db, tournament, number)
        players, plan = list_players(db, tournament), load_plan(db, tournament)
    sitting = {player: table.name for table in played.tables for player in table.players}
    return visit.show(
        "tournament/round.html",
        error.status if error else HTTPStatus.OK,
        tournament=found,
        round=played,
        players=players,
        unseated=[player.name for player in plan.unseated(played)],
        names={player.id: player.name for player in players},
        seats=(typed or {}).get("seats", sitting),
        edicts=(typed or {}).get("edicts", played.edicts or ()),
        groups=card_groups(),
        seed=SystemRandom().randrange(SEEDS),
        problem=error,
    )


@router.get("/tournaments/{tournament}/rounds/{number}/tables/{table}", name="pages.table")
def get_table(tournament: TournamentId, number: RoundNumber, table: TableId, visit: VisitDep) -> Response:
    """Show a table, to be renamed or given edicts of its own."""
    return _show_table(visit, tournament, number, table)


@router.post("/tournaments/{tournament}/rounds/{number}/tables/{table}", name="pages.table.change")
def post_table(
    tournament: TournamentId,
    number: RoundNumber,
    table: TableId,
    visit: VisitDep,
    version: Version,
    name: Annotated[str, Form(max_length=200)] = "",
    edicts: CardsForm = [],  # noqa: B006  # FastAPI copies it
) -> Response:
    """Give a table another name, or edicts of its own."""
    changes = {"name": name, "edicts": chosen(edicts) or None}

    def change(db: Connection) -> None:
        expected = frozenset({version})
        change_table(db, visit.actor.name, tournament, number, table, changes, expected=expected)

    error = visit.refusal_of(change)
    if error:
        return _show_table(visit, tournament, number, table, error)
    return go_to(f"/tournaments/{tournament}/rounds/{number}")


def _show_table(
    visit: Visit, tournament: str, number: int, table: str, error: RequestError | None = None
) -> Response:
    with visit.reading() as db:
        found, played = find_tournament(db, tournament), find_round(db, tournament, number)
    wanted: Table | None = next((each for each in played.tables if each.id == table), None)
    if wanted is None:
        raise NotHereError("table")
    status = error.status if error else HTTPStatus.OK
    told = {"tournament": found, "round": played, "table": wanted, "groups": card_groups()}
    return visit.show("tournament/table.html", status, **told, problem=error)
