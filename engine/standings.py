"""The winner of a game, and the order of the others."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import groupby

from engine.errors import GameScoreError, check_kind

STANDINGS_SCHEMA = "surveyor/standings@1"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one player in a game."""

    player: str
    total: int
    """The final score."""
    lost_to_monsters: int | None
    """How many stars the four seasons lost to monsters, 0 or more; None if that is not known."""

    def __post_init__(self) -> None:
        """Refuse stars lost that are written as a score is, below zero.

        Raises:
            GameScoreError: There are fewer than none.
        """
        lost = self.lost_to_monsters
        if lost is not None and lost < 0:
            raise GameScoreError(f"{self.player} lost {lost} stars to monsters: they are counted from 0 up")


@dataclass(frozen=True, slots=True)
class Placing:
    """The rank of one player."""

    rank: int
    """1 for the winner; players who share a rank leave the next ones free: 1, 2, 2, 4."""
    result: Result
    shared: bool
    """Whether others have the same rank."""

    def to_json(self) -> dict[str, object]:
        """Return the placing for a surveyor/standings@1 document."""
        return {
            "rank": self.rank,
            "player": self.result.player,
            "total": self.result.total,
            "lost_to_monsters": self.result.lost_to_monsters,
            "shared": self.shared,
        }


@dataclass(frozen=True, slots=True)
class Standings:
    """All players of a game, the winner first."""

    placings: tuple[Placing, ...]

    @property
    def open_ties(self) -> tuple[tuple[str, ...], ...]:
        """The players who share a rank for now: what breaks their tie is not known of all of them."""
        return tuple(tuple(result.player for result in tie) for tie in self._ties())

    @property
    def winners(self) -> tuple[str, ...]:
        """The player who won, or all who share the victory; nobody while the tie for it is open."""
        first = tuple(placing.result.player for placing in self.placings if placing.rank == 1)
        return () if first in self.open_ties else first

    def to_json(self) -> dict[str, object]:
        """Return the standings as a surveyor/standings@1 document."""
        ties = {"open_ties": [list(tie) for tie in self.open_ties]} if self.open_ties else {}
        return {
            "schema": STANDINGS_SCHEMA,
            "placings": [placing.to_json() for placing in self.placings],
            "winners": list(self.winners),
            **ties,
        }

    @property
    def problem(self) -> str | None:
        """The open ties, in words; None if there are none."""
        return "; ".join(map(_tie_in_words, self._ties())) or None

    def _ties(self) -> Iterator[list[Result]]:
        for _, group in groupby(self.placings, key=lambda placing: placing.rank):
            tie = [placing.result for placing in group]
            if len(tie) > 1 and any(result.lost_to_monsters is None for result in tie):
                yield tie


def _tie_in_words(tie: Sequence[Result]) -> str:
    *others, last = [result.player for result in tie]
    return (
        f"{', '.join(others)} and {last} tie at {tie[0].total}, and the stars lost to monsters, "
        "which break the tie, are not known of all"
    )


def rank_players(results: Iterable[Result]) -> Standings:
    """Rank the players by their final scores.

    Of those who tie, the one who lost the fewest stars to monsters goes first. Those who still tie share the
    rank, in the order of their names; so do those who tie while what one of them lost is not known, which
    `Standings.open_ties` tells. Nobody else's rank depends on it.

    >>> rank_players([Result("Ann", 80, 5), Result("Bob", 80, 3), Result("Cy", 91, 20)]).placings[1].result
    Result(player='Bob', total=80, lost_to_monsters=3)
    """
    given = list(results)
    for each in given:
        check_kind(each, Result, "what a player ends with is a Result")
    unknown = {result.total for result in given if result.lost_to_monsters is None}
    ordered = sorted(given, key=lambda result: (*_merit(result, unknown), result.player))
    merits = [_merit(result, unknown) for result in ordered]
    return Standings(
        tuple(
            Placing(merits.index(merit) + 1, result, merits.count(merit) > 1)
            for result, merit in zip(ordered, merits, strict=True)
        )
    )


def _merit(result: Result, unknown: Set[int]) -> tuple[int, int]:
    """Return what decides the rank: the smaller goes first; at `unknown` totals nothing breaks a tie."""
    lost = 0 if result.total in unknown else result.lost_to_monsters or 0
    return -result.total, lost
