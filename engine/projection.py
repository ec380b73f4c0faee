"""Projected scores: of a map if nothing more were drawn on it, as players reckon during a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.edicts import Edict
from engine.mapsheet import MapSheet
from engine.scoring import (
    EDICT_LETTERS,
    ScoreLine,
    ScoreReport,
    Season,
    check_coins,
    check_edicts,
    check_sheet,
    monster_losses,
)

PROJECTION_SCHEMA = "surveyor/projection@1"


@dataclass(frozen=True, slots=True)
class Projection:
    """The scores of a map in the seasons still to come, if nothing more were drawn."""

    lines: tuple[ScoreLine, ...]
    """Stars of each edict now, in the order A B C D."""
    seasons: tuple[tuple[Season, ScoreReport], ...]
    """The seasons still to be scored, each as this map would be."""
    earned: int
    """The stars of the seasons already scored."""

    @property
    def total(self) -> int:
        """Stars at the end of the game."""
        return self.earned + sum(report.total for _, report in self.seasons)

    def to_json(self) -> dict[str, object]:
        """Return the projection as a surveyor/projection@1 document."""
        return {
            "schema": PROJECTION_SCHEMA,
            "edicts": {line.edict.name: line.stars.total for line in self.lines},
            "seasons": [
                {"season": season.value, "score": report.to_json()} for season, report in self.seasons
            ],
            "earned": self.earned,
            "total": self.total,
        }


def project_score(
    sheet: MapSheet,
    edicts: Sequence[Edict],
    *,
    coins: int = 0,
    season: Season = Season.SPRING,
    earned: int = 0,
) -> Projection:
    """Score the map for every season from this one on, as if nothing more were drawn.

    An edict that is not known gives nothing. The effects of ambushes that go on after a season, such as that
    of the Zombies, are left out.

    >>> from engine import EDICTS, Side
    >>> edicts = [EDICTS[name] for name in ["Greenbough", "Canal Lake", "Wildholds", "Silos"]]
    >>> project_score(MapSheet.blank(Side.A), edicts, coins=2, season=Season.FALL, earned=30).total
    34

    Args:
        sheet: The map as it is.
        edicts: The edicts in the order A B C D, as far as they are known.
        coins: How many symbols of the coin track are filled in.
        season: The season under way, which is the next to be scored.
        earned: The stars of the seasons before.

    Raises:
        EngineError: The edicts or the coins fit no game.
    """
    check_sheet(sheet)
    check_edicts(edicts)
    check_coins(coins)
    left = list(Season)[list(Season).index(Season(season)) :]
    lines = tuple(ScoreLine(edict, edict.earns(sheet)) for edict in edicts)
    monsters = monster_losses(sheet)
    return Projection(
        lines=lines,
        seasons=tuple((still, ScoreReport(_scored(still, lines), coins, monsters)) for still in left),
        earned=earned,
    )


def _scored(season: Season, lines: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Return the lines of the two edicts that the season scores, if they are known."""
    line_of = dict(zip(EDICT_LETTERS, lines, strict=False))
    return tuple(line_of[letter] for letter in season.letters if letter in line_of)
