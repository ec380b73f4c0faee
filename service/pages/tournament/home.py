"""The tournaments that there are to somebody, and a new one."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Response

from engine import Side
from service.access.actors import Role
from service.documents.errors import RequestError
from service.pages.tournament.cards import CardsForm, card_groups, chosen
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.parameters import After
from service.standings.overview import glance_at
from service.tournament.rounds import MOST_ROUNDS, add_round
from service.tournament.tournaments import create_tournament, list_tournaments

router = APIRouter(include_in_schema=False)

SIDES = (Side.A, Side.B, Side.C, Side.D)
AT_ONCE = 50  # tournaments on a page

SideForm = Annotated[str, Form(pattern="^([A-D]|custom)?$")]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody typed for a tournament."""

    name: str = ""
    side: str = ""
    edicts: tuple[str, ...] = ("", "", "", "")
    rounds: int = 1
    solo: bool = False


@router.get("/tournaments", name="pages.tournaments")
def get_tournaments(visit: VisitDep, after: After = None) -> Response:
    """List tournaments, the newest first; a player has only one, and sees the own page of it."""
    actor = visit.actor
    if actor.role is Role.PLAYER:
        return go_to(f"/tournaments/{actor.tournament}/players/{actor.player}")
    with visit.reading() as db:
        found = list_tournaments(db, only=actor.tournament, after=after, most=AT_ONCE + 1)
        listed = found[:AT_ONCE]
        glances = glance_at(db, [each.id for each in listed])
    more = listed[-1].id if len(found) > AT_ONCE else None
    return visit.show("tournament/home.html", tournaments=listed, glances=glances, more=more)


@router.get("/tournaments/new", name="pages.tournaments.new")
def get_new(visit: VisitDep) -> Response:
    """Ask what is to be played."""
    return _ask(visit, Wanted())


@router.post("/tournaments/new", name="pages.tournaments.create")
def post_new(
    visit: VisitDep,
    name: Annotated[str, Form(max_length=200)] = "",
    side: SideForm = "",
    edicts: CardsForm = [],  # noqa: B006  # FastAPI copies it
    rounds: Annotated[int, Form(ge=1, le=MOST_ROUNDS)] = 1,
    solo: Annotated[bool, Form()] = False,
) -> Response:
    """Make a tournament with its rounds, and show it."""
    wanted = Wanted(name, side, (*edicts, "", "", "", "")[:4], rounds, solo)
    actor = visit.actor.name
    try:
        with visit.changing() as db:
            made = create_tournament(
                db, actor, name, side=Side(side) if side else None, edicts=chosen(edicts), solo=solo
            )
            for _ in range(rounds):
                add_round(db, actor, made.id)
    except RequestError as error:
        return _ask(visit, wanted, str(error), error.status)
    return go_to(f"/tournaments/{made.id}")


def _ask(visit: Visit, wanted: Wanted, problem: str | None = None, status: int = HTTPStatus.OK) -> Response:
    told = {"wanted": wanted, "problem": problem, "groups": card_groups(), "sides": SIDES}
    return visit.show("tournament/new.html", status, **told, most_rounds=MOST_ROUNDS)
