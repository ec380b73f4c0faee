"""The score of a whole game, from a player's maps as they were when the seasons were scored."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.areas import squares_of
from engine.edicts import Edict
from engine.errors import GameScoreError, check_kind
from engine.mapsheet import MapSheet
from engine.scoring import ScoreReport, Season, score_map

GAME_SCORE_SCHEMA = "surveyor/game_score@1"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A player's map and coins at the moment when a season is scored."""

    sheet: MapSheet
    coins: int = 0
    """How many symbols of the coin track are filled in."""


@dataclass(frozen=True, slots=True)
class GameScore:
    """The scores of the four seasons, and what they come to."""

    seasons: tuple[ScoreReport, ...]
    """One score a season, spring first."""

    @property
    def total(self) -> int:
        """The final score: the sum of the four seasons."""
        return sum(report.total for report in self.seasons)

    @property
    def lost_to_monsters(self) -> int:
        """How many stars all seasons together lost to monsters; the fewest break a tie."""
        return -sum(report.monsters.total for report in self.seasons)

    def to_json(self) -> dict[str, object]:
        """Return the score as a surveyor/game_score@1 document."""
        return {
            "schema": GAME_SCORE_SCHEMA,
            "seasons": [
                {"season": season.value, "score": report.to_json()}
                for season, report in zip(Season, self.seasons, strict=True)
            ],
            "total": self.total,
            "lost_to_monsters": self.lost_to_monsters,
        }


def score_game(snapshots: Sequence[Snapshot], edicts: Sequence[Edict]) -> GameScore:
    """Score the four seasons of one player, each by its two edicts.

    >>> from engine import EDICTS, Side
    >>> edicts = [EDICTS[name] for name in ["Greenbough", "Canal Lake", "Wildholds", "Silos"]]
    >>> score_game([Snapshot(MapSheet.blank(Side.A), coins) for coins in (0, 1, 1, 2)], edicts).total
    4

    Args:
        snapshots: The four maps, spring first, each as it was when its season was scored.
        edicts: The four edicts, in the order A B C D.

    Raises:
        GameScoreError: These are not the four seasons of one sheet.
        EngineError: The edicts or the coins fit no game.
    """
    check_snapshots(snapshots)
    return GameScore(
        tuple(
            score_map(snapshot.sheet, edicts, coins=snapshot.coins, season=season)
            for season, snapshot in zip(Season, snapshots, strict=True)
        )
    )


def check_snapshots(snapshots: Sequence[Snapshot]) -> None:
    """Refuse maps that are not the four seasons of one sheet.

    Raises:
        GameScoreError: There are not four, their sides differ, or coins or drawn squares are lost on the way.
    """
    for each in snapshots:
        check_kind(each, Snapshot, "the map of a season is a Snapshot")
    if len(snapshots) != len(Season):
        raise GameScoreError(f"a game has {len(Season)} maps, one a season, not {len(snapshots)}")
    seasons = list(Season)
    for (before, after), (earlier, later) in zip(pairwise(seasons), pairwise(snapshots), strict=True):
        if earlier.sheet.side is not later.sheet.side:
            raise GameScoreError(
                f"{before} is on side {earlier.sheet.side}, {after} on side {later.sheet.side}; "
                "all four maps of a game are one sheet"
            )
        if earlier.coins > later.coins:
            raise GameScoreError(
                f"the coins fall from {earlier.coins} in {before} to {later.coins} in {after}; "
                "coins are never lost"
            )
        if lost := earlier.sheet.filled & later.sheet.empty:
            raise GameScoreError(
                f"{squares_of(lost)[0]} is filled in {before} and empty in {after}; "
                "what was drawn stays: are these maps of one player?"
            )
