"""The list of the tournaments that a user sees, and the form of a new one."""

from typing import Annotated, Literal

from fastapi import APIRouter, Form, Response
from pydantic import BaseModel, Field

from engine import Side
from service.access.actors import Role
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.tournament.cards import Cards, chosen, wrong_edicts
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.parameters import After
from service.standings.overview import glance_at
from service.tournament.documents import MOST_ROUNDS, NewTournament
from service.tournament.rounds import make_tournament
from service.tournament.tournaments import list_tournaments

router = APIRouter(include_in_schema=False)

AT_ONCE = 50  # tournaments on a page


class TournamentForm(BaseModel):
    """The form of a tournament."""

    name: Annotated[str, Field(max_length=200)] = ""
    side: Side | Literal[""] = ""
    """Empty: found out on each sheet."""
    edicts: Cards = ()
    solo: bool = False


class NewTournamentForm(TournamentForm):
    """The form of a new tournament."""

    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 1


@router.get("/tournaments", name="pages.tournaments")
def get_tournaments(visit: VisitDep, after: After = None) -> Response:
    """List tournaments, the newest first; a player has only one, and sees the own page of it."""
    if visit.actor.role is Role.PLAYER:
        return go_to(visit.own_page)
    with visit.reading() as db:
        found = list_tournaments(db, only=visit.actor.tournament, after=after, most=AT_ONCE + 1)
        listed = found[:AT_ONCE]
        glances = glance_at(db, [each.id for each in listed])
    more = listed[-1].id if len(found) > AT_ONCE else None
    return visit.show("tournament/home.html", tournaments=listed, glances=glances, more=more)


@router.get("/tournaments/new", name="pages.tournaments.new")
def get_new(visit: VisitDep) -> Response:
    """Show the form of a new tournament."""
    return _ask(visit, NewTournamentForm())


@router.post("/tournaments/new", name="pages.tournaments.create")
def post_new(visit: VisitDep, form: Annotated[NewTournamentForm, Form()]) -> Response:
    """Make a tournament with its rounds, and show it."""
    asked = NewTournament(
        name=form.name,
        side=form.side or None,
        edicts=chosen(form.edicts),
        solo=form.solo,
        rounds=form.rounds,
    )
    made = visit.attempt(lambda db: make_tournament(db, visit.actor.name, asked))
    if isinstance(made, Refusal):
        return _ask(visit, form, made)
    return go_to(f"/tournaments/{made.id}")


def _ask(visit: Visit, wanted: NewTournamentForm, refused: Refusal = NOTHING_REFUSED) -> Response:
    wrong = wrong_edicts(wanted.edicts) if refused.error else ()
    return visit.show_form(
        "tournament/new.html", refused, wanted=wanted, most_rounds=MOST_ROUNDS, wrong=wrong
    )
