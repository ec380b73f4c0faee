"""Prints for a tournament: sheets with codes, and posters."""

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from engine import Side
from engine.errors import EngineError
from engine.layouts import LAYOUTS
from engine.sentence import later
from service.documents.errors import BadRequestError, NotHereError
from service.pages.rendering import list_names
from service.pages.tournament.codes import paper_site_of
from service.pages.visits import Visit, VisitDep
from service.printing.handouts import Poster, draw_posters
from service.printing.paper import Paper
from service.printing.pdf import PageStyle, draw_pdf
from service.printing.players import MOST_PLAYERS
from service.printing.printrun import PrintRun, unprintable
from service.routes.exports import as_file
from service.routes.parameters import TournamentId
from service.sheets.impossiblemaps import say_why
from service.tournament.documents import Round, Table
from service.tournament.plan import Plan, load_plan

router = APIRouter(include_in_schema=False)

MOST_COPIES = 20
AT_ONCE = 150  # sheets that are drawn while somebody waits, some seconds
SENTENCES = (
    later("Scan the code, and join with your own key if you are asked for it."),
    later("Lay the sheet flat, with no shadow on it, so that all four marks at the map's corners are seen."),
    later("Take its photo from straight above at the end of each season, and send it."),
)
HEADING, TABLE, STANDINGS = (
    later("Photograph your map"),
    later("Table %(name)s"),
    later("Standings: %(where)s"),
)


@router.get("/tournaments/{tournament}/print", name="pages.print")
def get_print(tournament: TournamentId, visit: VisitDep) -> Response:
    """Show what can be printed."""
    with visit.reading() as db:
        plan = load_plan(db, tournament)
    return visit.show(
        "tournament/print.html",
        plan=plan,
        by_hand=unprintable([player.name for player in plan.players.values()]),
        parts=_parts(plan),
    )


@router.get("/tournaments/{tournament}/sheets.pdf", name="pages.print.sheets")
def get_sheets(
    tournament: TournamentId,
    visit: VisitDep,
    side: Side = Side.A,
    paper: Paper = Paper.A4,
    per_page: Annotated[int, Query(ge=1, le=2)] = 2,
    inks: Literal["colour", "saving"] = "colour",
    each: Literal["one", "round"] = "one",
    blank: Annotated[int, Query(ge=0, le=MOST_COPIES)] = 0,
    part: Annotated[int, Query(ge=0, le=MOST_PLAYERS)] = 0,
) -> Response:
    """Return sheets with codes: for all players or a part, one each or for every round; or blank ones."""
    if side not in LAYOUTS:
        raise BadRequestError("A side of your own is printed with surveyor print --layout.")
    with visit.reading() as db:
        plan = load_plan(db, tournament)
    size = _part_size(plan)
    start, end = ((part - 1) * size, part * size) if part else (0, MOST_PLAYERS)
    names = () if blank else tuple(player.name for player in plan.players.values())[start:end]
    if part and not names and not blank:
        raise NotHereError("part")
    rounds = len(plan.rounds) if each == "round" and not blank else None
    edicts = _edicts(plan, names or ("",), by_round=rounds is not None)
    first = 1 if blank else 1 + start * (rounds or 1)
    run = PrintRun((LAYOUTS[side],), names, blank or 1, rounds, plan.tournament.name, first, edicts)
    try:
        sheets = run.sheets()
    except EngineError as error:
        raise BadRequestError("%(opening)s.", opening=say_why(error)) from error
    pdf = draw_pdf(sheets, PageStyle(paper, per_page, inks == "saving"))
    return as_file(pdf, "application/pdf", "sheets.pdf", is_shown=True)


def _part_size(plan: Plan) -> int:
    """Return of how many players the sheets are drawn at once."""
    return max(1, AT_ONCE // max(1, len(plan.rounds)))


def _parts(plan: Plan) -> list[tuple[str, str]]:
    """Return the first and last player of each part of the sheets; nothing where all are drawn at once."""
    names, size = [player.name for player in plan.players.values()], _part_size(plan)
    parts = [names[start : start + size] for start in range(0, len(names), size)]
    return [(part[0], part[-1]) for part in parts] if len(parts) > 1 else []


def _edicts(plan: Plan, names: Sequence[str], *, by_round: bool) -> dict[tuple[str, int], tuple[str, ...]]:
    """Return the edicts of each player's sheets; a sheet of no one round has them if all rounds do."""
    ids = {player.name: player.id for player in plan.players.values()}
    known: dict[tuple[str, int], tuple[str, ...]] = {}
    for name in names:
        by_number = [plan.edicts(played, ids.get(name, "")) for played in plan.rounds]
        if by_round or len(set(by_number)) == 1:
            known |= {(name, number): edicts for number, edicts in enumerate(by_number)}
    return known


@router.get("/tournaments/{tournament}/posters.pdf", name="pages.print.posters")
def get_posters(
    tournament: TournamentId, visit: VisitDep, round: Annotated[str, Query(max_length=24)] = ""
) -> Response:
    """Return a poster for the hall, or one for each table of a round, given by its identifier."""
    with visit.reading() as db:
        plan = load_plan(db, tournament)
    played = plan.find_round(round)
    site = paper_site_of(visit)
    tables = played.tables if played else ()
    posters = [_poster(visit, plan, site, played, table) for table in tables] or [_poster(visit, plan, site)]
    return as_file(draw_posters(posters), "application/pdf", "posters.pdf", is_shown=True)


def _poster(
    visit: Visit, plan: Plan, site: str, played: Round | None = None, table: Table | None = None
) -> Poster:
    details: tuple[str, ...] = ()
    if played and table:
        details = (list_names(plan.names_at(table)), ", ".join(plan.edicts_at(played, table)))
    return Poster(
        plan.tournament.name,
        visit.translate(TABLE) % {"name": table.name} if table else "",
        visit.translate(HEADING),
        f"{site}/join",
        tuple(map(visit.translate, SENTENCES)),
        visit.translate(STANDINGS) % {"where": f"{site}/standings/{plan.tournament.id}"},
        details,
    )
