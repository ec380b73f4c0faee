"""Who won, and in what order the others follow."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.errors import GameScoreError

STANDINGS_SCHEMA = "surveyor/standings@1"


@dataclass(frozen=True, slots=True)
class Result:
    """What one player ended a game with."""

    player: str
    total: int
    """The final score."""
    lost_to_monsters: int | None
    """How many stars the four seasons lost to monsters, 0 or more; None if that is not known."""


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
    def winners(self) -> tuple[str, ...]:
        """The player who won, or all who share the victory."""
        return tuple(placing.result.player for placing in self.placings if placing.rank == 1)

    def to_json(self) -> dict[str, object]:
        """Return the standings as a surveyor/standings@1 document."""
        return {
            "schema": STANDINGS_SCHEMA,
            "placings": [placing.to_json() for placing in self.placings],
            "winners": list(self.winners),
        }


def rank_players(results: Iterable[Result]) -> Standings:
    """Rank the players by their final scores.

    Of those who tie, the one who lost the fewest stars to monsters goes first. Those who still tie share the
    rank, in the order of their names.

    >>> rank_players([Result("Ann", 80, 5), Result("Bob", 80, 3), Result("Cy", 91, 20)]).placings[1].result
    Result(player='Bob', total=80, lost_to_monsters=3)

    Raises:
        GameScoreError: Players tie, and what one of them lost to monsters is not known.
    """
    ordered = sorted(results, key=lambda result: (*_merit(result), result.player))
    _check_ties(ordered)
    merits = [_merit(result) for result in ordered]
    return Standings(
        tuple(
            Placing(merits.index(merit) + 1, result, merits.count(merit) > 1)
            for result, merit in zip(ordered, merits, strict=True)
        )
    )


def _merit(result: Result) -> tuple[int, int]:
    """Return what decides the rank: the smaller goes first."""
    return -result.total, result.lost_to_monsters or 0


def _check_ties(ordered: Sequence[Result]) -> None:
    for one, other in pairwise(ordered):
        if one.total == other.total and None in (one.lost_to_monsters, other.lost_to_monsters):
            raise GameScoreError(
                f"{one.player} and {other.player} tie at {one.total}, and the stars lost to monsters, "
                "which break the tie, are not known of both"
            )
