"""The progress of a tournament: steps done, the next one, and missing parts."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from sqlalchemy import Connection

from engine import Season
from service.files.documents import FileState, FileStatus
from service.files.states import FileFilter, count_files, count_wanted, list_files
from service.pages.tournament.people import players_with_keys
from service.review.contradictions import find_accepted
from service.sheets.rows import COUNTING, list_sheets
from service.standings.documents import StandingsDocument
from service.standings.overview import Glance, glance_at
from service.standings.publications import last_publication
from service.standings.standings import RoundStandings, TournamentStandings, compute_standings
from service.tournament.plan import Plan, load_plan
from service.tournament.results import OF_NUMBERS, Lacking, Missing, PlayerResult, Standing

LATEST = 12  # files that are shown as they come in
SET_ASIDE = "set_aside"  # beside the states of a file, of those whose sheets all are
NO_SHEET = frozenset({Lacking.SHEET, Lacking.LAST_MAP})
UNDER_WAY = (FileState.WAITING, FileState.READING)


class StepName(StrEnum):
    """The way from an empty table to published standings."""

    EDICTS = "edicts"
    PLAYERS = "players"
    TABLES = "tables"
    PRINT = "print"
    SHEETS = "sheets"
    RESCUE = "rescue"
    REVIEW = "review"
    NUMBERS = "numbers"
    PUBLISH = "publish"


StepState: TypeAlias = Literal["done", "next", "later"]
"""The state of a step."""
OPTIONAL = frozenset({StepName.TABLES, StepName.PRINT})


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come."""

    standings: TournamentStandings
    glance: Glance
    there: Mapping[tuple[str | None, Season | None], int]
    """Of how many players the sheet of a round and a season is there."""
    tally: Mapping[str, int]
    """How many files are in each state, with those that were set aside for themselves."""
    unread: int
    """How many files could not be read, or some page of them, and were not set aside."""
    latest: Sequence[FileStatus]
    """The last files that came, the latest first."""
    linked: int
    """How many players have a link that opens something."""
    is_published: bool
    is_stale: bool
    """Whether the standings are other than was published."""

    @property
    def is_reading(self) -> bool:
        """Whether photos are being read just now."""
        return any(self.tally[state] for state in UNDER_WAY)

    @property
    def sent(self) -> int:
        """How many files came."""
        return sum(self.tally.values())

    @property
    def results(self) -> list[PlayerResult]:
        """The results of all rounds."""
        return [result for played in self.standings.rounds for result in played.results.values()]

    @property
    def contradicted(self) -> int:
        """How many results do not fit together in something."""
        return sum(result.state is Standing.CONTRADICTED for result in self.results)

    @property
    def without_sheet(self) -> int:
        """How many results lack the sheet which tells their total."""
        return self._count_lacking(NO_SHEET)

    @property
    def without_numbers(self) -> int:
        """How many results lack numbers of earlier seasons."""
        return self._count_lacking(OF_NUMBERS)

    def _count_lacking(self, what: Collection[Lacking]) -> int:
        return sum(any(missing.what in what for missing in _missing(result)) for result in self.results)

    @property
    def steps(self) -> Mapping[StepName, StepState]:
        """The steps; the first that must be done and is not is the next one.

        While sheets still come, those that wait for a person can be looked at already.
        """
        done = self._done()
        following = next((name for name in StepName if not done[name] and name not in OPTIONAL), None)
        if following is StepName.SHEETS and (self.glance.review or self.contradicted):
            following = StepName.REVIEW
        return {
            name: "done" if done[name] else "next" if name is following else "later"
            for name in StepName
            if not (done[name] and name is StepName.RESCUE)  # shown while there is something to do
        }

    def _done(self) -> Mapping[StepName, bool]:
        plan, glance, unplaced = self.standings.plan, self.glance, self.standings.unplaced
        has_sheets = bool(self.results) and not self.without_sheet
        return {
            StepName.EDICTS: _has_edicts(plan),
            StepName.PLAYERS: bool(plan.players),
            StepName.TABLES: bool(plan.rounds) and all(played.tables for played in plan.rounds),
            StepName.PRINT: False,  # nobody tells us what came out of the printer
            StepName.SHEETS: has_sheets and not self.is_reading,
            StepName.RESCUE: not self.unread,
            StepName.REVIEW: bool(glance.sheets) and not (glance.review or unplaced or self.contradicted),
            StepName.NUMBERS: self.standings.is_complete,
            StepName.PUBLISH: self.is_published and not self.is_stale,
        }

    def lacks(self, played: RoundStandings) -> Mapping[Missing, Sequence[str]]:
        """Return what is missing in a round, with the players who lack it: the most frequent first."""
        names: dict[Missing, list[str]] = defaultdict(list)
        for placing in played.ranking.placings:
            for what in _missing(played.results[placing.player_id]):
                names[what].append(placing.player)
        return dict(sorted(names.items(), key=lambda lacking: -len(lacking[1])))


def tally_files(db: Connection, tournament: str) -> Mapping[str, int]:
    """Return how many files are in each state, with those that were set aside for themselves."""
    counts = {state.value: count for state, count in count_files(db, tournament).items()}
    counts[SET_ASIDE] = count_wanted(db, tournament, FileFilter(set_aside=True))
    counts[FileState.REJECTED.value] -= counts[SET_ASIDE]
    return counts


def find_progress(db: Connection, tournament: str) -> Progress:
    """Return how far a tournament has come.

    Raises:
        NotHereError: There is no such tournament.
    """
    plan, lying = load_plan(db, tournament), list_sheets(db, tournament, COUNTING)
    standings = compute_standings(plan, lying, find_accepted(db, tournament))
    last, places = last_publication(db, tournament), {(row.round, row.season, row.player) for row in lying}
    return Progress(
        standings=standings,
        glance=glance_at(db, [tournament])[tournament],
        there=Counter((round, season) for round, season, _ in places),
        tally=tally_files(db, tournament),
        unread=count_wanted(db, tournament, FileFilter(unread=True)),
        latest=list_files(db, tournament, most=LATEST, latest=True),
        linked=len(players_with_keys(db, tournament)),
        is_published=last is not None,
        is_stale=last is not None and last.standings != StandingsDocument.of(standings),
    )


def _has_edicts(plan: Plan) -> bool:
    """Tell whether the edicts of every game are known."""
    if plan.tournament.edicts:
        return True
    seated = [(played, player.id) for played in plan.rounds for player in plan.expected(played)]
    return bool(seated) and all(plan.edicts(played, player) for played, player in seated)


def _missing(result: PlayerResult) -> tuple[Missing, ...]:
    return result.missing if result.state is Standing.MISSING else ()
