"""The progress of a tournament: steps done, the next one, and missing parts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection

from engine import Season
from service.files.documents import FileState, FileStatus
from service.files.states import count_files, count_set_aside, count_unread, list_files
from service.pages.tournament.people import players_with_keys
from service.review.contradictions import find_accepted
from service.sheets.rows import COUNTING, SheetRow, list_sheets
from service.standings.documents import StandingsDocument
from service.standings.overview import glance_at
from service.standings.publications import last_publication
from service.standings.standings import RoundStandings, TournamentStandings, compute_standings
from service.tournament.plan import load_plan
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


OPTIONAL = frozenset({StepName.TABLES, StepName.PRINT})
IF_NEEDED = frozenset({StepName.RESCUE})
"""Steps that are shown while there is something to do."""


class StepState(StrEnum):
    """Where a step stands."""

    DONE = "done"
    NEXT = "next"
    LATER = "later"


@dataclass(frozen=True, slots=True)
class Step:
    """One of them."""

    name: StepName
    state: StepState
    is_optional: bool


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """How far a round has come."""

    number: int
    expected: int
    """How many are to play it."""
    settled: int
    """Of whom nothing is open."""
    open: int
    """Who have a total, but somebody has to look at a sheet."""
    seasons: Mapping[Season, int]
    """Of how many the sheet of each season is there."""
    lacks: Mapping[Missing, Sequence[str]]
    """What lacks, and of whom: what most lack first."""
    unseated: tuple[str, ...]
    """Who sits at no table, where others do."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come."""

    steps: tuple[Step, ...]
    rounds: tuple[RoundProgress, ...]
    files: Mapping[FileState, int]
    set_aside: int
    """How many of the rejected files could be read, but were set aside."""
    unread: int
    """How many files could not be read, or some page of them, and were not set aside."""
    latest: tuple[FileStatus, ...]
    """The last files that came, the latest first."""
    players: int
    linked: int
    """How many of them have a link that opens something."""
    sheets: int
    without_sheet: int
    """Results that lack the sheet which tells their total."""
    review: int
    contradicted: int
    """Results of which something does not fit together."""
    without_numbers: int
    """Results that lack numbers of earlier seasons."""
    open_ties: int
    """Ties that cannot be broken, as lost stars are not known."""
    unplaced: int
    published: int | None
    """The number of the last publication."""
    is_stale: bool
    """Whether the standings are other than was published."""

    @property
    def is_reading(self) -> bool:
        """Whether photos are being read just now."""
        return any(self.files[state] for state in UNDER_WAY)

    @property
    def tally(self) -> Mapping[str, int]:
        """How many files are in each state, with those that were set aside for themselves."""
        return tally_of(self.files, self.set_aside)

    @property
    def sent(self) -> int:
        """How many files came."""
        return sum(self.files.values())


def tally_of(files: Mapping[FileState, int], set_aside: int) -> dict[str, int]:
    """Return how many files are in each state, with those that were set aside for themselves."""
    counts = {state.value: count for state, count in files.items()}
    counts[FileState.REJECTED.value] -= set_aside
    return counts | {SET_ASIDE: set_aside}


def find_progress(db: Connection, tournament: str) -> Progress:
    """Return how far a tournament has come.

    Raises:
        NotHereError: There is no such tournament.
    """
    plan, lying = load_plan(db, tournament), list_sheets(db, tournament, COUNTING)
    standings = compute_standings(plan, lying, find_accepted(db, tournament))
    files, glance = count_files(db, tournament), glance_at(db, [tournament])[tournament]
    last, unread = last_publication(db, tournament), count_unread(db, tournament)
    stale = last is not None and last.standings != StandingsDocument.of(standings)
    contradicted = sum(result.state is Standing.CONTRADICTED for result in _results(standings))
    done = {
        StepName.EDICTS: _has_edicts(standings),
        StepName.PLAYERS: bool(plan.players),
        StepName.TABLES: bool(plan.rounds) and all(played.tables for played in plan.rounds),
        StepName.PRINT: False,  # nobody tells us what came out of the printer
        StepName.SHEETS: _has_sheets(standings) and not any(files[state] for state in UNDER_WAY),
        StepName.RESCUE: not unread,
        StepName.REVIEW: bool(lying) and not (glance.review or standings.unplaced or contradicted),
        StepName.NUMBERS: standings.is_complete,
        StepName.PUBLISH: last is not None and not stale,
    }
    return Progress(
        steps=tuple(_steps(done, waits=bool(glance.review or contradicted))),
        rounds=_rounds(standings, lying),
        files=files,
        set_aside=count_set_aside(db, tournament),
        unread=unread,
        latest=tuple(list_files(db, tournament, most=LATEST, latest=True)),
        players=glance.players,
        linked=len(players_with_keys(db, tournament)),
        sheets=glance.sheets,
        without_sheet=_count_lacking(standings, NO_SHEET),
        review=glance.review,
        contradicted=contradicted,
        without_numbers=_count_lacking(standings, OF_NUMBERS),
        open_ties=len(standings.ranking.open_ties),
        unplaced=standings.unplaced,
        published=last.number if last else None,
        is_stale=stale,
    )


def _rounds(standings: TournamentStandings, lying: Sequence[SheetRow]) -> tuple[RoundProgress, ...]:
    """Return how far each round has come, by its standings and the sheets that lie there."""
    there: dict[tuple[str | None, Season | None], set[str | None]] = defaultdict(set)
    for sheet in lying:
        there[sheet.round, sheet.season].add(sheet.player)
    found = []
    for played in standings.rounds:
        states = Counter(result.state for result in played.results.values())
        found.append(
            RoundProgress(
                number=played.round.number,
                expected=len(played.results),
                settled=states[Standing.SETTLED],
                open=states[Standing.PROVISIONAL] + states[Standing.CONTRADICTED],
                seasons={season: len(there[played.round.id, season]) for season in Season},
                lacks=_lacks(played),
                unseated=tuple(player.name for player in standings.plan.unseated(played.round)),
            )
        )
    return tuple(found)


def _has_edicts(standings: TournamentStandings) -> bool:
    """Tell whether the edicts of every game are known."""
    plan = standings.plan
    if plan.tournament.edicts:
        return True
    seated = [(played, player.id) for played in plan.rounds for player in plan.expected(played)]
    return bool(seated) and all(plan.edicts(played, player) for played, player in seated)


def _has_sheets(standings: TournamentStandings) -> bool:
    """Tell whether of everybody who is to play the sheet is there that tells their total."""
    return any(True for _ in _results(standings)) and not _count_lacking(standings, NO_SHEET)


def _count_lacking(standings: TournamentStandings, what: frozenset[Lacking]) -> int:
    """Return how many results lack one of these."""
    return sum(any(missing.what in what for missing in _missing(result)) for result in _results(standings))


def _results(standings: TournamentStandings) -> Iterator[PlayerResult]:
    for played in standings.rounds:
        yield from played.results.values()


def _steps(done: Mapping[StepName, bool], *, waits: bool) -> Iterator[Step]:
    """Yield the steps; the first that must be done and is not is the next one.

    While sheets still come, those that wait for a person can be looked at already.
    """
    following = next((name for name in StepName if not done[name] and name not in OPTIONAL), None)
    if following is StepName.SHEETS and waits:
        following = StepName.REVIEW
    for name in (each for each in StepName if not (done[each] and each in IF_NEEDED)):
        state = StepState.DONE if done[name] else StepState.NEXT if name is following else StepState.LATER
        yield Step(name, state, name in OPTIONAL)


def _lacks(standings: RoundStandings) -> dict[Missing, list[str]]:
    names: dict[Missing, list[str]] = defaultdict(list)
    for placing in standings.ranking.placings:
        for what in _missing(standings.results[placing.player_id]):
            names[what].append(placing.player)
    return dict(sorted(names.items(), key=lambda lacking: -len(lacking[1])))


def _missing(result: PlayerResult) -> tuple[Missing, ...]:
    return result.missing if result.state is Standing.MISSING else ()
