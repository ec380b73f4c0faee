"""A scanned sheet put right by its owner: the map editor."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from starlette.datastructures import FormData

from engine import EngineError, Square
from service.documents.errors import StaleError
from service.pages.forms import FormDep
from service.pages.scans.own import OwnScannedSheet, ScannedSheet, find_sheet
from service.pages.scans.view import scorable
from service.pages.sheets.editor import edit_map, shares_of, square_of
from service.pages.sheets.form import WHOLE, SaidWrongError, read_said, read_version
from service.pages.sheets.otherside import is_said_another_side
from service.pages.sheets.unreadnumbers import unread_fields
from service.pages.sheets.windows import strip
from service.pages.visits import Visit, VisitDep, go_to
from service.pages.words import later
from service.scans.changing import correct_scan, last_change
from service.scans.rows import own_scan
from service.wording.impossible import refuse_map

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

CHANGED_MEANWHILE = later(
    "Somebody changed this map meanwhile, perhaps you in another window. Here is how it stands now, with "
    "what you said; save it again if it is right."
)


@router.get("/edit", name="pages.scan_edit")
def get_editor(
    sheet: OwnScannedSheet, visit: VisitDep, square: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """Show the map as it stands, to be corrected."""
    return _show(visit, sheet, square=square)


@router.post("/edit", name="pages.scan_correct")
def post_correction(sheet: OwnScannedSheet, form: FormDep, visit: VisitDep) -> Response:
    """Take what the owner says of the sheet."""
    try:
        said = read_said(form, sheet.standing.map)
        with visit.changing() as db:
            row = own_scan(db, visit.actor, sheet.scan.id)
            row = correct_scan(db, visit.actor, row, read_version(form), sheet.number - 1, said)
    except SaidWrongError as error:
        return _show(visit, sheet, typed=form, mistakes=error.mistakes)
    except EngineError as error:
        return _show(visit, sheet, typed=form, mistakes={WHOLE: refuse_map(error)})
    except StaleError:
        with visit.reading() as db:
            sheet = find_sheet(own_scan(db, visit.actor, sheet.scan.id), sheet.number)
        return _show(visit, sheet, typed=form, mistakes={WHOLE: CHANGED_MEANWHILE})
    here, left = f"/scans/{row.id}", row.sheets[sheet.number - 1].doubtful
    if left and form.get("terrain"):  # one square was answered: the next one
        return go_to(f"{here}/edit?sheet={sheet.number}&square={left[0].row},{left[0].column}")
    return go_to(f"{here}?sheet={sheet.number}")


def _show(
    visit: Visit,
    sheet: ScannedSheet,
    *,
    square: str = "",
    typed: FormData | None = None,
    mistakes: dict[str, str] | None = None,
) -> Response:
    standing, scan = sheet.standing, sheet.scan
    doubted = standing.doubtful
    chosen = square_of(str(typed.get("square", "")) if typed else square)
    weighty = _on_which_it_hangs(sheet, visit.parts.settings.sure) if chosen else []
    asked = chosen in doubted or chosen in weighty
    order = weighty if chosen in weighty else doubted
    view = edit_map(
        standing.map,
        doubtful=doubted,
        chosen=chosen,
        typed=typed,
        mistakes=mistakes,
        shares=shares_of(standing.doubts, sheet.read),
        order=order if asked else (),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if mistakes else HTTPStatus.OK
    with visit.reading() as db:
        change = last_change(db, scan.id)
    return visit.show(
        "scanedit.html",
        status,
        scan=scan,
        change=change,
        another_side=is_said_another_side(standing.map, sheet.read),
        sheet=sheet.number,
        view=view,
        standing=standing,
        strip=strip(scan.reading.photo, sheet.read),
        unread=unread_fields(standing.map, standing.doubts, sheet.read),
        asked=asked,
    )


def _on_which_it_hangs(sheet: ScannedSheet, sure: float) -> list[Square]:
    """Return the squares on which the total hangs, the weightiest first; none while it is not known."""
    is_stated = all(sheet.scan.game.edicts)
    view = scorable(sheet.scan, sheet.number - 1, sure) if is_stated else None
    return list(view.surely.settle) if view and view.surely and view.has_range else []
