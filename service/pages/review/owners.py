"""One page for all sheets whose player is not known: each with the header of its photo, and a choice."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import Season
from service.documents import Reason
from service.documents.errors import NotHereError
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.review.othersheets import who_have
from service.pages.review.questions import list_ownerless
from service.pages.sheets.page import PLACE, named, place_by_form, sheets_at, try_on_sheet
from service.pages.sheets.shown import SheetShown
from service.pages.visits import FormDep, Visit, VisitDep, go_to
from service.routes.parameters import PathId
from service.sheets.asread import likely_season
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import SheetRow, get_sheet
from service.tournament.plan import Plan, load_plan

router = APIRouter(prefix="/tournaments/{tournament}/review/owners", include_in_schema=False)

MOST_SHOWN = 24
"""Sheets on the page; the others follow once these are saved."""
MOST_BUTTONS = 24
"""Most players that are shown as buttons; more are a list in which a name can be typed."""
ASKED_HERE = frozenset({"player_unknown", "round_unknown"})
"""Doubts that the page asks about for every sheet anyway."""


@dataclass(frozen=True, slots=True)
class Ownerless:
    """A sheet that lacks its player."""

    shown: SheetShown
    chosen: Mapping[str, str]
    """Player, round and season; empty where nothing is chosen, or what is chosen for all."""
    reasons: Sequence[Reason]
    """Reasons about its place, other than that nobody knows it."""
    refused: Refusal
    """Why it could not be saved, if so."""
    taken: Sequence[SheetShown]
    """The sheets that occupy the chosen place already."""

    @property
    def in_the_way(self) -> str:
        """Their identifiers: a form that replaces them names them."""
        return named([each.row for each in self.taken])


@router.get("", name="pages.owners")
def get_owners(
    tournament: PathId, visit: VisitDep, saved: Annotated[str, Query(max_length=1000)] = ""
) -> Response:
    """Ask whose all sheets are that lack their player; those in `saved` just got theirs."""
    visit.openings.leave(visit.browser)
    return _show(visit, tournament, saved.split(","))


@router.post("", name="pages.save_owners")
def post_owners(tournament: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Place every sheet of which a player was chosen; where another lies there, it is asked again."""
    saved, refused = [], {}
    for sheet in map(str, form.getlist("sheet")):
        if form.get(f"{sheet}.player"):
            with suppress(NotHereError):  # it, or the player, is gone meanwhile: it is asked again if need be
                outcome = try_on_sheet(visit, tournament, sheet, lambda db, row: _place(db, visit, row, form))
                if isinstance(outcome, Refusal):
                    refused[sheet] = outcome
                else:
                    saved.append(sheet)
    if refused:
        return _show(visit, tournament, saved, form, refused)
    query = f"?saved={','.join(saved)}" if saved else ""
    return go_to(f"/tournaments/{tournament}/review/owners{query}")


def _place(db: Connection, visit: Visit, row: SheetRow, form: FormData) -> None:
    place = {field: _chosen(form, row.id, field) for field in PLACE}
    own = {field: str(form.get(f"{row.id}.{field}", "")) for field in ("version", "replace")}
    place_by_form(db, visit.actor, row, FormData(place | own))


def _chosen(form: FormData, sheet: str, field: str) -> str:
    """Return what is chosen for a sheet, or else for all."""
    return str(form.get(f"{sheet}.{field}") or form.get(field, ""))


def _show(
    visit: Visit,
    tournament: str,
    saved: Sequence[str],
    typed: FormData | None = None,
    refused: Mapping[str, Refusal] | None = None,
) -> Response:
    refused = refused or {}
    with visit.reading() as db:
        plan = load_plan(db, tournament)
        waiting = _waiting(db, tournament, refused)
        waiting.sort(key=lambda row: (row.id not in refused, row.file_name, row.page_number or 0, row.id))
        chosen = _chosen_for_all(plan, typed)
        asked = [
            _ask(db, row, plan, typed, refused.get(row.id, NOTHING_REFUSED)) for row in waiting[:MOST_SHOWN]
        ]
        placed = [row for each in saved[:MOST_SHOWN] if (row := get_sheet(db, tournament, each))]
        have = who_have(db, plan, chosen)
    return visit.show(
        "owners.html",
        HTTPStatus.CONFLICT if refused else HTTPStatus.OK,
        plan=plan,
        asked=asked,
        more=len(waiting) - len(asked),
        chosen=chosen,
        have=have,
        as_buttons=len(plan.players) <= MOST_BUTTONS,
        saved=[(row, owner.name) for row in placed if (owner := plan.players.get(row.player or ""))],
    )


def _waiting(db: Connection, tournament: str, refused: Iterable[str]) -> list[SheetRow]:
    """Return the sheets that lack their player, and those refused that somebody gave one meanwhile."""
    lacking = list_ownerless(db, tournament)
    known = {row.id for row in lacking}
    given = [get_sheet(db, tournament, sheet) for sheet in refused if sheet not in known]
    return lacking + [row for row in given if row is not None]


def _chosen_for_all(plan: Plan, typed: FormData | None) -> Mapping[str, str]:
    if typed is not None:
        return {field: str(typed.get(field, "")) for field in PLACE}
    return {"round": "1" if len(plan.rounds) == 1 else "", "season": Season.WINTER.value}


def _ask(db: Connection, row: SheetRow, plan: Plan, typed: FormData | None, refused: Refusal) -> Ownerless:
    taken = []
    if refused.is_stale and row.player:
        typed = None  # whose it is was said meanwhile: that is shown, and not what was chosen before
    if typed is not None and refused.error:
        place = {field: _chosen(typed, row.id, field) for field in PLACE}
        taken = [SheetShown.load(db, own, plan) for own in sheets_at(db, row, place)]
    reasons = [doubt.reason for doubt in row.doubts if isinstance(doubt, PlaceDoubt)]
    return Ownerless(
        SheetShown.load(db, row, plan),
        _chosen_alone(row, plan, typed),
        [reason for reason in reasons if reason.code not in ASKED_HERE or reason.params],
        refused,
        taken,
    )


def _chosen_alone(row: SheetRow, plan: Plan, typed: FormData | None) -> Mapping[str, str]:
    """Return the choice for a sheet: what was typed, or else what is likely; blank where it is as for all."""
    if typed is not None:
        return {field: str(typed.get(f"{row.id}.{field}", "")) for field in PLACE}
    played, season = plan.find_round(row.round), likely_season(row)
    return {
        "player": row.player or "",
        "round": str(played.number) if played and len(plan.rounds) > 1 else "",
        "season": "" if season is Season.WINTER else season,
    }
