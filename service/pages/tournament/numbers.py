"""The numbers that totals lack, of all players on one page: beside each photo's boxes the fields for them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy import Connection
from starlette.datastructures import FormData

from engine import EngineError, Season
from engine.scoreboxes import Box
from service.access.actors import Actor
from service.documents.errors import ConflictError, StaleError
from service.ledger.sheets import correct_sheet
from service.pages.forms import FormDep
from service.pages.gamewords import BOXES, SEASONS
from service.pages.saying import SaidWrongError, box_field, read_seasons, whole_boxes
from service.pages.sheetshown import SheetShown
from service.pages.visits import Visit, VisitDep, go_to
from service.pages.words import later
from service.routes.parameters import TournamentId
from service.routes.scope import in_tournament, own_sheet
from service.sheets.correction import SheetCorrection
from service.sheets.rows import SheetRow, list_sheets
from service.sheets.rows import SheetRow as LedgerRow
from service.standings.standings import make_standings
from service.tournament.results import Lacking, Missing, PlayerResult, choose_sheet
from service.tournament.rounds import MOST_ROUNDS
from service.tournament.tournaments import find_tournament
from service.web.dependencies import PartsDep
from service.web.parts import Parts

router = APIRouter(prefix="/tournaments/{tournament}/numbers", include_in_schema=False)

MOST_SHOWN = 12
"""Players on the page; the others follow once their numbers are saved."""
NUMBERS = frozenset({Lacking.SEASON, Lacking.BOXES})
CHANGED_MEANWHILE = later("Somebody changed this sheet meanwhile: look at the numbers, and save again.")


@dataclass(frozen=True, slots=True)
class NumberField:
    """The field of a box."""

    name: str
    word: str
    """What the box is for, to be translated."""
    value: str
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A player whose numbers lack, and the sheet on which they are written."""

    player: str
    name: str
    round: int
    shown: SheetShown
    seasons: Sequence[tuple[str, Sequence[NumberField]]]
    """By the name of the season, which is to be translated."""
    problems: Sequence[str]
    """What could not be saved of it, or contradicts itself."""
    was: str
    """The numbers that stand, as a form carries them."""


@dataclass(frozen=True, slots=True)
class _Open:
    """The same, before it is loaded."""

    round: int
    player: str
    sheet: str
    seasons: Sequence[Season]
    flags: Sequence[str]


@router.get("", name="pages.numbers")
def get_numbers(
    tournament: TournamentId,
    visit: VisitDep,
    parts: PartsDep,
    round: Annotated[int | None, Query(ge=1, le=MOST_ROUNDS)] = None,
) -> Response:
    """Ask for the numbers without which totals do not follow, of one round or of all."""
    return _show(visit, parts, tournament, round)


@router.post("", name="pages.save_numbers")
def post_numbers(
    tournament: TournamentId,
    visit: VisitDep,
    parts: PartsDep,
    form: FormDep,
    round: Annotated[int | None, Query(ge=1, le=MOST_ROUNDS)] = None,
) -> Response:
    """Save the numbers of every sheet of which something was typed; what cannot be saved is shown again."""
    sheets = list(map(str, form.getlist("sheet")))
    problems = {sheet: _save(visit.actor, parts, tournament, sheet, form) for sheet in sheets}
    wrong = {sheet: words for sheet, words in problems.items() if words}
    if wrong:
        return _show(visit, parts, tournament, round, form, wrong, HTTPStatus.UNPROCESSABLE_ENTITY)
    return go_to(f"/tournaments/{tournament}/numbers" + (f"?round={round}" if round else ""))


def way_to(missing: Missing, round: int, player: str = "") -> str:
    """Return where something that lacks is put in, as a path within the tournament.

    >>> way_to(Missing(Lacking.SEASON, Season.SPRING), 2, "ab")
    '/numbers?round=2#player-ab'
    """
    if missing.what is Lacking.EDICTS:
        return "/settings"
    if missing.what in NUMBERS:
        return f"/numbers?round={round}" + (f"#player-{player}" if player else "")
    return "#send"


def _show(
    visit: Visit,
    parts: Parts,
    tournament: str,
    round: int | None,
    typed: FormData | None = None,
    wrong: Mapping[str, Mapping[str, str]] | None = None,
    status: int = HTTPStatus.OK,
) -> Response:
    with parts.database.read() as db:
        in_tournament(db, visit.actor, tournament)
        found = find_tournament(db, tournament)
        lacking = list(_find_open(db, tournament, round))
        asked = []
        for each in lacking[:MOST_SHOWN]:
            row = own_sheet(db, visit.actor, tournament, each.sheet)
            asked.append(_ask(db, row, each, typed, (wrong or {}).get(each.sheet, {})))
    return visit.show(
        "tournament/numbers.html",
        status,
        tournament=found,
        asked=asked,
        more=max(0, len(lacking) - MOST_SHOWN),
        boxes=[BOXES[box] for box in Box],
        round=round,
    )


def _find_open(db: Connection, tournament: str, round: int | None) -> Iterator[_Open]:
    """Yield whose totals lack numbers, or have numbers that contradict one another."""
    lying: dict[tuple[str | None, str | None], list[SheetRow]] = {}
    for sheet in list_sheets(db, tournament, counting=True):
        lying.setdefault((sheet.round, sheet.player), []).append(sheet)
    for played in make_standings(db, tournament).rounds:
        if round not in (None, played.round.number):
            continue
        for player, result in played.results.items():
            last = choose_sheet(lying.get((played.round.id, player), ()), Season.WINTER)
            flags = [flag.message for flag in result.flags if flag.code == "numbers_contradict"]
            seasons = _open_seasons(result, bool(flags))
            if last is not None and seasons:
                yield _Open(played.round.number, player, last.id, seasons, flags)


def _open_seasons(result: PlayerResult, contradicted: bool) -> Sequence[Season]:
    if contradicted:
        return tuple(Season)
    lacking = {missing.season for missing in result.missing if missing.what in NUMBERS}
    return [season for season in Season if season in lacking]


def _ask(
    db: Connection, row: LedgerRow, open: _Open, typed: FormData | None, wrong: Mapping[str, str]
) -> Asked:
    shown = SheetShown.load(db, row)
    rows = dict(zip(Season, whole_boxes(row.map.get("boxes") or ()), strict=True))
    seasons = [
        (
            SEASONS[season],
            [
                _field(f"{row.id}.{box_field(season, place)}", BOXES[box], rows[season][place], typed, wrong)
                for place, box in enumerate(Box)
            ],
        )
        for season in open.seasons
    ]
    problems = list(dict.fromkeys(wrong.values())) or open.flags
    return Asked(open.player, shown.player or "", open.round, shown, seasons, problems, _stands(row))


def _stands(row: LedgerRow) -> str:
    """Return the numbers of a sheet as a form carries them, so that no other change is overwritten."""
    return json.dumps(row.map.get("boxes") or [])


def _field(
    name: str, word: str, stands: int | None, typed: FormData | None, wrong: Mapping[str, str]
) -> NumberField:
    value = typed.get(name) if typed is not None else stands
    return NumberField(name, word, "" if value is None else str(value), name in wrong)


def _save(actor: Actor, parts: Parts, tournament: str, sheet: str, form: FormData) -> dict[str, str]:
    """Save what was typed of one sheet; return what is wrong with it, by the field."""
    try:
        with parts.database.begin() as db:
            row = own_sheet(db, actor, tournament, sheet)
            boxes = read_seasons(form, f"{sheet}.", row.map.get("boxes") or ())
            if any(boxes):
                if form.get(f"{sheet}.was") != _stands(row):
                    raise StaleError("sheet")
                correct_sheet(db, actor, row, row.version, SheetCorrection(boxes=boxes))
    except SaidWrongError as error:
        return error.mistakes
    except StaleError:
        return {"": CHANGED_MEANWHILE}
    except EngineError as error:
        return {"": f"{error}."}
    except ConflictError as error:
        return {"": str(error)}
    return {}
