"""A scanned sheet put right by its owner: the map editor."""

from http import HTTPStatus
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query, Response
from starlette.datastructures import FormData

from engine import EngineError
from service.access.actors import Actor
from service.documents.errors import NotHereError, StaleError
from service.pages.editing import doubted_squares, edit_map, square_of
from service.pages.forms import FormDep
from service.pages.saying import WHOLE, SaidWrongError, read_said, read_version
from service.pages.unread import unread_fields
from service.pages.visits import Visit, VisitDep, go_to
from service.pages.windows import strip
from service.pages.words import later
from service.readings.pictures import open_page, show_square
from service.routes.files import kept_photo, picture, shown
from service.routes.parameters import PathId
from service.scans.changing import correct_scan, last_change
from service.scans.rows import ScanRow, own_scan
from service.web.parts import Parts

router = APIRouter(prefix="/scans/{scan}", include_in_schema=False)

CHANGED_MEANWHILE = later(
    "Somebody changed this map meanwhile, perhaps you in another window. Here is how it stands now, with "
    "what you said; save it again if it is right."
)
SheetNumber = Annotated[int, Query(ge=1, le=99)]
Index = Annotated[int, Path(ge=0, le=10)]


@router.get("/edit", name="pages.scan_edit")
def get_editor(
    scan: PathId, visit: VisitDep, sheet: SheetNumber = 1, square: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """Show the map as it stands, to be corrected."""
    return _show(visit, _own(visit.parts, visit.actor, scan, sheet), sheet, square=square)


@router.post("/edit", name="pages.scan_correct")
def post_correction(scan: PathId, form: FormDep, visit: VisitDep, sheet: SheetNumber = 1) -> Response:
    """Take what the owner says of the sheet."""
    return _correct(visit, scan, sheet, form)


@router.get("/squares/{row}/{column}", name="pages.scan_crop")
async def get_square(
    scan: PathId,
    row: Index,
    column: Index,
    visit: VisitDep,
    sheet: SheetNumber = 1,
    size: Annotated[int, Query(ge=32, le=1000)] = 320,
) -> Response:
    """Return one square and some of what lies around it, seen straight from above."""

    def work() -> bytes:
        found = _own(visit.parts, visit.actor, scan, sheet)
        page = open_page(kept_photo(visit.parts.blobs, found.sha256), found.page)
        return show_square(page, found.reading.sheets[sheet - 1], (row, column), size)

    return picture(await to_thread.run_sync(lambda: shown(work), limiter=visit.parts.limiter))


def _correct(visit: Visit, scan: str, sheet: int, form: FormData) -> Response:
    row = _own(visit.parts, visit.actor, scan, sheet)
    try:
        said = read_said(form, row.sheets[sheet - 1].map)
        with visit.changing() as db:
            row = own_scan(db, visit.actor, scan)
            row = correct_scan(db, visit.actor, row, read_version(form), sheet - 1, said)
    except SaidWrongError as error:
        return _show(visit, row, sheet, typed=form, mistakes=error.mistakes)
    except EngineError as error:
        return _show(visit, row, sheet, typed=form, mistakes={WHOLE: str(error)})
    except StaleError:
        row = _own(visit.parts, visit.actor, scan, sheet)
        return _show(visit, row, sheet, typed=form, mistakes={WHOLE: CHANGED_MEANWHILE})
    left = doubted_squares(row.sheets[sheet - 1].doubts)
    if left and form.get("terrain"):  # one square was answered: the next one
        return go_to(f"/scans/{scan}/edit?sheet={sheet}&square={left[0].row},{left[0].column}")
    return go_to(f"/scans/{scan}?sheet={sheet}")


def _show(
    visit: Visit,
    row: ScanRow,
    sheet: int,
    *,
    square: str = "",
    typed: FormData | None = None,
    mistakes: dict[str, str] | None = None,
) -> Response:
    standing = row.sheets[sheet - 1]
    chosen = square_of(str(typed.get("square", "")) if typed else square)
    view = edit_map(
        standing.map,
        doubtful=doubted_squares(standing.doubts),
        chosen=chosen,
        typed=typed,
        mistakes=mistakes,
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if mistakes else HTTPStatus.OK
    with visit.reading() as db:
        change = last_change(db, row.id)
    return visit.show(
        "scanedit.html",
        status,
        scan=row,
        change=change,
        sheet=sheet,
        view=view,
        standing=standing,
        strip=strip(row.reading.photo, row.reading.sheets[sheet - 1]),
        unread=unread_fields(standing.map, standing.doubts, row.reading.sheets[sheet - 1]),
        asked=chosen is not None and chosen in doubted_squares(standing.doubts),
    )


def _own(parts: Parts, actor: Actor, scan: str, sheet: int) -> ScanRow:
    with parts.database.read() as db:
        row = own_scan(db, actor, scan)
    if sheet > len(row.sheets):
        raise NotHereError("sheet")
    return row
