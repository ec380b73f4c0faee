"""Two maps of one game that contradict each other, side by side: what was drawn stays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from engine import Season, Square
from service.documents.errors import NotHereError, StaleError
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.sheets.shown import SheetShown
from service.pages.visits import FormDep, Visit, VisitDep, go_to
from service.review.contradictions import Contradiction, accept_contradiction, list_contradictions
from service.routes.parameters import PathId, RoundNumber
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.tournament.plan import Plan, load_plan
from service.tournament.results import choose_sheets, snapshots_of
from service.tournament.seasoncontradictions import contradiction_id, find_contradictions

router = APIRouter(prefix="/tournaments/{tournament}/review/growth", include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Pair:
    """The maps of two seasons that contradict each other."""

    earlier: SheetShown
    later: SheetShown
    open: Sequence[Contradiction]
    accepted: Sequence[Contradiction]
    """Those that a person has accepted."""
    squares: Sequence[Square]
    """On which the maps differ in what is open."""


@router.get("/{number}/{player}", name="pages.contradictions")
def get_contradictions(tournament: PathId, number: RoundNumber, player: PathId, visit: VisitDep) -> Response:
    """Show the maps of a player's game that contradict each other."""
    return _show(visit, tournament, number, player)


@router.post("/{number}/{player}", name="pages.accept_contradictions")
def post_acceptance(
    tournament: PathId, number: RoundNumber, player: PathId, visit: VisitDep, form: FormDep
) -> Response:
    """Accept contradictions as the player drew them, or take that back."""
    named = [str(each) for each in form.getlist("contradiction")]
    try:
        with visit.changing() as db:
            for each in named:
                accept_contradiction(db, visit.actor, tournament, each, back=bool(form.get("back")))
    except NotHereError:
        return _show(visit, tournament, number, player, Refusal(StaleError("sheet")))
    return go_to(visit.path)


def _show(
    visit: Visit, tournament: str, number: int, player: str, refused: Refusal = NOTHING_REFUSED
) -> Response:
    with visit.reading() as db:
        plan = load_plan(db, tournament)
        played = plan.round(number)
        if played is None or player not in plan.players:
            raise NotHereError("game")
        found = list_contradictions(db, tournament, player=player, round=number)
        rows = list_sheets(db, tournament, SheetFilter(player=player, round=played.id, counting=True))
        pairs = _pairs(db, plan, choose_sheets(rows), found)
    return visit.show_form(
        "contradictions.html",
        refused,
        tournament=plan.tournament,
        player=plan.players[player],
        number=number,
        pairs=pairs,
        asked=next((pair for pair in pairs if pair.open), None),
    )


def _pairs(
    db: Connection, plan: Plan, chosen: Mapping[Season, SheetRow], found: Sequence[Contradiction]
) -> list[Pair]:
    """Return each two maps, one after the other, that cannot be of one sheet."""
    snapshots = snapshots_of(chosen) if found else {}
    pairs = []
    for before, after in pairwise(snapshots):
        flags = find_contradictions({season: snapshots[season] for season in (before, after)})
        row = chosen[after]
        squares_of = {contradiction_id(row.round, row.player, flag): flag.squares for flag in flags}
        of_pair = [each for each in found if each.id in squares_of]
        if of_pair:
            still = [each for each in of_pair if not each.is_accepted]
            earlier, later = (SheetShown.load(db, chosen[season], plan) for season in (before, after))
            squares = sorted({square for each in still for square in squares_of[each.id]})
            pairs.append(Pair(earlier, later, still, [each for each in of_pair if each.is_accepted], squares))
    return pairs
