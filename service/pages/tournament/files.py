"""The files of a tournament: the list of them, and a page for each, where a photo is read again."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Response
from pydantic import BaseModel, Field
from sqlalchemy import Connection

from engine import Side
from engine.sentence import later
from service.documents import Reason
from service.documents.errors import ConflictError, NotHereError, RequestError
from service.files.documents import FileState
from service.files.pagereadings import ReadPage, find_unopened, read_pages
from service.files.states import FileFilter, list_files
from service.pages.cornerform import NO_SIDE, corners_shown, read_corners, read_hints
from service.pages.refusals import NOTHING_REFUSED, Refusal
from service.pages.sheets.photocrops import photo_size
from service.pages.tournament.progress import SET_ASIDE, tally_files
from service.pages.visits import FormDep, Visit, VisitDep, go_to, own_path
from service.review.undoing import dismiss_file
from service.routes.files import EnteredByHand, enter_map, read_page_again
from service.routes.parameters import PathId
from service.routes.scope import PageAsked, own_file
from service.routes.sheets import SetAside
from service.sheets.rows import SheetFilter, list_sheets
from service.store.events import Event, EventKind, list_events
from service.tournament.tournaments import find_tournament
from vision.decode.limits import MAX_PAGES

router = APIRouter(prefix="/tournaments/{tournament}/files", include_in_schema=False)

EVENT_NAMES: Mapping[str, str] = {
    "file_received": later("received"),
    "file_dismissed": later("set aside"),
    "page_read": later("read"),
    "page_rejected": later("rejected"),
    "page_entered_by_hand": later("the map is entered by hand"),
    "page_asked_again": later("to be read again, as a person said"),
    "reading_replaced": later("read anew with a newer model"),
    "photo_deleted": later("the photo was deleted"),
}
MOST = 100
UNREAD = "unread"  # beside the states of a file, of those of which some page could not be read


class AsideForm(SetAside):
    """The same as in JSON, but that a form sends words."""

    back: bool = False


class MapForm(BaseModel):
    """The form of the button that begins a map."""

    side: Side | Literal[""] = ""
    page: Annotated[int, Field(ge=1, le=MAX_PAGES)] = 1


@router.get("", name="pages.files")
def get_files(
    tournament: PathId,
    visit: VisitDep,
    state: Annotated[str, Query(max_length=10)] = "",
    start: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """List every file that was sent, and what became of it."""
    shows_set_aside, shows_unread = state == SET_ASIDE, state == UNREAD
    wanted = tuple(each for each in FileState if each.value == state)
    with visit.reading() as db:
        cup = find_tournament(db, tournament)
        counts = tally_files(db, tournament)
        narrowed = shows_set_aside if shows_set_aside or FileState.REJECTED in wanted else None
        asked = FileFilter(states=wanted, set_aside=narrowed, unread=shows_unread)
        rows = list_files(db, tournament, asked, most=start + MOST + 1)
        unopened = find_unopened(db, [row.original for row in rows[start : start + MOST]])
    return visit.show(
        "files.html",
        cup=cup,
        counts=counts,
        state=state if wanted or shows_set_aside or shows_unread else "",
        rows=rows[start : start + MOST],
        unopened=unopened,
        following=start + MOST if len(rows) > start + MOST else None,
    )


@router.get("/{file}", name="pages.file")
def get_file(
    tournament: PathId,
    file: PathId,
    visit: VisitDep,
    page: Annotated[int | None, Query(ge=1, le=MAX_PAGES)] = None,
) -> Response:
    """Show one file: why it ended as it did, and how to have it read again."""
    return _show(visit, tournament, file, page)


@router.post("/{file}/reading", name="pages.read_file_again")
def post_reading(tournament: PathId, file: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Have a page read again, with the corners or the side that a person has given."""
    page_typed = str(form.get("page", "1"))
    page = int(page_typed) if page_typed.isdecimal() and len(page_typed) < 4 else 1
    try:
        read_page_again(PageAsked(tournament, file, page, visit.resources, visit.actor), read_hints(form))
    except NotHereError:
        raise
    except RequestError as error:
        return _show(visit, tournament, file, page, Refusal(error, form))
    return go_to(own_path(str(form.get("then", "")), f"/tournaments/{tournament}/files/{file}"))


@router.post("/{file}/map", name="pages.enter_by_hand")
def post_map(tournament: PathId, file: PathId, visit: VisitDep, said: Annotated[MapForm, Form()]) -> Response:
    """Begin an empty map beside a page that could not be read, and go on to enter it."""
    if not said.side:
        return _show(visit, tournament, file, said.page, NO_SIDE)
    try:
        at = PageAsked(tournament, file, said.page, visit.resources, visit.actor)
        sheet = enter_map(at, EnteredByHand(side=said.side))
    except ConflictError as error:
        return _show(visit, tournament, file, said.page, Refusal(error))
    return go_to(f"/tournaments/{tournament}/sheets/{sheet.id}#map")


@router.post("/{file}/dismissal", name="pages.dismiss_file")
def post_dismissal(
    tournament: PathId, file: PathId, visit: VisitDep, said: Annotated[AsideForm, Form()]
) -> Response:
    """Set a rejected file aside, or take it back."""

    def dismiss(db: Connection) -> None:
        row = own_file(db, visit.actor, tournament, file)
        dismiss_file(db, visit.actor, row, said.reason, back=said.back)

    refused = visit.attempt(dismiss)
    if isinstance(refused, Refusal):
        return _show(visit, tournament, file, refused=refused)
    return go_to(f"/tournaments/{tournament}/files/{file}")


def _show(
    visit: Visit,
    tournament: str,
    file: str,
    wanted: int | None = None,
    refused: Refusal = NOTHING_REFUSED,
) -> Response:
    with visit.reading() as db:
        row = own_file(db, visit.actor, tournament, file)
        cup = find_tournament(db, tournament)
        found = read_pages(db, row)
        sheets = list_sheets(db, tournament, SheetFilter(file=row.original))
        events = list_events(db, tournament, subject=row.id)
    chosen = _choose(found, wanted)
    reading = chosen.reading if chosen else None
    photo = reading.photo if reading else None
    typed = read_corners(refused.form) or ()
    return visit.show_form(
        "file.html",
        refused,
        cup=cup,
        row=row,
        reading=reading,
        page=chosen.number if chosen else 1,
        pages=found,
        photo=photo if photo and photo.width and reading and reading.has_picture else None,
        size=photo_size(photo) if photo else (1, 1),
        corners=corners_shown(reading, typed) if reading else (),
        upright=chosen is not None and chosen.hints.upright,
        sheets=sheets if visit.is_staff else [],
        events=[(event, _said(event)) for event in events],
        event_names=EVENT_NAMES,
    )


def _said(event: Event) -> Reason | str:
    """Return why something was done, as far as the log has words for it."""
    if event.kind is EventKind.FILE_DISMISSED:
        return str(event.body.get("reason") or "")
    return Reason.model_validate(event.body["why"]) if event.body.get("why") else ""


def _choose(found: Sequence[ReadPage], wanted: int | None) -> ReadPage | None:
    """Return the page that is asked for, else the first that was rejected, else the first."""
    asked = [page for page in found if page.number == wanted]
    rejected = [page for page in found if page.is_rejected]
    return next(iter([*asked, *rejected, *found]), None)
