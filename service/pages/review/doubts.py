"""One doubt at a time: what the photo shows, what it may be, and straight on to the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Response
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import EngineError, Season, Terrain
from engine.scoreboxes import Box
from engine.sentence import Sentence, later
from service.documents.errors import ConflictError, StaleError
from service.files.copies import list_copies
from service.files.pagereadings import hints_of
from service.formats.squarenames import label
from service.pages.gamewords import SEASONS, TERRAINS
from service.pages.refusals import NOTHING_REFUSED, WHOLE, Refusal, SaidWrongError
from service.pages.review.othersheets import find_rivals, find_twins, show_beside, who_have
from service.pages.review.questions import (
    BOXES,
    PLACE,
    SAME,
    SHEET,
    SIDE,
    Entry,
    Way,
    entries_of,
    lacks_player,
    last_said,
    list_ownerless,
)
from service.pages.sheets.editor import edit_sheet, square_of, unread_fields
from service.pages.sheets.form import box_field, read_said, read_version
from service.pages.sheets.page import (
    check_seen,
    named,
    place_by_form,
    placed_in,
    plain_text,
    sheets_at,
    show_refused,
    try_on_sheet,
)
from service.pages.sheets.photocrops import around
from service.pages.sheets.shown import SheetShown
from service.pages.visits import FormDep, Visit, VisitDep, go_to
from service.review.correcting import correct_sheet, reload_sheet, to_correct
from service.review.order import open_sheet
from service.review.undoing import dismiss_sheet, undo_change
from service.routes.parameters import PathId
from service.routes.scope import OwnSheet, own_sheet
from service.sheets.changesinforce import changes_of_sheet
from service.sheets.documents import SheetCorrection
from service.sheets.rows import SheetRow, State
from service.store.events import Event, EventKind
from service.tournament.plan import load_plan

router = APIRouter(prefix="/tournaments/{tournament}/sheets/{sheet}/doubts", include_in_schema=False)

MANY = 20  # squares of one sheet, from which on a look at the whole map is offered
BOX_FIELDS = (*(box_field(season, place) for season in Season for place in range(len(Box))), "final")
STILL_BLANK = later(
    "Fields with a dashed frame are still blank: type what is written there, or say that nothing is."
)
KEPT_OTHER = later("another sheet of this place was kept")
SET_ASIDE = later("set aside")
DoubtName = Annotated[str, Path(pattern="^[A-Za-z0-9]{2,6}$")]


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions about a sheet, with all its data loaded once, and the judge's way through the queue."""

    shown: SheetShown
    entries: Sequence[Entry]
    """The most consequential first."""
    way: Way

    @classmethod
    def load(cls, db: Connection, row: SheetRow, way: Way) -> "Questions":
        """Gather what is asked about a sheet."""
        shown = SheetShown.load(db, row, load_plan(db, row.tournament))
        return cls(shown, entries_of(open_sheet(row, shown.read)) if row.state == State.REVIEW else [], way)

    @property
    def row(self) -> SheetRow:
        """The sheet."""
        return self.shown.row

    @property
    def next_sheet(self) -> str:
        """The address of the next sheet, whatever is left of this one."""
        return _next_sheet(self.row, self.way.leave(self.row.id))

    @property
    def wanted(self) -> list[Entry]:
        """Those that lie on the way."""
        return [entry for entry in self.entries if self.way.wants(entry)]

    def find(self, name: str) -> Entry | None:
        """Return a question by its name in addresses."""
        return next((entry for entry in self.entries if entry.name == name), None)

    def skip(self, entry: Entry) -> str:
        """Return where a judge goes on who puts a question off."""
        if lacks_player(self.row):
            return self.next_sheet
        return self.onward(self.way.put_off(entry.name))

    def onward(self, way: Way) -> str:
        """Return where a way goes on: to this sheet's next doubt, or to another sheet."""
        entry = next((each for each in self.entries if way.wants(each)), None)
        if entry is not None:
            return way.to(self.row, entry.name)
        left = way.leave(self.row.id) if self.entries else replace(way, later=())
        return _next_sheet(self.row, left)


@router.get("", name="pages.doubts")
def get_first(sheet: OwnSheet, visit: VisitDep) -> Response:
    """Lead to the first doubt of a sheet; to the sheet, if it has none."""
    with visit.reading() as db:
        questions = Questions.load(db, sheet, Way.of(visit.request.query_params))
    entry = next(iter(questions.wanted), None)
    return go_to(questions.way.to(sheet, entry.name) if entry else questions.shown.address)


@router.get("/{doubt}", name="pages.doubt")
def get_doubt(sheet: OwnSheet, doubt: DoubtName, visit: VisitDep) -> Response:
    """Ask about one doubt; who comes back to one that is settled goes on."""
    with visit.reading() as db:
        questions = Questions.load(db, sheet, Way.of(visit.request.query_params))
        entry = questions.find(doubt)
        if entry is None:
            return go_to(questions.onward(_after_answer(db, visit, questions.way, sheet)))
        visit.openings.note(visit.browser, visit.actor.name, sheet.id)
        return _ask(db, visit, questions, entry)


@router.post("/undo", name="pages.undo_answer")
def post_undo(tournament: PathId, sheet: PathId, visit: VisitDep, form: FormDep) -> Response:
    """Undo the judge's last answer and ask again, unless somebody else has changed the sheet since."""
    before = Way.of(visit.request.query_params)
    way = Way(kind=before.kind, passed=tuple(each for each in before.passed if each != sheet))

    def undo(db: Connection, row: SheetRow) -> tuple[Questions, Event]:
        check_seen(db, row, form)
        undone = undo_change(db, visit.actor, row)
        return Questions.load(db, own_sheet(db, visit.actor, tournament, sheet), way), undone

    done = try_on_sheet(visit, tournament, sheet, undo, form)
    if isinstance(done, Refusal):
        return show_refused(visit, tournament, sheet, done)
    questions, undone = done
    entry = _asked_by(questions.entries, undone)
    address = way.to(questions.row, entry.name) if entry else questions.shown.address
    return go_to(f"{address}{'&' if '?' in address else '?'}undone=yes")


def _asked_by(entries: Sequence[Entry], undone: Event) -> Entry | None:
    """Return the question that an answer, now taken back, settled; else the first one."""
    squares = undone.body.get("correction", {}).get("squares", ())
    names = {label(tuple(each["square"])) for each in squares}
    if undone.kind is EventKind.SHEET_PLACED:
        names = {PLACE}
    return next((each for each in entries if each.name in names), next(iter(entries), None))


@router.post("/{doubt}", name="pages.settle")
def post_answer(
    tournament: PathId, sheet: PathId, doubt: DoubtName, visit: VisitDep, form: FormDep
) -> Response:
    """Settle one doubt, and go on to the next; what another judge said meanwhile is not overwritten."""
    way = Way.of(visit.request.query_params)

    def settle(db: Connection, row: SheetRow) -> str:
        questions = Questions.load(db, row, way)
        settled = _settle(db, visit, questions, questions.find(doubt), form)
        onward = _after_answer(db, visit, way, settled)
        return Questions.load(db, reload_sheet(db, row), onward).onward(onward)

    refused = try_on_sheet(visit, tournament, sheet, settle, form)
    if not isinstance(refused, Refusal):
        return go_to(refused)
    with visit.reading() as db:
        questions = Questions.load(db, own_sheet(db, visit.actor, tournament, sheet), way)
        entry = questions.find(doubt)
        if refused.is_stale:
            return _tell_meanwhile(visit, questions, _changed(db, visit, questions, form), doubt, form)
        if entry is None:
            return go_to(questions.onward(way))
        return _ask(db, visit, questions, entry, refused)


def _after_answer(db: Connection, visit: Visit, way: Way, row: SheetRow) -> Way:
    """Return the way on which the last answer on a sheet can be taken back, if this judge gave it."""
    done = changes_of_sheet(db, row.tournament, row.id)
    is_own = bool(done) and done[-1].actor == visit.actor.name
    return way.settled(row.id, row.version) if is_own else way


def _settle(
    db: Connection, visit: Visit, questions: Questions, entry: Entry | None, form: FormData
) -> SheetRow:
    """Apply an answer, if it still fits the sheet; return the sheet that was changed, which may be another.

    It sets a sheet aside, gives this one its place, or says what stands on it.

    Raises:
        SaidWrongError: A field holds no number, or one that could not be read is still blank.
        StaleError: Somebody else has settled it, or what it is about is not as the form showed it.
    """
    if "aside" in form:
        return _set_aside(db, visit, questions.row, form)
    if "player" in form:
        place_by_form(db, visit.actor, questions.row, form)
        return reload_sheet(db, questions.row)
    return _say(db, visit, questions, entry, form)


def _set_aside(db: Connection, visit: Visit, asked: SheetRow, form: FormData) -> SheetRow:
    sheet = own_sheet(db, visit.actor, asked.tournament, str(form["aside"]))
    if asked.state is State.DISMISSED:  # or neither of the two would count
        raise StaleError("sheet")
    check_seen(db, sheet, form)
    return dismiss_sheet(db, visit.actor, sheet, plain_text(str(form.get("reason", ""))), back=False)


def _say(db: Connection, visit: Visit, questions: Questions, entry: Entry | None, form: FormData) -> SheetRow:
    row, said = questions.row, read_said(form, questions.row.map)
    if entry is not None and entry.kind == BOXES and "blank" not in form:
        unread = unread_fields(row, questions.shown.read).intersection(BOX_FIELDS)
        if any(field in form and not str(form[field]).strip() for field in unread):
            raise SaidWrongError({WHOLE: STILL_BLANK})  # it would settle them unsaid
    stand_so = [row.map.at(each.square) is each.terrain for each in said.squares]
    if entry is None and stand_so and all(stand_so):
        return row  # pressed twice, or two judges of one mind
    if entry is None or entry.stands(row) != str(form.get("was", "")):
        check_seen(db, row, form)
    return correct_sheet(db, visit.actor, row, said)


def _ask(
    db: Connection,
    visit: Visit,
    questions: Questions,
    entry: Entry,
    refused: Refusal = NOTHING_REFUSED,
) -> Response:
    """Return the page of a doubt, with why an answer was refused, if one was."""
    shown, row = questions.shown, questions.row
    editor = edit_sheet(row, shown.read, refused.form, refused.messages())
    return visit.show_form(
        "doubt.html",
        refused,
        questions=questions,
        entry=entry,
        editor=editor,
        many=sum(each.square is not None for each in questions.wanted) > MANY,
        first_field=next((name for name in BOX_FIELDS if name in editor.unread), BOX_FIELDS[0]),
        window=around(shown.photo, shown.read, entry.square) if entry.square else None,
        yes=_weigh_yes(db, questions) if entry.kind == SHEET and not shown.is_by_hand else None,
        upright=entry.kind in (SHEET, SIDE) and hints_of(db, row.page).upright,
        last_said=last_said(db, visit, shown.plan, questions.way),
        **_place_shown(db, shown, entry, refused),
    )


def _place_shown(db: Connection, shown: SheetShown, entry: Entry, refused: Refusal) -> Mapping[str, object]:
    """Return the data on a sheet's place: the choice, who has a sheet already, what occupies the place."""
    row, plan, chosen, is_place = shown.row, shown.plan, placed_in(shown, refused.form), entry.name == PLACE
    asks_who = entry.kind in (PLACE, SAME)
    in_the_way = sheets_at(db, row, chosen) if refused.error else []
    written = next((flag.params["written"] for flag in entry.reasons if "written" in flag.params), "")
    return {
        "chosen": chosen,
        "likely_season": str(written),  # that numbers are written of, if that is why it is asked
        "taken": [show_beside(db, each, plan) for each in in_the_way],
        "in_the_way": named(in_the_way),
        "have": who_have(db, plan, chosen, besides=row.id) if asks_who else frozenset(),
        "ownerless": len(list_ownerless(db, row.tournament)) if entry.kind == PLACE else 0,
        "kept_other": KEPT_OTHER,
        "own": show_beside(db, row, plan) if is_place else None,
        "rivals": find_rivals(db, row, plan) if is_place else [],
        "twins": find_twins(db, row, plan) if is_place else [],
        "copies": list_copies(db, row.tournament, row.file, row.sha256) if is_place else [],
    }


def _weigh_yes(db: Connection, questions: Questions) -> tuple[int, int]:
    """Return how many questions are left when the lines lie right, and settled when all is as read."""
    row, shown = questions.row, questions.shown
    sheet = to_correct(db, row)

    def count_left(said: SheetCorrection) -> int:
        try:
            then = sheet.correct(said, "").then
        except (EngineError, ConflictError):  # the answer will be refused, and nothing is settled by it
            return len(questions.entries)
        return len(entries_of(open_sheet(replace(row, map=then.map, doubts=then.doubts), shown.read)))

    lines = count_left(SheetCorrection(whole=True))
    return lines, 1 + lines - count_left(SheetCorrection(confirm=True))


def _changed(db: Connection, visit: Visit, questions: Questions, form: FormData) -> SheetShown:
    """Return the sheet that somebody changed: the one to be set aside, unless the one to be kept was."""
    row = questions.row
    if "aside" not in form or row.state is State.DISMISSED:
        return questions.shown
    return SheetShown.load(
        db, own_sheet(db, visit.actor, row.tournament, str(form["aside"])), questions.shown.plan
    )


def _tell_meanwhile(
    visit: Visit, questions: Questions, shown: SheetShown, doubt: str, form: FormData
) -> Response:
    """Return the page that shows what somebody else said meanwhile, and what this judge was about to say.

    A sheet that was set aside stays so: to say anything of it, that is taken back first.
    """
    way, may_say = questions.way, shown.row.state is not State.DISMISSED
    said = [(name, value) for name, value in form.multi_items() if name not in {"version", "was"}]
    said.sort(key=lambda field: field[0] != "player")  # who, then of which round and season
    return visit.show(
        "editconflict.html",
        HTTPStatus.PRECONDITION_FAILED,
        shown=shown,
        name=doubt,
        is_square=doubt[-1].isdecimal(),
        said=[(name, str(value)) for name, value in said],
        words=[_in_words(name, str(value), shown) for name, value in said if value],
        meanwhile=shown.history(read_version(form)) if may_say else shown.history()[:1],
        may_say=may_say,
        action=way.to(questions.row, doubt),
        onward=questions.onward(way),
    )


def _in_words(field: str, value: str, shown: SheetShown) -> tuple[str, str]:
    """Return what a field says: a name that stays as it is, and a word to be translated."""
    at, _, terrain = value.partition("=")
    square = square_of(at)
    if field == "say" and square is not None and terrain in TERRAINS:
        return label(square), TERRAINS[Terrain(terrain)]
    if field == "aside":
        return shown.row.file_name, SET_ASIDE
    if field == "player" and value in shown.plan.players:
        return shown.plan.players[value].name, ""
    if field == "round" and value:
        return "", Sentence("round %(number)s", number=value)
    if field == "season" and value in list(Season):
        return "", SEASONS[Season(value)]
    return ("", "") if field in {"whole", "confirm", "blank"} or value == KEPT_OTHER else (value, "")


def _next_sheet(row: SheetRow, way: Way) -> str:
    return f"/tournaments/{row.tournament}/review/next{way.query}"
