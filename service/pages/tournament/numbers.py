"""One page for all season scores that totals lack: fields beside the photo of each sheet's boxes."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Response
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import Season
from engine.scoreboxes import Box, whole_boxes
from engine.sentence import later
from service.documents import WrittenBoxes
from service.documents.errors import NotHereError, StaleError
from service.pages.refusals import Refusal
from service.pages.sheets.editor import BoxField
from service.pages.sheets.form import box_field, read_seasons
from service.pages.sheets.page import try_on_sheet
from service.pages.sheets.shown import SheetShown
from service.pages.tournament.enteredtotals import totals_alone
from service.pages.visits import FormDep, Visit, VisitDep, go_to
from service.review.correcting import correct_sheet
from service.routes.parameters import TournamentId
from service.sheets.documents import SheetCorrection, merged
from service.sheets.rows import COUNTING, SheetRow, get_sheet, list_sheets
from service.standings.standings import find_unsure_losses, make_standings
from service.tournament.documents import MOST_ROUNDS
from service.tournament.plan import Plan, load_plan
from service.tournament.results import (
    NUMBERS_CONTRADICT,
    OF_NUMBERS,
    choose_sheet,
    score_season,
)

router = APIRouter(prefix="/tournaments/{tournament}/numbers", include_in_schema=False)

MOST_SHOWN = 12
"""Players on the page; the others follow once their numbers are saved."""
BOXES_SHOWN = TypeAdapter[WrittenBoxes](WrittenBoxes)
EARLIER = (Season.SPRING, Season.SUMMER, Season.FALL)
"""Of which a map of winter does not tell the score."""
CHANGED_MEANWHILE = later(
    "Somebody changed this sheet meanwhile, so what you typed is not saved yet: look at the numbers, and "
    "save again."
)


@dataclass(frozen=True, slots=True)
class NumberField(BoxField):
    """The field of a box, and how it stands."""

    is_wrong: bool
    meanwhile: str
    """Text that somebody else has saved since the form was shown, if it differs from that typed."""
    decides: bool
    """Whether the total or a tie depends on it; the other boxes only check it."""
    lacks: bool
    """Whether it is of a season that lacks something."""


@dataclass(frozen=True, slots=True)
class PlayerNumbers:
    """The sheet with a player's season scores of a round, and what is missing or contradictory on it."""

    round: int
    player: str
    sheet: SheetRow
    lacking: Collection[Season]
    """The seasons of which some are missing, for a total or to break a tie."""
    breaks_tie: bool
    """Whether the stars lost to monsters are missing, by which a tie is broken."""
    flags: Sequence[str]
    """Messages about numbers that contradict each other."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The fields for a player's numbers, beside the photo."""

    numbers: PlayerNumbers
    shown: SheetShown
    seasons: Mapping[Season, Sequence[NumberField]]
    problems: Sequence[str]
    """Messages about what could not be saved, or contradicts itself."""
    was: str
    """The numbers that stand, as a form carries them."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A sent form: the sheets whose numbers were saved, and what was wrong with the others."""

    saved: Collection[str] = ()
    form: FormData = field(default_factory=FormData)
    """To be shown again."""
    wrong: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the sheet and the field."""

    def completed(self, numbers: PlayerNumbers) -> bool:
        """Tell whether they were saved and nothing is amiss with them: they are shown to be looked over."""
        return numbers.sheet.id in self.saved and not numbers.lacking and not numbers.flags


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose numbers are shown."""

    round: Annotated[int | None, Query(ge=1, le=MOST_ROUNDS)] = None
    """None for all of them."""
    player: Annotated[str, Query(max_length=64)] = ""
    """The player shown first, whether or not anything is missing; may be empty."""
    ties: bool = False
    """Whether only those are shown who tie, while the stars that they lost to monsters are not known."""

    @property
    def query(self) -> Mapping[str, str]:
        """The query of the page's address."""
        filters = {"round": str(self.round or ""), "player": self.player, "ties": "true" if self.ties else ""}
        return {key: value for key, value in filters.items() if value}


ScopeDep = Annotated[Scope, Depends()]


@router.get("", name="pages.numbers")
def get_numbers(
    tournament: TournamentId,
    visit: VisitDep,
    scope: ScopeDep,
    saved: Annotated[str, Query(max_length=1000)] = "",
) -> Response:
    """Ask for the numbers without which totals or ranks do not follow.

    Those of the sheets in `saved`, identifiers parted by commas, are shown once more, to be looked over.
    """
    return _show(visit, tournament, scope, Sent(saved.split(",")))


@router.post("", name="pages.save_numbers")
def post_numbers(tournament: TournamentId, visit: VisitDep, form: FormDep, scope: ScopeDep) -> Response:
    """Save the numbers of every sheet of which something was typed; what cannot be saved is shown again.

    Of the sheet that `totals` names only the seasons' totals shall count: its other boxes are emptied.
    """
    sheets = list(map(str, form.getlist("sheet")))
    done = {sheet: _save(visit, tournament, sheet, form) for sheet in sheets}
    saved = [sheet for sheet, outcome in done.items() if outcome is True]
    refused = {sheet: outcome for sheet, outcome in done.items() if isinstance(outcome, Refusal)}
    wrong = {sheet: each.messages(CHANGED_MEANWHILE) for sheet, each in refused.items()}
    if wrong:
        return _show(visit, tournament, scope, Sent(saved, form, wrong))
    query = urlencode({**replace(scope, player="").query, **({"saved": ",".join(saved)} if saved else {})})
    return go_to(f"/tournaments/{tournament}/numbers" + (f"?{query}" if query else ""))


def _show(visit: Visit, tournament: str, scope: Scope, sent: Sent) -> Response:
    with visit.reading() as db:
        plan = load_plan(db, tournament)
        every = list(_find_numbers(db, tournament, scope.round))
        every.sort(key=lambda each: (each.sheet.id not in sent.wrong, each.player != scope.player))
        shown = [each for each in every if _seasons_shown(each, scope, sent)]
        again = [each for each in shown if sent.completed(each)]
        lacking = [each for each in shown if not sent.completed(each)]
        asked = [_ask(db, plan, each, scope, sent) for each in lacking[:MOST_SHOWN]]
        saved = [_ask(db, plan, each, scope, sent) for each in again[:MOST_SHOWN]]
        rows = [get_sheet(db, tournament, each) for each in sent.saved]
    return visit.show(
        "tournament/numbers.html",
        HTTPStatus.UNPROCESSABLE_ENTITY if sent.wrong else HTTPStatus.OK,
        tournament=plan.tournament,
        asked=asked,
        saved=saved,
        more=max(0, len(lacking) - MOST_SHOWN),
        saved_now=len({row.player for row in rows if row}),
        refused=len(sent.wrong),
        first=_first_field(asked),
        boxes=[(box.words, box is Box.TOTAL) for box in Box],
        scope=scope,
    )


def _first_field(asked: Sequence[Asked]) -> str:
    """Return the field in which a person begins: a wrong one, else a blank one that decides and lacks."""
    fields = [box for each in asked for boxes in each.seasons.values() for box in boxes]
    wrong, deciding = [box for box in fields if box.is_wrong], [box for box in fields if box.decides]
    blank = sorted((box for box in deciding if not box.value), key=lambda box: not box.lacks)
    return next((box.name for box in [*wrong, *blank, *deciding]), "")


def _find_numbers(db: Connection, tournament: str, round: int | None) -> Iterator[PlayerNumbers]:
    """Yield the numbers of the players who have a sheet for them, of one round or of all."""
    lying = defaultdict(list)
    for sheet in list_sheets(db, tournament, COUNTING):
        lying[sheet.round, sheet.player].append(sheet)
    standings = make_standings(db, tournament)
    tying = find_unsure_losses(standings.ranking)
    for played in standings.rounds:
        for player, result in played.results.items():
            sheets = lying[played.round.id, player]
            last = choose_sheet(sheets, Season.WINTER)
            if last is None or round not in (None, played.round.number):
                continue
            missing = {each.season for each in result.missing if each.what in OF_NUMBERS and each.season}
            ties = player in tying and result.lost_to_monsters is None
            losses = _without_losses(sheets, last) if ties else set()
            flags = [flag.message for flag in result.flags if flag.code == NUMBERS_CONTRADICT]
            yield PlayerNumbers(played.round.number, player, last, missing | losses, bool(losses), flags)


def _seasons_shown(numbers: PlayerNumbers, scope: Scope, sent: Sent) -> list[Season]:
    """Return the seasons whose boxes are shown, in their order; none where the player is not shown.

    These are the seasons that lack something. What else is written is shown of numbers that contradict each
    other, were just sent, or are those of the player who is asked for.
    """
    sheet, seasons = numbers.sheet, set(numbers.lacking)
    is_named, is_wrong = numbers.player == scope.player, sheet.id in sent.wrong
    if scope.ties and not (numbers.breaks_tie or is_wrong or sheet.id in sent.saved):
        return []
    if numbers.flags or is_named or is_wrong or sent.completed(numbers):
        seasons |= _written_seasons(sheet)
    if is_named:
        seasons.update(EARLIER)
    return [season for season in Season if season in seasons]


def _without_losses(sheets: Sequence[SheetRow], last: SheetRow) -> set[Season]:
    """Return the seasons whose losses to monsters are known neither from a map nor from a box."""
    scored = {sheet.season for sheet in sheets if score_season(sheet)}
    rows = zip(Season, whole_boxes(last.map.boxes), strict=True)
    place = list(Box).index(Box.MONSTERS)
    return {season for season, numbers in rows if numbers[place] is None and season not in scored}


def _written_seasons(row: SheetRow) -> set[Season]:
    """Return the seasons of which some number stands in the boxes."""
    rows = zip(Season, whole_boxes(row.map.boxes), strict=True)
    return {season for season, numbers in rows if set(numbers) != {None}}


def _ask(db: Connection, plan: Plan, numbers: PlayerNumbers, scope: Scope, sent: Sent) -> Asked:
    row = numbers.sheet
    seasons = {
        season: list(_fields(numbers, season, sent)) for season in _seasons_shown(numbers, scope, sent)
    }
    problems = list(dict.fromkeys(sent.wrong.get(row.id, {}).values())) or numbers.flags
    return Asked(numbers, SheetShown.load(db, row, plan), seasons, problems, _stands(row))


def _fields(numbers: PlayerNumbers, season: Season, sent: Sent) -> Iterator[NumberField]:
    """Yield the fields of a season's boxes, with what was typed there, else with what stands."""
    row, at = numbers.sheet, list(Season).index(season)
    boxes = zip(Box, _shown_before(row, sent.form)[at], whole_boxes(row.map.boxes)[at], strict=True)
    for place, (box, *both) in enumerate(boxes):
        name = f"{row.id}.{box_field(season, place)}"
        shown, stands = ("" if number is None else str(number) for number in both)
        typed = str(sent.form.get(name, shown))
        value = stands if typed == shown else typed
        yield NumberField(
            name,
            box.words,
            value,
            is_wrong=name in sent.wrong.get(row.id, {}),
            meanwhile=stands if stands not in (shown, value) else "",
            decides=box is Box.TOTAL or (numbers.breaks_tie and box is Box.MONSTERS),
            lacks=season in numbers.lacking,
        )


def _stands(row: SheetRow) -> str:
    """Return the numbers of a sheet as a form carries them, so that no other change is overwritten."""
    return json.dumps(row.map.boxes)


def _shown_before(row: SheetRow, form: FormData) -> list[tuple[int | None, ...]]:
    """Return the boxes that the form showed which was sent; as they stand where it does not say."""
    try:
        return whole_boxes(BOXES_SHOWN.validate_json(str(form.get(f"{row.id}.was", ""))))
    except ValidationError:
        return whole_boxes(row.map.boxes)


def _save(visit: Visit, tournament: str, sheet: str, form: FormData) -> bool | Refusal:
    """Save what was typed of one sheet; return whether there was anything, or why it was refused.

    Of a sheet that was erased meanwhile there is nothing, and those of the others are saved all the same.
    """

    def save(db: Connection, row: SheetRow) -> bool:
        boxes = read_seasons(form, f"{sheet}.", row.map.boxes)
        alone = form.get("totals") == sheet
        if alone:
            stand = merged(row.map.boxes, boxes)
            is_scored = bool(row.round and row.player and row.edicts)
            boxes = totals_alone(row, stand, winter_is_scored=is_scored)
        if any(boxes):
            if form.get(f"{sheet}.was") != _stands(row):
                raise StaleError("sheet")
            left_out = alone and row.map.final is not None
            correct_sheet(db, visit.actor, row, SheetCorrection(boxes=boxes, without_final=left_out))
        return any(boxes)

    with suppress(NotHereError):
        return try_on_sheet(visit, tournament, sheet, save, form)
    return False
