"""What a photo scores: the page of a scan, and what its owner says there."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from sqlalchemy import Connection

from engine import EDICTS, Season
from service.access.actors import Actor
from service.documents.errors import ConflictError, NotHereError, StaleError
from service.pages.gamewords import SEASONS
from service.pages.mapview import SLOTS
from service.pages.scanview import pick_cards, place_card, place_for, scorable
from service.pages.visits import Visit, VisitDep, go_to
from service.pages.words import later
from service.routes.parameters import PathId
from service.scans.changing import game_was_told, last_change, tell_game, undo
from service.scans.rows import GameTold, ScanRow, list_scans, mark_used, own_scan
from service.store.events import Deed, now
from service.web.parts import Parts

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

LOOKED_BACK = 12  # scans whose edicts are offered first
ALL = "all"
DAY = 24 * 3600.0  # seconds
CHANGED_MEANWHILE = later("This was changed meanwhile, perhaps in another window. Here is how it stands now.")
NOTHING_TO_UNDO = later("There is nothing to take back.")
UNDOES = {
    Deed.SCAN_CORRECTED: later("the last correction"),
    Deed.SCAN_GAME_TOLD: later("the last change of the game"),
    Deed.SCAN_READ_AGAIN: later("the last reading"),
}
SheetNumber = Annotated[int, Query(ge=1, le=99)]
Version = Annotated[int, Form(ge=0, le=10**9)]


@router.get("", name="pages.scan_result")
def get_result(
    scan: PathId,
    visit: VisitDep,
    sheet: SheetNumber = 1,
    slot: Annotated[str, Query(pattern="^[a-d]?$")] = "",
    moved: Annotated[str, Query(pattern="^([a-d]{2})?$")] = "",
) -> Response:
    """Show what a photo scores; one that shows no sheet leads to its corners."""
    row = _used(visit.parts, visit.actor, scan)
    if not row.sheets:
        return go_to(f"/scans/{row.id}/corners")
    return show_result(visit, row, sheet, slot=slot, moved=moved)


@router.post("/game", name="pages.scan_game")
def post_game(
    scan: PathId,
    visit: VisitDep,
    version: Version,
    sheet: Annotated[int, Form(ge=1, le=99)] = 1,
    slot: Annotated[str, Form(pattern="^[a-d]?$")] = "",
    card: Annotated[str, Form(max_length=40)] = "",
    clear: Annotated[str, Form(pattern="^([a-d]|all)?$")] = "",
    season: Annotated[str, Form(max_length=8)] = "",
    solo: Annotated[str, Form(max_length=3)] = "",
    again: Annotated[bool, Form()] = False,
) -> Response:
    """Tell an edict, the season, or that the game was played alone: one button each."""
    try:
        with visit.changing() as db:
            row = own_scan(db, visit.actor, scan)
            game = _told(db, visit.actor, row.game, slot, card, clear, season, solo, again)
            if game != row.game:
                tell_game(db, visit.actor, row, version, game)
    except StaleError:
        return _show_stale(visit, scan, sheet)
    place = f"&slot={clear}" if clear and clear != ALL else ""
    return go_to(f"/scans/{scan}?sheet={sheet}{place}{_moved(card, row.game, game)}")


@router.post("/undo", name="pages.scan_undo")
def post_undo(
    scan: PathId, visit: VisitDep, version: Version, sheet: Annotated[int, Form(ge=1, le=99)] = 1
) -> Response:
    """Take back the last change."""
    try:
        with visit.changing() as db:
            undo(db, visit.actor, own_scan(db, visit.actor, scan), version)
    except (StaleError, ConflictError):
        return _show_stale(visit, scan, sheet)
    return go_to(f"/scans/{scan}?sheet={sheet}")


def show_result(
    visit: Visit,
    row: ScanRow,
    sheet: int,
    *,
    slot: str = "",
    moved: str = "",
    problem: str | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    """Return the page of a scan that shows a sheet.

    Raises:
        NotHereError: The photo has fewer sheets.
    """
    if sheet > len(row.sheets):
        raise NotHereError("sheet")
    with visit.reading() as db:
        before = [each for each in list_scans(db, visit.actor, LOOKED_BACK) if each.id != row.id]
        change = last_change(db, row.id)
        told = game_was_told(db, row.id)
    return visit.show(
        "scanned.html",
        status,
        scan=row,
        sheet=sheet,
        view=scorable(row, sheet - 1, visit.parts.settings.sure),
        moved=[(place, row.game.edicts[SLOTS.index(place)]) for place in moved],
        picker=pick_cards(row.game, [row, *before], slot),
        seasons=SEASONS,
        slots=SLOTS,
        change=change,
        undoes=UNDOES[change.kind] if change else None,
        carried=any(row.game.edicts) and not told,
        problem=problem,
    )


def _show_stale(visit: Visit, scan: str, sheet: int) -> Response:
    with visit.reading() as db:
        row = own_scan(db, visit.actor, scan)
    if not row.sheets:
        return go_to(f"/scans/{row.id}/corners")
    shown = min(sheet, len(row.sheets))
    return show_result(visit, row, shown, problem=CHANGED_MEANWHILE, status=HTTPStatus.PRECONDITION_FAILED)


def _moved(card: str, before: GameTold, after: GameTold) -> str:
    """Return what tells the page that a card left one place for another, which is else easily overlooked."""
    if card not in before.edicts or card not in after.edicts or before == after:
        return ""
    return f"&moved={SLOTS[before.edicts.index(card)]}{SLOTS[after.edicts.index(card)]}"


def _used(parts: Parts, actor: Actor, scan: str) -> ScanRow:
    """Return a scan, and remember that somebody looks at it, once a day."""
    with parts.database.read() as db:
        row = own_scan(db, actor, scan)
    if (now() - row.used_at).total_seconds() > DAY:
        with parts.database.begin() as db:
            mark_used(db, row)
    return row


def _told(
    db: Connection,
    actor: Actor,
    game: GameTold,
    slot: str,
    card: str,
    clear: str,
    season: str,
    solo: str,
    again: bool,
) -> GameTold:
    """Return the game with what one button says."""
    edicts, told_season, told_solo = list(game.edicts), game.season, game.solo
    if card in EDICTS:
        edicts = place_card(card, SLOTS.index(slot) if slot else place_for(card, edicts), edicts)
    if clear == ALL:
        return GameTold()
    if clear:
        edicts[SLOTS.index(clear)] = None
    if season:
        told_season = next((each for each in Season if each.value == season), None)
    if solo:
        told_solo = solo == "yes"
    if again:
        last = pick_cards(game, list_scans(db, actor, LOOKED_BACK)).last_game
        edicts = list(last.edicts) if last else edicts
    return GameTold(tuple(edicts), told_season, told_solo)
