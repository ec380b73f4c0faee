"""Standings: in each round, at each table, and over all rounds."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from engine.sentence import Sentence
from engine.standings import Result, rank_players
from service.review.contradictions import find_accepted
from service.sheets.rows import COUNTING, SheetRow, list_sheets
from service.standings.documents import Ranked, Ranking, TableStandings
from service.tournament.documents import Player, Round, Table
from service.tournament.plan import Plan, load_plan
from service.tournament.results import PlayerResult, Standing, score_player


@dataclass(frozen=True, slots=True)
class RoundStandings:
    """The standings of a round."""

    round: Round
    edicts: tuple[str, ...]
    results: Mapping[str, PlayerResult]
    """By player, in the order of their names."""
    ranking: Ranking
    tables: tuple[TableStandings, ...]


@dataclass(frozen=True, slots=True)
class TournamentStandings:
    """The standings of a tournament so far."""

    plan: Plan
    rounds: tuple[RoundStandings, ...]
    ranking: Ranking
    unplaced: int
    """Sheets whose player, round or season is not known."""

    @property
    def is_complete(self) -> bool:
        """Whether every total is known, and every rank follows."""
        return bool(self.rounds) and self.ranking.complete

    @property
    def is_settled(self) -> bool:
        """Whether it is complete, and no sheet awaits review."""
        states = {placing.state for placing in self.ranking.placings}
        return self.is_complete and states <= {Standing.SETTLED} and not self.unplaced


def make_standings(db: Connection, tournament: str) -> TournamentStandings:
    """Return the standings of a tournament as they are now.

    Raises:
        NotHereError: There is no such tournament.
    """
    accepted = find_accepted(db, tournament)
    return compute_standings(load_plan(db, tournament), list_sheets(db, tournament, COUNTING), accepted)


def compute_standings(
    plan: Plan, sheets: Iterable[SheetRow], accepted: Collection[str] = ()
) -> TournamentStandings:
    """Return the standings by a set-up, its sheets and the accepted contradictions."""
    lying: dict[tuple[str, str], list[SheetRow]] = defaultdict(list)
    unplaced = 0
    for sheet in sheets:
        if sheet.player is None or sheet.round is None or sheet.season is None:
            unplaced += 1
        else:
            lying[sheet.round, sheet.player].append(sheet)
    twins = _twins(plan, (sheet for some in lying.values() for sheet in some))
    rounds = tuple(_round_standings(plan, played, lying, twins, accepted) for played in plan.rounds)
    overall = rank([_sum_up(player, rounds) for player in plan.players.values()])
    return TournamentStandings(plan, rounds, overall, unplaced)


def _twins(plan: Plan, sheets: Iterable[SheetRow]) -> Mapping[str, str]:
    """Return a sentence for each sheet whose map another player has too."""
    alike: dict[str, list[SheetRow]] = defaultdict(list)
    for sheet in sheets:
        if sheet.likeness:
            alike[sheet.likeness].append(sheet)
    return {
        sheet.id: _twin_words(plan, sheet, others)
        for some in alike.values()
        for sheet in some
        if (others := [other for other in some if other.player != sheet.player])
    }


def _twin_words(plan: Plan, sheet: SheetRow, others: Iterable[SheetRow]) -> str:
    """Return who else has the map of a sheet: in the same round, else in others."""
    here = [other for other in others if other.round == sheet.round]
    names = _quoted({plan.players[other.player or ""].name for other in here or others})
    if here:
        return Sentence(
            "The map of %(season)s is square by square that of %(names)s.",
            season=str(sheet.season),
            names=names,
        )
    return Sentence(
        "The map of %(season)s is square by square that of %(names)s in another round.",
        season=str(sheet.season),
        names=names,
    )


def _round_standings(
    plan: Plan,
    played: Round,
    lying: Mapping[tuple[str, str], Sequence[SheetRow]],
    twins: Mapping[str, str],
    accepted: Collection[str],
) -> RoundStandings:
    expected = set(plan.expected(played))
    playing = [
        player for player in plan.players.values() if player in expected or (played.id, player.id) in lying
    ]
    results = {}
    for player in playing:
        own, edicts = lying.get((played.id, player.id), ()), plan.edicts(played, player.id)
        result = score_player(own, edicts, solo=plan.tournament.solo, accepted=accepted)
        of_twins = (twins[sheet] for sheet in result.sheets if sheet in twins)
        results[player.id] = replace(result, notes=(*result.notes, *of_twins))
    tables = tuple(_table_standings(plan, played, table, results) for table in played.tables)
    ranking = rank([_in_round(player, results[player.id]) for player in playing])
    return RoundStandings(played, plan.edicts_at(played), results, ranking, tables)


def _table_standings(
    plan: Plan, played: Round, table: Table, results: Mapping[str, PlayerResult]
) -> TableStandings:
    sitting = [_in_round(plan.players[player], results[player]) for player in table.players]
    return TableStandings(
        table_id=table.id,
        table=table.name,
        edicts=plan.edicts_at(played, table),
        ranking=rank(sitting),
    )


def _in_round(player: Player, result: PlayerResult) -> Ranked:
    return Ranked(
        rank=None,
        shared=False,
        player_id=player.id,
        player=player.name,
        total=result.total,
        lost_to_monsters=result.lost_to_monsters,
        state=result.state,
        rounds=(),
        so_far=result.so_far,
    )


ORDER = (Standing.SETTLED, Standing.PROVISIONAL, Standing.CONTRADICTED, Standing.MISSING)
"""The surest first."""
TOTALLED = frozenset({Standing.SETTLED, Standing.PROVISIONAL})
"""The states of results that have a total."""


def _sum_up(player: Player, rounds: Sequence[RoundStandings]) -> Ranked:
    """Add up the rounds that a player was to play; those in which they were not seated count nothing."""
    played = [in_round.results.get(player.id) for in_round in rounds]
    results = [result for result in played if result is not None]
    known = [result.total for result in results if result.total is not None]
    so_far = [result.so_far for result in results if result.so_far is not None]
    lost = [result.lost_to_monsters for result in results if result.total is not None]
    return Ranked(
        rank=None,
        shared=False,
        player_id=player.id,
        player=player.name,
        total=sum(known) if known else None,
        lost_to_monsters=None if None in lost or not lost else sum(stars or 0 for stars in lost),
        state=max((result.state for result in results), key=ORDER.index, default=Standing.SETTLED),
        rounds=tuple(result.total if result else None for result in played),
        so_far=sum(so_far) if so_far else None,
    )


def rank(players: Sequence[Ranked]) -> Ranking:
    """Rank players by their totals; a tie goes to the player who lost the fewest stars to monsters.

    Players who still tie share the rank. So do players whose losses are not known, and the ranking lists such
    ties. Players without a total come last and have no rank, in the order of the stars that are known.
    """
    by_name = {placing.player: placing for placing in players if placing.total is not None}
    unbreakable = _unbreakable(players)
    standings = rank_players(
        Result(name, placing.total or 0, placing.lost_to_monsters) for name, placing in by_name.items()
    )
    ranked = [
        by_name[placing.result.player].model_copy(update={"rank": placing.rank, "shared": placing.shared})
        for placing in standings.placings
    ]
    rest = sorted(
        (placing for placing in players if placing.total is None),
        key=lambda placing: (placing.so_far is None, -(placing.so_far or 0), placing.player),
    )
    return Ranking(
        complete=bool(players) and not unbreakable and {placing.state for placing in players} <= TOTALLED,
        placings=(*ranked, *rest),
        winners=tuple(placing.player for placing in ranked if placing.rank == 1),
        open_ties=tuple(_open_tie(total, tying) for total, tying in unbreakable.items()),
    )


def find_unsure_losses(ranking: Ranking) -> frozenset[str]:
    """Return the players who tie in a ranking and whose stars lost to monsters are not known."""
    tying = (placing for some in _unbreakable(ranking.placings).values() for placing in some)
    return frozenset(placing.player_id for placing in tying if placing.lost_to_monsters is None)


def _unbreakable(players: Iterable[Ranked]) -> dict[int, list[Ranked]]:
    """Return the ties that unknown losses leave open, by their totals, the highest first."""
    at: dict[int, list[Ranked]] = defaultdict(list)
    for placing in players:
        if placing.total is not None:
            at[placing.total].append(placing)
    return {
        total: tying
        for total, tying in sorted(at.items(), reverse=True)
        if len(tying) > 1 and any(placing.lost_to_monsters is None for placing in tying)
    }


def _open_tie(total: int, tying: Iterable[Ranked]) -> str:
    return Sentence(
        "%(names)s tie at %(total)s, and the stars lost to monsters, which break the tie, "
        "are not known for all of them: look at the monsters' boxes.",
        names=_quoted(placing.player for placing in tying),
        total=total,
    )


def _quoted(names: Iterable[str]) -> str:
    *others, last = [f'"{name}"' for name in sorted(names)]
    return Sentence("%(names)s and %(last)s", names=others, last=last) if others else last
