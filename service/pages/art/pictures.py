"""Pictures to keep, each as SVG and as PNG: a map, a game from season to season, a chart of the standings."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Response
from sqlalchemy import Connection

from engine import Season
from engine.sentence import later
from service.documents.errors import NotHereError
from service.pages.art.chart import Line, draw_chart_svg
from service.pages.art.maps import draw_map_svg
from service.pages.art.png import NARROWEST, WIDEST, png_of, with_letters
from service.pages.art.strip import Panel, draw_strip_svg
from service.pages.gamewords import TITLES
from service.pages.visits import Visit, VisitDep
from service.placing.filenames import words_of
from service.routes.parameters import PathId, RoundNumber
from service.routes.scope import OwnSheet
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.standings.boards import Board
from service.standings.publications import last_publication_id
from service.tournament.plan import Plan, load_plan
from service.tournament.results import choose_sheet, score_player, score_season

router = APIRouter(include_in_schema=False)

ROUND = later("Round %(number)s")
LONGEST_NAME = 60  # letters of a file's name
NO_SCRIPTS = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, and what its file is called."""

    svg: str
    name: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a picture is wanted, as its address says."""

    visit: VisitDep
    kind: str
    width: Annotated[int | None, Query(ge=NARROWEST, le=WIDEST)] = None
    download: bool = False
    """Whether the browser shall keep it as a file and not show it."""

    async def show(self, draw: Callable[[Connection], Picture], *, width: int) -> Response:
        """Return what is drawn from the database, or that the browser has it already.

        Args:
            draw: Draws it, of what the database holds.
            width: How wide it is in pixels, where the address does not say.

        Raises:
            NotHereError: There is no such picture.
        """
        if self.kind not in {"svg", "png"}:
            raise NotHereError("picture")
        limiter = self.visit.resources.pictures
        return await to_thread.run_sync(self._draw, draw, self.width or width, limiter=limiter)

    def _draw(self, draw: Callable[[Connection], Picture], width: int) -> Response:
        with self.visit.reading() as db:
            picture = draw(db)
        contents = f"{self.kind} {width} {picture.svg}"
        headers = {
            "ETag": f'"{hashlib.sha256(contents.encode()).hexdigest()[:32]}"',
            "Cache-Control": "private, no-cache",
            "Vary": "Cookie, Accept-Language",
        }
        if headers["ETag"] in self.visit.request.headers.get("if-none-match", ""):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        shown = "attachment" if self.download else "inline"
        headers["Content-Disposition"] = f'{shown}; filename="{picture.name}.{self.kind}"'
        if self.kind == "png":
            return Response(png_of(picture.svg, width), media_type="image/png", headers=headers)
        headers["Content-Security-Policy"] = NO_SCRIPTS
        return Response(with_letters(picture.svg), media_type="image/svg+xml", headers=headers)


WantedDep = Annotated[Wanted, Depends()]


@router.get("/tournaments/{tournament}/sheets/{sheet}/map.{kind}", name="pages.map_picture")
async def get_map(tournament: PathId, sheet: OwnSheet, visit: VisitDep, wanted: WantedDep) -> Response:
    """Return a sheet's map, drawn anew."""
    return await wanted.show(lambda db: draw_map(visit, load_plan(db, tournament), sheet), width=1200)


def draw_map(visit: Visit, plan: Plan, row: SheetRow) -> Picture:
    """Return a sheet's map, with whose it is and what it comes to."""
    played, report = plan.find_round(row.round), score_season(row)
    player = plan.players.get(row.player or "")
    about = [plan.tournament.name]
    about += [visit.translate(ROUND) % {"number": played.number}] if played else []
    about += [visit.translate(TITLES[row.season])] if row.season else []
    svg = draw_map_svg(
        row.map.to_engine(),
        title=player.name if player else plan.tournament.name,
        subtitle=" · ".join(about if player else about[1:]),
        total=report.total if report else None,
        coins=row.map.coins,
    )
    name = [player.name if player else "map", f"round {played.number}" if played else "", row.season or ""]
    return Picture(svg, _file_name(name))


@router.get(
    "/tournaments/{tournament}/players/{player}/rounds/{number}/strip.{kind}", name="pages.strip_picture"
)
async def get_strip(
    tournament: PathId, player: PathId, number: RoundNumber, visit: VisitDep, wanted: WantedDep
) -> Response:
    """Return a player's game from season to season."""

    def draw(db: Connection) -> Picture:
        rows = list_sheets(db, tournament, SheetFilter(player=player, counting=True))
        return _draw_strip(visit, load_plan(db, tournament), rows, player, number)

    return await wanted.show(draw, width=1800)


def _draw_strip(visit: Visit, plan: Plan, rows: Sequence[SheetRow], identifier: str, number: int) -> Picture:
    played, player = plan.round(number), plan.players.get(identifier)
    if played is None or player is None:
        raise NotHereError(later("round") if player else later("player"))
    own = [row for row in rows if (row.player, row.round) == (player.id, played.id)]
    result = score_player(own, plan.edicts(played, player.id))
    sheets = [choose_sheet(own, season) for season in Season]
    panels = [
        Panel(visit.translate(title), sheet.map.to_engine() if sheet else None, stars)
        for title, sheet, stars in zip(TITLES.values(), sheets, result.seasons, strict=True)
    ]
    svg = draw_strip_svg(
        panels,
        title=player.name,
        subtitle=f"{plan.tournament.name} · {visit.translate(ROUND) % {'number': number}}",
        total=result.total,
        nothing=visit.translate(later("no sheet")),
    )
    return Picture(svg, _file_name([player.name, f"round {number}"]))


@router.get("/tournaments/{tournament}/chart.{kind}", name="pages.chart_picture")
async def get_chart(tournament: PathId, visit: VisitDep, wanted: WantedDep) -> Response:
    """Return a chart of the standings over the rounds, as they were published last."""

    def draw(db: Connection) -> Picture:
        publication = last_publication_id(db, tournament)
        if publication is None:
            raise NotHereError("publication")
        return _draw_chart(visit, visit.resources.boards.find(db, tournament, publication))

    return await wanted.show(draw, width=1600)


def _draw_chart(visit: Visit, board: Board) -> Picture:
    lines = [Line(placing.player, placing.rank, placing.rounds) for placing in board.ranking.placings]
    numbers = range(1, 1 + max((len(line.totals) for line in lines), default=0))
    svg = draw_chart_svg(
        lines,
        title=board.tournament,
        subtitle=visit.translate(later("The standings after each round")),
        round_names=[visit.translate(ROUND) % {"number": number} for number in numbers],
    )
    return Picture(svg, _file_name([board.tournament, "standings"]))


def _file_name(contents: list[str]) -> str:
    """Return a name of plain letters for a file, whatever people are called.

    >>> _file_name(['Zoë "; rm -rf', "round 2", "winter"]), _file_name(["李", ""])
    ('zoe-rm-rf-round-2-winter', 'picture')
    """
    plain = [word for part in contents for word in words_of(part) if word.isascii()]
    return "-".join(plain)[:LONGEST_NAME].strip("-") or "picture"
