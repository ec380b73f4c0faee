"""A scanned sheet put right by its owner: the map editor."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection

from engine import Square
from engine.sentence import later
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.scans.ownscan import OwnSheetOfScan, SheetOfScan, find_sheet
from service.pages.scans.view import view_sheet
from service.pages.sheets.editor import edit_sheet, square_of
from service.pages.sheets.form import read_said, read_version
from service.pages.sheets.photocrops import part_of
from service.pages.visits import FormDep, Visit, VisitDep
from service.scans.changing import correct_scan, last_change
from service.scans.rows import ScanRow, own_scan, seen_scan

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

CHANGED_MEANWHILE = later(
    "Somebody changed this map meanwhile, perhaps you in another window. Here is how it stands now, with "
    "what you said; save it again if it is right."
)


@router.get("/edit", name="pages.scan_edit")
def get_editor(
    sheet: OwnSheetOfScan, visit: VisitDep, square: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """Show the map as it stands, to be corrected."""
    return _show(visit, sheet, square)


@router.post("/edit", name="pages.scan_correct")
def post_correction(sheet: OwnSheetOfScan, form: FormDep, visit: VisitDep) -> Response:
    """Take what the owner says of the sheet."""

    def correct(db: Connection) -> ScanRow:
        said = read_said(form, sheet.standing.map)
        row = seen_scan(db, visit.actor, sheet.scan.id, read_version(form))
        return correct_scan(db, visit.actor, row, sheet.number - 1, said)

    row = visit.attempt(correct, form)
    if isinstance(row, Refusal):
        with visit.reading() as db:
            found = find_sheet(own_scan(db, visit.actor, sheet.scan.id), sheet.number)
        return _show(visit, found, str(form.get("square", "")), row)
    here, left = f"/scans/{row.id}", row.sheets[sheet.number - 1].doubtful
    if left and form.get("terrain"):  # one square was answered: the next one
        return visit.go_on(f"{here}/edit?sheet={sheet.number}&square={left[0].row},{left[0].column}")
    return visit.go_on(f"{here}?sheet={sheet.number}")


def _show(visit: Visit, sheet: SheetOfScan, square: str, refused: Refusal = NOTHING_REFUSED) -> Response:
    standing, scan, chosen = sheet.standing, sheet.scan, square_of(square)
    weighty = _on_which_it_hangs(sheet, visit.resources.settings.sure) if chosen else []
    asked = next((squares for squares in (weighty, standing.doubtful) if chosen in squares), [])
    with visit.reading() as db:
        change = last_change(db, scan.id)
    typed, mistakes = refused.form, refused.messages(CHANGED_MEANWHILE)
    return visit.show_form(
        "scanedit.html",
        refused,
        scanned=sheet,
        change=change,
        view=edit_sheet(standing, sheet.read, typed, mistakes, chosen=chosen, order=asked),
        strip=part_of(scan.reading.photo, sheet.read, "strip"),
        asked=bool(asked),
    )


def _on_which_it_hangs(sheet: SheetOfScan, sure: float) -> list[Square]:
    """Return the squares on which the total hangs, the weightiest first; none while it is not known."""
    view = view_sheet(sheet, sure) if sheet.scan.game.is_known else None
    return list(view.surely.settle) if view and view.surely and view.has_range else []
