"""Rounds and tables: the edicts of each, and who sits where."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Depends, Form, Response, UploadFile
from pydantic import Field
from sqlalchemy import Connection

from service.documents.errors import NotHereError, StaleError
from service.formats.csvrows import LARGEST_FILE
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.tournament.cards import Cards, chosen, filled, wrong_edicts
from service.pages.tournament.overview import VersionForm
from service.pages.visits import Visit, VisitDep, go_to
from service.placing.newsheets import place_waiting
from service.printing.players import MOST_PLAYERS
from service.routes.parameters import PathId, RoundNumber, TournamentId
from service.tournament import rounds
from service.tournament.documents import MOST_ROUNDS, TableChange
from service.tournament.plan import load_plan
from service.tournament.playerlist import read_list
from service.tournament.players import list_players
from service.tournament.seating import Seating, deal_seats, find_seating, seat_players
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)

SEEDS = 10**6  # numbers that people can say to each other
RoundChange = Callable[[Connection], object]
Saved = Literal["edicts", "seats", "table"]
"""The part of a round that was just saved, as the address of its page says."""
WAS = "was "  # begins the name of a field that tells where a player sat


class EdictsForm(VersionForm):
    """The edicts of a round; none: the tournament's."""

    edicts: Cards = ()


class TableForm(EdictsForm):
    """A table; without edicts it has the round's."""

    name: Annotated[str, Field(max_length=200)] = ""


class DealForm(VersionForm):
    """How players are dealt to tables."""

    seed: Annotated[int, Field(ge=0, lt=2**63)]
    size: Annotated[int, Field(ge=1, le=100)] = 4


@dataclass(frozen=True, slots=True)
class RoundPage:
    """The page of a round, and its visitor."""

    tournament: TournamentId
    number: RoundNumber
    visit: VisitDep

    @property
    def address(self) -> str:
        """The path of its page."""
        return f"/tournaments/{self.tournament}/rounds/{self.number}"

    def seat(
        self,
        seating: Callable[[Connection], Sequence[Seating]],
        version: int,
        typed: Mapping[str, str] | None = None,
    ) -> Response:
        """Replace the round's tables and seats, and show it; if refused, with what was typed by player."""
        return self.change(
            lambda db: seat_players(db, self.visit.actor.name, self.seen(version), seating(db)),
            "seats",
            seats=typed,
        )

    def seen(self, version: int) -> rounds.SeenRound:
        """Return the round as a form showed it."""
        return rounds.SeenRound(self.tournament, self.number, [version])

    def change(
        self,
        change: RoundChange,
        what: Saved,
        *,
        edicts: Sequence[str] | None = None,
        seats: Mapping[str, str] | None = None,
    ) -> Response:
        """Save something of the round, and show it again; where that cannot be, with what was typed.

        Edicts are shown as they stand where somebody changed the tournament meanwhile.
        """
        refused = self.visit.attempt(change)
        if isinstance(refused, Refusal):
            return self.show(refused, edicts=None if refused.is_stale else edicts, seats=seats)
        return self.tell(what)

    def tell(self, what: Saved) -> Response:
        """Redirect to the page, which says what was saved."""
        return go_to(f"{self.address}?saved={what}")

    def show(
        self,
        refused: Refusal = NOTHING_REFUSED,
        *,
        edicts: Sequence[str] | None = None,
        seats: Mapping[str, str] | None = None,
        saved: Saved | None = None,
    ) -> Response:
        """Return the page, with edicts and seats as they were typed, else as they are."""
        with self.visit.reading() as db:
            plan, players = load_plan(db, self.tournament), list_players(db, self.tournament)
            played = rounds.find_round(db, self.tournament, self.number)
        sitting = {player: table.name for table in played.tables for player in table.players}
        return self.visit.show_form(
            "tournament/round.html",
            refused,
            plan=plan,
            round=played,
            players=players,
            sitting=sitting,
            seats={**sitting, **(seats or {})},
            edicts=(played.edicts or ()) if edicts is None else edicts,
            seed=SystemRandom().randrange(SEEDS),
            wrong=wrong_edicts(filled(edicts or (), plan.tournament.edicts)),
            saved=saved,
        )


RoundDep = Annotated[RoundPage, Depends()]


@router.get("/tournaments/{tournament}/rounds", name="pages.rounds")
def get_rounds(tournament: TournamentId, visit: VisitDep) -> Response:
    """List the rounds with their tables."""
    return _show_rounds(visit, tournament)


@router.post("/tournaments/{tournament}/rounds", name="pages.rounds.add")
def post_round(tournament: TournamentId, visit: VisitDep, number: Annotated[int, Form(ge=1)]) -> Response:
    """Add the next round, unless somebody else has added that one."""

    def add(db: Connection) -> None:
        added, _ = rounds.add_round(db, visit.actor.name, tournament)
        if added.number != number:
            raise StaleError("tournament")
        place_waiting(db, tournament)

    return _all_rounds(visit, tournament, add)


@router.post("/tournaments/{tournament}/rounds/{number}/remove", name="pages.rounds.remove")
def post_remove(round: RoundDep, form: Annotated[VersionForm, Form()]) -> Response:
    """Remove the last round, as long as no sheet lies in it."""

    def remove(db: Connection) -> None:
        rounds.remove_last_round(db, round.visit.actor.name, round.seen(form.version))

    return _all_rounds(round.visit, round.tournament, remove)


def _all_rounds(visit: Visit, tournament: str, change: RoundChange) -> Response:
    refused = visit.attempt(change)
    if isinstance(refused, Refusal):
        return _show_rounds(visit, tournament, refused)
    return go_to(f"/tournaments/{tournament}/rounds")


def _show_rounds(visit: Visit, tournament: str, refused: Refusal = NOTHING_REFUSED) -> Response:
    with visit.reading() as db:
        plan = load_plan(db, tournament)
    return visit.show_form("tournament/rounds.html", refused, plan=plan, most_rounds=MOST_ROUNDS)


@router.get("/tournaments/{tournament}/rounds/{number}", name="pages.round")
def get_round(round: RoundDep, saved: Saved | None = None) -> Response:
    """Show a round: its edicts, its tables, and who sits there."""
    return round.show(saved=saved)


@router.post("/tournaments/{tournament}/rounds/{number}", name="pages.round.change")
def post_edicts(round: RoundDep, form: Annotated[EdictsForm, Form()]) -> Response:
    """Give a round edicts of its own; those that are left blank are the tournament's."""

    def change(db: Connection) -> None:
        own = chosen(filled(form.edicts, find_tournament(db, round.tournament).edicts)) or None
        rounds.change_round(db, round.visit.actor.name, round.seen(form.version), own)

    return round.change(change, "edicts", edicts=form.edicts)


@router.post("/tournaments/{tournament}/rounds/{number}/deal", name="pages.round.deal")
def post_deal(round: RoundDep, form: Annotated[DealForm, Form()]) -> Response:
    """Deal all players evenly to tables."""
    return round.seat(
        lambda db: deal_seats(list_players(db, round.tournament), table_size=form.size, seed=form.seed),
        form.version,
    )


@router.post("/tournaments/{tournament}/rounds/{number}/import", name="pages.round.import")
def post_list(round: RoundDep, version: Annotated[int, Form(ge=1)], seats: UploadFile) -> Response:
    """Seat players as a CSV file says."""
    content = seats.file.read(LARGEST_FILE + 1)
    return round.seat(
        lambda db: find_seating(read_list(content), list_players(db, round.tournament)), version
    )


@router.post("/tournaments/{tournament}/rounds/{number}/seats", name="pages.round.seats")
async def post_seats(round: RoundDep, version: Annotated[int, Form(ge=1)]) -> Response:
    """Seat players one by one: a field for each, named by the player, with the name of the table.

    Beside each stands where the player sat as the form was made: what nobody touched is not kept as typed.
    """
    form = await round.visit.request.form(max_files=0, max_fields=2 * MOST_PLAYERS + 1)
    given = {key: str(value).strip() for key, value in form.items() if key != "version"}
    fields = {key: table for key, table in given.items() if not key.startswith(WAS)}
    typed = {player: table for player, table in fields.items() if table != given.get(WAS + player, "")}
    sitting: dict[str, list[str]] = defaultdict(list)
    for player, table in fields.items():
        if table:
            sitting[table].append(player)
    seating = [Seating(table, tuple(players)) for table, players in sitting.items()]
    return await to_thread.run_sync(round.seat, lambda _: seating, version, typed)


@router.get("/tournaments/{tournament}/rounds/{number}/tables/{table}", name="pages.table")
def get_table(round: RoundDep, table: PathId) -> Response:
    """Show a table, to be renamed or given edicts of its own."""
    return _show_table(round, table)


@router.post("/tournaments/{tournament}/rounds/{number}/tables/{table}", name="pages.table.change")
def post_table(round: RoundDep, table: PathId, form: Annotated[TableForm, Form()]) -> Response:
    """Give a table another name, or edicts of its own; those that are left blank are the round's."""

    def change(db: Connection) -> None:
        otherwise = load_plan(db, round.tournament).edicts_at(
            rounds.find_round(db, round.tournament, round.number)
        )
        own = chosen(filled(form.edicts, otherwise)) or None
        asked = TableChange(name=form.name, edicts=own)
        rounds.change_table(db, round.visit.actor.name, round.seen(form.version), table, asked)

    refused = round.visit.attempt(change)
    if isinstance(refused, Refusal):
        return _show_table(round, table, refused, None if refused.is_stale else form)
    return round.tell("table")


def _show_table(
    round: RoundPage, table: str, refused: Refusal = NOTHING_REFUSED, typed: TableForm | None = None
) -> Response:
    """Return the form of a table: with what was typed, or with what is there."""
    with round.visit.reading() as db:
        plan, played = load_plan(db, round.tournament), rounds.find_round(db, round.tournament, round.number)
    wanted = next((each for each in played.tables if each.id == table), None)
    if wanted is None:
        raise NotHereError("table")
    wrong = wrong_edicts(filled(typed.edicts, plan.edicts_at(played))) if typed else ()
    return round.visit.show_form(
        "tournament/table.html",
        refused,
        tournament=plan.tournament,
        round=played,
        table=wanted,
        wanted=typed or wanted,
        wrong=wrong,
    )
