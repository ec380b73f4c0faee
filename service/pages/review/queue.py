"""The review queue: sheets in review, games whose maps contradict each other, and what else is open."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from service.documents import Reason
from service.files.pagereadings import find_unopened
from service.files.states import FileFilter, count_wanted
from service.pages.review.questions import KINDS, Entry, Way, entries_of, lacks_player, last_said
from service.pages.tournament.links import BETWEEN_MAPS, link_to_contradiction, link_to_missing
from service.pages.visits import VisitDep, go_to
from service.review.contradictions import Contradiction, find_accepted, list_contradictions
from service.review.order import list_open
from service.routes.parameters import PathId
from service.sheets.rows import SheetRow
from service.standings.standings import TournamentStandings, make_standings
from service.tournament.flags import Flag
from service.tournament.plan import load_plan
from service.tournament.results import NUMBERS_CONTRADICT, Missing, Standing
from service.tournament.tournaments import find_tournament

router = APIRouter(prefix="/tournaments/{tournament}/review", include_in_schema=False)

MOST_SHOWN = 100
CONTRADICTIONS = BETWEEN_MAPS | {NUMBERS_CONTRADICT, "map_impossible", "map_damaged"}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sheet that waits."""

    row: SheetRow
    stake: float
    """About how many stars depend on what is asked."""
    entries: Sequence[Entry]

    @property
    def lacks_player(self) -> bool:
        """Whether it is asked whose sheet this is; all such sheets are asked about on one page."""
        return lacks_player(self.row)


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A player's game in a round whose sheets contradict each other."""

    player: str
    """Their identifier."""
    round: int
    wrong: Sequence[Flag | Reason]
    sheets: Sequence[str]
    """Their identifiers."""

    @property
    def way(self) -> str:
        """The page on which it is put right, as a path within the tournament."""
        return link_to_contradiction({each.code for each in self.wrong}, self.round, self.player, self.sheets)


@router.get("", name="pages.review")
def get_review(tournament: PathId, visit: VisitDep) -> Response:
    """Show the queue, the most stars at stake first."""
    way = Way.of(visit.request.query_params)
    visit.openings.leave(visit.browser)
    with visit.reading() as db:
        plan = load_plan(db, tournament)
        waiting = list_waiting(db, tournament)
        standings = make_standings(db, tournament)
        contradicted = list(_contradicted(standings))
        stands = _accepted(list_contradictions(db, tournament)) if find_accepted(db, tournament) else []
        unread = count_wanted(db, tournament, FileFilter(unread=True))
        last = last_said(db, visit, plan, way)
        unopened = find_unopened(db, [each.row.file for each in waiting])
    counts = {kind: sum(_count(each, kind) for each in waiting) for kind in KINDS}
    listed = [each for each in waiting if not way.kind or _count(each, way.kind)]
    return visit.show(
        "review.html",
        plan=plan,
        waiting=listed[:MOST_SHOWN],
        unopened=unopened,
        more=max(0, len(listed) - MOST_SHOWN),
        total=len(listed),
        doubts=sum(len(each.entries) for each in waiting),
        counts={kind: count for kind, count in counts.items() if count},
        kinds=KINDS,
        way=way,
        last_said=last,
        contradicted=contradicted,
        stands=stands,
        unread=unread,
        lacks=_lacks(standings),
        link_to_missing=link_to_missing,
        ties=standings.ranking.open_ties,
        busy=visit.openings.others(visit.browser),
        put_off=sum(each.row.id in way.passed for each in waiting),
    )


@router.get("/next", name="pages.review_next")
def get_next(tournament: PathId, visit: VisitDep) -> Response:
    """Lead to the next doubt that is not put off, on a sheet that no other judge has before them.

    After them come the games whose maps contradict each other; then, the queue.
    """
    way, here = Way.of(visit.request.query_params), f"/tournaments/{tournament}/review"
    with visit.reading() as db:
        find_tournament(db, tournament)
        waiting = list_waiting(db, tournament)
        found = [] if waiting or way.kind else list_contradictions(db, tournament)
    busy = visit.openings.others(visit.browser)
    for each in waiting:
        if each.row.id not in way.passed and each.row.id not in busy:
            entry = next((entry for entry in each.entries if way.wants(entry)), None)
            if entry is not None:
                visit.openings.note(visit.browser, visit.actor.name, each.row.id)  # before anybody else asks
                return go_to(way.to(each.row, entry.name))
    still = next((each for each in found if not each.is_accepted), None)
    return go_to(f"{here}/growth/{still.round}/{still.player}" if still else f"{here}{way.query}")


def list_waiting(db: Connection, tournament: str) -> list[Waiting]:
    """Return the sheets in review, the one with the most stars at stake first."""
    return [Waiting(each.sheet, each.stake, entries_of(each)) for each in list_open(db, tournament)]


def _count(waiting: Waiting, kind: str) -> int:
    return sum(entry.kind == kind for entry in waiting.entries)


def _lacks(standings: TournamentStandings) -> Mapping[tuple[Missing, int], int]:
    """Return of how many players' totals something lacks, by what and by the number of the round."""
    return Counter(
        (missing, played.round.number)
        for played in standings.rounds
        for result in played.results.values()
        if result.state is Standing.MISSING
        for missing in result.missing
    )


def _contradicted(standings: TournamentStandings) -> Iterator[Contradicted]:
    """Yield the games whose maps or numbers contradict each other; no doubt of a single sheet tells that."""
    for played in standings.rounds:
        for player, result in played.results.items():
            flags = [flag for flag in result.flags if flag.code in CONTRADICTIONS]
            if flags:
                yield Contradicted(player, played.round.number, flags, result.sheets)


def _accepted(found: Sequence[Contradiction]) -> list[Contradicted]:
    """Return the games with contradictions that people let stand."""
    games: dict[tuple[int, str], list[Contradiction]] = {}
    for each in found:
        if each.is_accepted:
            games.setdefault((each.round, each.player), []).append(each)
    return [
        Contradicted(player, number, [each.reason for each in some], some[0].sheets)
        for (number, player), some in games.items()
    ]
