"""The players of a tournament: listed, added, imported, renamed, erased."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Form, Response, UploadFile
from sqlalchemy import Connection

from service.access.keys import list_keys
from service.documents.errors import StaleError
from service.formats.csvrows import LARGEST_FILE, CsvFileError, decode
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.visits import Visit, VisitDep, go_to
from service.placing.newsheets import place_waiting
from service.privacy.persons import erase_person, find_data
from service.routes.parameters import PlayerId, TournamentId
from service.sheets.rows import COUNTING, list_sheets
from service.store.events import now
from service.tournament.documents import MOST_ROUNDS, AddedPlayers
from service.tournament.plan import load_plan
from service.tournament.playerlist import read_names
from service.tournament.players import add_players, find_player, rename_player
from service.tournament.seating import enrol_listed
from service.tournament.tournaments import find_tournament

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class JustDone:
    """What was just done to players, as the address of the list says."""

    added: int | None = None
    known: int = 0
    """How many others of those to be added played already."""
    done: Literal["renamed", "erased"] | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """Text that somebody typed or sent, shown again to be mended."""

    names: str = ""
    listed: str = ""
    """A list with columns."""
    without_tables: bool = False


@router.get("/tournaments/{tournament}/players", name="pages.players")
def get_players(tournament: TournamentId, visit: VisitDep, just: Annotated[JustDone, Depends()]) -> Response:
    """List the players with their sheets and links, and the forms to add more."""
    return _show(visit, tournament, just=just)


@router.post("/tournaments/{tournament}/players", name="pages.players.add")
def post_players(
    tournament: TournamentId, visit: VisitDep, names: Annotated[str, Form(max_length=200_000)] = ""
) -> Response:
    """Add players, a name a line; who plays already is left as they are."""

    def add(db: Connection) -> AddedPlayers:
        wanted = [entry.name for entry in read_names(names)]
        return add_players(db, visit.actor.name, tournament, wanted, may_be_known=True)

    return _add(visit, tournament, add, Typed(names=names))


@router.post("/tournaments/{tournament}/players/import", name="pages.players.import")
def post_list(
    tournament: TournamentId,
    visit: VisitDep,
    players: UploadFile | None = None,
    listed: Annotated[str, Form(max_length=LARGEST_FILE)] = "",
    round: Annotated[int | None, Form(ge=1, le=MOST_ROUNDS)] = None,
    without_tables: Annotated[bool, Form()] = False,
) -> Response:
    """Add the players of a CSV file, or of its text as it was mended; who has a table in it is seated."""
    is_file = players is not None and bool(players.filename)
    content = (
        players.file.read(LARGEST_FILE + 1) if players and is_file else listed.encode("utf-8", "replace")
    )

    def add(db: Connection) -> AddedPlayers:
        return enrol_listed(
            db, visit.actor.name, tournament, content, number=round, without_tables=without_tables
        )

    typed = Typed(listed=_text_of(content), without_tables=without_tables)
    return _add(visit, tournament, add, typed)


def _text_of(content: bytes) -> str:
    """Return a list as text to be mended; nothing where it is none."""
    try:
        return decode(content) if len(content) <= LARGEST_FILE else ""
    except CsvFileError:
        return ""


def _add(visit: Visit, tournament: str, add: Callable[[Connection], AddedPlayers], typed: Typed) -> Response:
    def add_and_place(db: Connection) -> AddedPlayers:
        made = add(db)
        place_waiting(db, tournament)
        return made

    made = visit.attempt(add_and_place)
    if isinstance(made, Refusal):
        return _show(visit, tournament, made, typed)
    counts = f"added={len(made.added)}&known={len(made.known)}"
    return go_to(f"/tournaments/{tournament}/players?{counts}")


def _show(
    visit: Visit,
    tournament: str,
    refused: Refusal = NOTHING_REFUSED,
    typed: Typed | None = None,
    just: JustDone | None = None,
) -> Response:
    with visit.reading() as db:
        plan = load_plan(db, tournament)
        sheets = Counter(sheet.player for sheet in list_sheets(db, tournament, COUNTING))
        keyed = players_with_keys(db, tournament) if visit.is_organiser else frozenset()
    return visit.show_form(
        "tournament/players.html",
        refused,
        plan=plan,
        sheets=sheets,
        keyed=keyed,
        typed=typed or Typed(),
        just=just or JustDone(),
    )


def players_with_keys(db: Connection, tournament: str) -> frozenset[str]:
    """Return the players who have a valid key."""
    moment = now()
    return frozenset(key.player for key in list_keys(db, tournament) if key.player and key.is_valid(moment))


@router.get("/tournaments/{tournament}/players/{player}/edit", name="pages.players.edit")
def get_edit(tournament: TournamentId, player: PlayerId, visit: VisitDep) -> Response:
    """Show what can be done about one player."""
    return _edit(visit, tournament, player)


@router.post("/tournaments/{tournament}/players/{player}/edit", name="pages.players.rename")
def post_name(
    tournament: TournamentId,
    player: PlayerId,
    visit: VisitDep,
    name: Annotated[str, Form(max_length=200)] = "",
    was: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Give a player another name, unless somebody else did so meanwhile."""

    def rename(db: Connection) -> None:
        if find_player(db, tournament, player).name != was:
            raise StaleError("player")
        rename_player(db, visit.actor.name, tournament, player, name)
        place_waiting(db, tournament)

    refused = visit.attempt(rename)
    if isinstance(refused, Refusal):
        return _edit(visit, tournament, player, refused, None if refused.is_stale else name)
    return go_to(f"/tournaments/{tournament}/players?done=renamed")


def _edit(
    visit: Visit,
    tournament: str,
    player: str,
    refused: Refusal = NOTHING_REFUSED,
    typed: str | None = None,
) -> Response:
    with visit.reading() as db:
        found, who = find_tournament(db, tournament), find_player(db, tournament, player)
        keys = [key for key in list_keys(db, tournament) if key.player == player]
    return visit.show_form(
        "tournament/player_edit.html",
        refused,
        tournament=found,
        player=who,
        keys=keys if visit.is_organiser else [],
        typed=who.name if typed is None else typed,
    )


@router.get("/tournaments/{tournament}/players/{player}/erase", name="pages.players.ask_erase")
def get_erase(tournament: TournamentId, player: PlayerId, visit: VisitDep) -> Response:
    """Ask whether a player is to be erased, and say what goes."""
    with visit.reading() as db:
        return visit.show(
            "tournament/player_erase.html",
            tournament=find_tournament(db, tournament),
            player=find_player(db, tournament, player),
            data=find_data(db, tournament, player),
        )


@router.post("/tournaments/{tournament}/players/{player}/erase", name="pages.players.erase")
def post_erase(tournament: TournamentId, player: PlayerId, visit: VisitDep) -> Response:
    """Erase a player, as DELETE /v1/tournaments/{tournament}/players/{player} does."""
    with visit.changing() as db:
        erase_person(db, visit.resources.blobs, visit.actor.name, tournament, player)
    return go_to(f"/tournaments/{tournament}/players?done=erased")
