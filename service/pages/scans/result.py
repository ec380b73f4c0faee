"""The page of a scan: its score, and its owner's corrections."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from engine import EDICTS, Season
from engine.sentence import later
from service.pages.mapview import SLOTS
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.scans.ownscan import OwnScan, SheetNumber, find_sheet
from service.pages.scans.view import next_place, pick_cards, place_card, place_for, view_sheet
from service.pages.visits import Visit, VisitDep, go_to
from service.routes.parameters import PathId
from service.scans import changing
from service.scans.likelygame import season_guessed_by
from service.scans.rows import ScanBrief, ScanRow, StatedGame, list_scans, mark_used, own_scan, seen_scan
from service.store.events import EventKind, now

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

LOOKED_BACK = 12  # scans whose edicts are offered first, and among which the one before is looked for
ALL = "all"
DAY = 24 * 3600.0  # seconds
CHANGED_MEANWHILE = later("This was changed meanwhile, perhaps in another window. Here is how it stands now.")
UNDOES = {
    EventKind.SCAN_CORRECTED.value: later("the last correction"),
    EventKind.SCAN_GAME_TOLD.value: later("the last change of the game"),
    EventKind.SCAN_READ_AGAIN.value: later("the last reading"),
    EventKind.SCAN_ENTERED_BY_HAND.value: later("the entry by hand"),
    "edicts": later("the last choice of an edict"),
    "season": later("the choice of the season"),
    "solo": later("the choice “Played alone”"),
}
"""Names of what is taken back, by the kind of the change or, of the game, by the one thing changed."""

Undone = Annotated[str, Query(pattern="^[a-z_]{0,30}$")]
"""The kind of the change that was just taken back, in the address that a page is led to."""


class SheetForm(BaseModel):
    """The fields about the scan that each form has."""

    version: Annotated[int, Field(ge=0, le=10**9)]
    sheet: Annotated[int, Field(ge=1, le=99)] = 1


class GameForm(SheetForm):
    """The form of one button about the game."""

    slot: Annotated[str, Field(pattern="^[a-d]?$")] = ""
    card: Annotated[str, Field(max_length=40)] = ""
    clear: Annotated[str, Field(pattern="^([a-d]|all)?$")] = ""
    season: Annotated[str, Field(max_length=8)] = ""
    solo: Annotated[str, Field(max_length=3)] = ""
    again: bool = False

    def applied(self, game: StatedGame, before: Sequence[ScanBrief]) -> StatedGame:
        """Return the game with what the button says; `before` are the owner's last scans."""
        edicts, season, solo = list(game.edicts), game.season, game.solo
        if self.card in EDICTS:
            at = SLOTS.index(self.slot) if self.slot else place_for(self.card, edicts)
            edicts = place_card(self.card, at, edicts)
        if self.clear == ALL:
            return StatedGame()
        if self.clear:
            edicts[SLOTS.index(self.clear)] = None
        if self.season:
            season = next((each for each in Season if each.value == self.season), None)
        if self.solo:
            solo = self.solo == "yes"
        if self.again:
            last = pick_cards(game, before).last_game
            edicts = list(last.edicts) if last else edicts
        return StatedGame(tuple(edicts), season, solo)


@router.get("", name="pages.scan_result")
def get_result(
    scan: OwnScan,
    visit: VisitDep,
    sheet: SheetNumber = 1,
    slot: Annotated[str, Query(pattern="^[a-d]?$")] = "",
    moved: Annotated[str, Query(pattern="^([a-d]{2})?$")] = "",
    undone: Undone = "",
) -> Response:
    """Show what a photo scores; one that shows no sheet leads to its corners."""
    if (now() - scan.used_at).total_seconds() > DAY:
        with visit.changing() as db:
            mark_used(db, scan)
    return _show(visit, scan, sheet, slot=slot, moved=moved, undone=undone)


@router.post("/game", name="pages.scan_game")
def post_game(scan: PathId, visit: VisitDep, said: Annotated[GameForm, Form()]) -> Response:
    """Tell an edict, the season, or that the game was played alone: one button each."""

    def tell(db: Connection) -> str:
        row = own_scan(db, visit.actor, scan)
        game = said.applied(row.game, list_scans(db, visit.actor, LOOKED_BACK) if said.again else ())
        if game != row.game or (said.season and not changing.season_was_stated(db, scan)):
            changing.state_game(db, visit.actor, seen_scan(db, visit.actor, scan, said.version), game)
        return _place_after(said, row.game, game) + _moved(said.card, row.game, game)

    shown = visit.attempt(tell)
    if isinstance(shown, Refusal):
        return _show_refused(visit, scan, said.sheet, shown)
    return go_to(f"/scans/{scan}?sheet={said.sheet}{shown}")


@router.post("/undo", name="pages.scan_undo")
def post_undo(scan: PathId, visit: VisitDep, said: Annotated[SheetForm, Form()]) -> Response:
    """Take back the last change."""

    def take_back(db: Connection) -> str:
        row = seen_scan(db, visit.actor, scan, said.version)
        change = changing.last_change(db, scan)
        changing.undo(db, visit.actor, row)
        return _kind_of(change) if change else ""

    undone = visit.attempt(take_back)
    if isinstance(undone, Refusal):
        return _show_refused(visit, scan, said.sheet, undone)
    return go_to(f"/scans/{scan}?sheet={said.sheet}&undone={undone}")


def _show(
    visit: Visit,
    row: ScanRow,
    sheet: int,
    *,
    slot: str = "",
    moved: str = "",
    undone: str = "",
    refused: Refusal = NOTHING_REFUSED,
) -> Response:
    if not row.sheets:
        return go_to(f"/scans/{row.id}/corners" + (f"?undone={undone}" if undone else ""))
    scanned = find_sheet(row, sheet)
    with visit.reading() as db:
        before = [each for each in list_scans(db, visit.actor, LOOKED_BACK) if each.id != row.id]
        change = changing.last_change(db, row.id)
        is_stated = changing.game_was_stated(db, row.id)
        guessed_by = "" if changing.season_was_stated(db, row.id) else season_guessed_by(row, before)
    return visit.show_form(
        "scanned.html",
        refused,
        scanned=scanned,
        view=view_sheet(scanned, visit.resources.settings.sure),
        moved=[(place, row.game.edicts[SLOTS.index(place)]) for place in moved],
        picker=pick_cards(row.game, [row, *before], slot),
        change=change,
        undoes=UNDOES[_kind_of(change)] if change else None,
        undone=UNDOES.get(undone),
        carried=any(row.game.edicts) and not is_stated,
        guessed_by=guessed_by,
        earlier=next((each for each in before if _is_sent_again(each, row)), None),
        problem=refused.words(CHANGED_MEANWHILE),
    )


def _is_sent_again(earlier: ScanBrief, row: ScanRow) -> bool:
    """Tell whether the photo of a scan is that of an earlier one."""
    return earlier.sha256 == row.sha256 and earlier.received_at < row.received_at


def _kind_of(change: changing.Change) -> str:
    """Return by what name `UNDOES` knows a change."""
    body = change.event.body
    if change.kind is not EventKind.SCAN_GAME_TOLD:
        return change.kind.value
    changed = [name for name, before in body["before"].items() if body[name] != before]
    return changed[0] if len(changed) == 1 else change.kind.value


def _show_refused(visit: Visit, scan: str, sheet: int, refused: Refusal) -> Response:
    with visit.reading() as db:
        row = own_scan(db, visit.actor, scan)
    return _show(visit, row, min(sheet, len(row.sheets)), refused=refused)


def _place_after(said: GameForm, before: StatedGame, after: StatedGame) -> str:
    """Return what tells the page for which place a card is chosen next: the emptied one, or that after it."""
    if said.clear and said.clear != ALL:
        return f"&slot={said.clear}"
    if said.card not in after.edicts or before == after:
        return ""
    return f"&slot={next_place(after, SLOTS[after.edicts.index(said.card)])}"


def _moved(card: str, before: StatedGame, after: StatedGame) -> str:
    """Return what tells the page that a card left one place for another, which is else easily overlooked."""
    if card not in before.edicts or card not in after.edicts or before == after:
        return ""
    return f"&moved={SLOTS[before.edicts.index(card)]}{SLOTS[after.edicts.index(card)]}"
