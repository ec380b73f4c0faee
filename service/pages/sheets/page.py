"""The page of one sheet: its photo, its map, its score and why; corrected, undone, placed, set aside."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from fastapi import APIRouter, Response
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import Season
from engine.sentence import later
from service.access.actors import Actor
from service.documents.errors import ConflictError, NotHereError, StaleError
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.sheets.editor import edit_sheet, square_of
from service.pages.sheets.form import read_said, read_version
from service.pages.sheets.shown import SheetShown
from service.pages.visits import FormDep, Visit, VisitDep, own_path
from service.placing.byhand import HandPlace, place_by_hand
from service.review.correcting import correct_sheet
from service.review.undoing import dismiss_sheet, undo_change
from service.routes.parameters import PathId
from service.routes.scope import OwnSheet, own_sheet
from service.sheets.asread import likely_season
from service.sheets.changesinforce import changes_of_sheet, find_undone, is_as_seen
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.tournament.plan import load_plan
from service.tournament.rounds import list_rounds

router = APIRouter(prefix="/tournaments/{tournament}/sheets/{sheet}", include_in_schema=False)

MOST_REASON = 500  # letters
NOT_THERE = later("This player or round is no longer in the tournament. Choose again.")
REPLACED = later("another photo of this sheet was kept")
MOST_DIGITS = 16
PLACE = ("player", "round", "season")
"""The fields of a form that say where a sheet belongs."""
SheetChange = Callable[[Connection, SheetRow], object]
T = TypeVar("T")


def try_on_sheet(
    visit: Visit,
    tournament: str,
    sheet: str,
    change: Callable[[Connection, SheetRow], T],
    form: FormData | None = None,
) -> T | Refusal:
    """Do what a form asks for to a sheet, in a transaction; return what comes of it, or why it was refused.

    Raises:
        NotHereError: There is no such sheet, or none for whoever asks.
    """
    return visit.attempt(lambda db: change(db, own_sheet(db, visit.actor, tournament, sheet)), form)


@router.get("", name="pages.sheet")
def get_sheet_page(sheet: OwnSheet, visit: VisitDep, square: str = "") -> Response:
    """Show a sheet; to staff with the editor, to players their own without it."""
    return _show(visit, sheet, square)


@router.post("/corrections", name="pages.correct")
def post_correction(tournament: PathId, sheet: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Correct a sheet; what cannot be is explained beside the form, which keeps what was typed."""

    def correct(db: Connection, row: SheetRow) -> None:
        check_seen(db, row, form)
        correct_sheet(db, visit.actor, row, read_said(form, row.map))

    return _change(visit, tournament, sheet, form, correct)


@router.post("/undo", name="pages.undo")
def post_undo(tournament: PathId, sheet: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Take back what was done to a sheet: what the form names, or the last."""
    text = str(form.get("event", ""))
    event = int(text) if text.isdecimal() and len(text) < MOST_DIGITS else None

    def undo(db: Connection, row: SheetRow) -> None:
        find_undone(changes_of_sheet(db, tournament, sheet), event)  # sent twice, it is refused as that
        check_seen(db, row, form)
        undo_change(db, visit.actor, row, event)

    return _change(visit, tournament, sheet, form, undo, "?undone=yes")


@router.post("/dismissal", name="pages.dismiss")
def post_dismissal(tournament: PathId, sheet: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Set a sheet aside, or take it back."""

    def dismiss(db: Connection, row: SheetRow) -> None:
        check_seen(db, row, form)
        reason = plain_text(str(form.get("reason", "")))
        dismiss_sheet(db, visit.actor, row, reason, back=bool(form.get("back")))

    return _change(visit, tournament, sheet, form, dismiss)


@router.post("/place", name="pages.place")
def post_place(tournament: PathId, sheet: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Say whose sheet it is, of which round and season."""
    return _change(visit, tournament, sheet, form, lambda db, row: place_by_form(db, visit.actor, row, form))


def place_by_form(db: Connection, actor: Actor, row: SheetRow, form: FormData) -> None:
    """Put a sheet where a form says: fields `player`, `round` and `season`.

    The sheets that lie there are set aside for this one, if the field `replace` names them: those that were
    shown, and no others.

    Raises:
        RequestError: It cannot lie there, or is not as the form showed it.
        ConflictError: The player or the round was removed meanwhile.
    """
    place = {field: str(form.get(field, "")) for field in PLACE}
    number, season = place["round"], place["season"]
    said = HandPlace(
        place["player"] or None,
        int(number) if number.isdecimal() and len(number) < 4 else None,
        Season(season) if season in {each.value for each in Season} else None,
    )
    check_seen(db, row, form)
    there = sheets_at(db, row, place)
    replaced = there if form.get("replace") == named(there) else []
    for other in replaced:
        dismiss_sheet(db, actor, other, REPLACED, back=False)
    ids = [other.id for other in replaced]
    try:
        place_by_hand(db, actor.name, row, said, ids)
    except NotHereError as error:  # not the sheet, which was there just now
        raise ConflictError(NOT_THERE) from error


def sheets_at(db: Connection, row: SheetRow, place: Mapping[str, str]) -> list[SheetRow]:
    """Return the other sheets that lie in a place, as a form tells it: by the number of its round."""
    rounds = list_rounds(db, row.tournament)
    played = next((each for each in rounds if str(each.number) == place["round"]), None)
    if played is None or not place["player"]:
        return []
    wanted = SheetFilter(player=place["player"], round=played.id, counting=True)
    there = list_sheets(db, row.tournament, wanted)
    return [each for each in there if each.season == place["season"] and each.id != row.id]


def named(rows: Sequence[SheetRow]) -> str:
    """Return the identifiers of sheets, as a form that replaces them names them."""
    return ",".join(sorted(row.id for row in rows))


def _show(visit: Visit, row: SheetRow, square: str, refused: Refusal = NOTHING_REFUSED) -> Response:
    """Return the page of a sheet, with a square, named as "2,3", shown large."""
    with visit.reading() as db:
        shown = SheetShown.load(db, row, load_plan(db, row.tournament))
        chosen = placed_in(shown, refused.form)
        in_the_way = sheets_at(db, row, chosen) if refused.problem and "player" in refused.form else []
    report = shown.report()
    view = shown.view(report)
    editor = None
    if visit.is_staff:
        typed, mistakes = refused.form, refused.mistakes
        editor = edit_sheet(row, shown.read, typed, mistakes, chosen=square_of(square), scored=view)
    return visit.show_form(
        "sheet.html",
        refused,
        shown=shown,
        view=view,
        report=report,
        editor=editor,
        meanwhile=shown.history(read_version(refused.form)) if refused.is_stale else [],
        chosen=chosen,
        in_the_way=named(in_the_way),
    )


def placed_in(shown: SheetShown, typed: FormData) -> dict[str, str]:
    """Return player, round and season that a form of a sheet's place begins with."""
    if "player" in typed:
        return {field: str(typed.get(field, "")) for field in PLACE}
    played = shown.round
    return {
        "player": shown.row.player or "",
        "round": str(played.number) if played else ("1" if len(shown.plan.rounds) == 1 else ""),
        "season": likely_season(shown.row),
    }


def check_seen(db: Connection, row: SheetRow, form: FormData) -> None:
    """Raise StaleError if a sheet is not as a form showed it."""
    if not is_as_seen(db, row, read_version(form)):
        raise StaleError("sheet")


def plain_text(text: str) -> str:
    """Return what somebody wrote, in one line of a length that is kept."""
    return " ".join(text.split())[:MOST_REASON]


def _change(
    visit: Visit, tournament: str, sheet: str, form: FormData, change: SheetChange, query: str = ""
) -> Response:
    """Do something to a sheet, and show it again; or say why that cannot be done."""
    refused = try_on_sheet(visit, tournament, sheet, change, form)
    if not isinstance(refused, Refusal):
        here = f"/tournaments/{tournament}/sheets/{sheet}{query}"
        return visit.go_on(own_path(str(form.get("then", "")), here))
    return show_refused(visit, tournament, sheet, refused)


def show_refused(visit: Visit, tournament: str, sheet: str, refused: Refusal) -> Response:
    """Return the page of a sheet to which something could not be done, with what the form says."""
    square = str(refused.form.get("square", ""))
    with visit.reading() as db:
        row = own_sheet(db, visit.actor, tournament, sheet)
    return _show(visit, row, square, refused)
