"""The cards that a map can have been drawn with, as far as they are known."""

from dataclasses import dataclass

from engine.boxes import Game
from engine.cards import AMBUSH_CARDS, EXPLORE_CARDS, AmbushCard, Effect, ExploreCard
from engine.scoring import Season
from engine.setup import THRESHOLDS


@dataclass(frozen=True, slots=True)
class CardsInPlay:
    """The cards that may be in a game; where little is known, all of both games."""

    explore: tuple[Game, ...] = tuple(Game)
    """Whose explore cards it may be; a game has those of one box."""
    seasons: tuple[Game, ...] = tuple(Game)
    """Whose season cards it may be."""
    ambushes: tuple[AmbushCard, ...] = tuple(AMBUSH_CARDS.values())
    heroes: bool = True
    ruins: bool = True

    @classmethod
    def of_box(cls, game: Game) -> "CardsInPlay":
        """Return the cards of one game, not combined with the other."""
        ambushes = tuple(card for card in AMBUSH_CARDS.values() if card.game is game)
        return cls((game,), (game,), ambushes, game is Game.HEROES, game is Game.CARTOGRAPHERS)

    @property
    def explore_sets(self) -> tuple[tuple[ExploreCard, ...], ...]:
        """The sets of explore cards, one of which is in the game."""
        return tuple(
            tuple(card for card in EXPLORE_CARDS.values() if card.game is game) for game in self.explore
        )

    @property
    def effects(self) -> frozenset[Effect]:
        """Effects that ambush cards may have beyond their monsters."""
        return frozenset(card.effect for card in self.ambushes if card.effect)

    def threshold(self, season: Season) -> int:
        """Return the time at which the season ends, at the latest."""
        return max(THRESHOLDS[game][season] for game in self.seasons)

    def least_threshold(self, season: Season) -> int:
        """Return the time at which the season ends, at the earliest."""
        return min(THRESHOLDS[game][season] for game in self.seasons)

    def largest_ambushes(self, seasons: int) -> int:
        """Return how many squares the ambushes of so many seasons draw at most, one a season."""
        sizes = sorted((len(card.shape) for card in self.ambushes), reverse=True)
        return sum(sizes[:seasons])


def seasons_up_to(season: Season | None) -> tuple[Season, ...]:
    """Return the seasons played when this one ends; all four if it is not known."""
    every = tuple(Season)
    return every if season is None else every[: every.index(season) + 1]
