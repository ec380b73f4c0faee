"""The state of a game: the cards, the maps, and who is to do what."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import AmbushCard, Card, Direction, ExploreCard, HeroCard, RuinsCard
from engine.game.cartographer import Cartographer
from engine.scoring import Season
from engine.setup import GameSetup


class Task(StrEnum):
    """The task of the players whose move is due, all at the same time."""

    DRAW = "draw"
    """Draw a shape of the explore card on their own map."""
    AMBUSH = "ambush"
    """Draw the monster on the neighbour's map."""
    GAZE = "gaze"
    """Destroy a space adjacent to the Gorgon just drawn."""
    HERO = "hero"
    """Draw the hero on their own map."""
    RAVAGE = "ravage"
    """Destroy an empty space adjacent to the Giant Troll on their own map."""
    NOTHING = "nothing"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles of cards; each card is in exactly one, and the top card of a face-down pile comes first."""

    explore: tuple[Card, ...]
    """The explore deck, with the ruins, ambush and hero cards shuffled into it."""
    revealed: tuple[Card, ...]
    """The cards revealed this season that still lie in the column, the latest last."""
    ambush: tuple[AmbushCard, ...]
    """The ambush deck."""
    hero: tuple[HeroCard, ...]
    """The hero deck."""
    beside: tuple[AmbushCard, ...] = ()
    """Ambush cards kept as a reminder of their effect, in the order they were revealed."""
    discarded: tuple[Card, ...] = ()
    """Cards that were returned to the box."""


@dataclass(frozen=True, slots=True)
class GameState:
    """A moment of a game; `play` gives the next one."""

    setup: GameSetup
    season: Season
    piles: Piles
    cartographers: tuple[Cartographer, ...]
    """The players by seat, in clockwise order."""
    task: Task
    due: frozenset[int]
    """The seats that have not done it yet; the order in which they do makes no difference."""
    effects: tuple[AmbushCard, ...] = ()
    """The cards whose effect after scoring is still to be resolved, this one first."""
    log: tuple[tuple[Season, Card], ...] = ()
    """Every card revealed so far, in order."""

    @property
    def is_over(self) -> bool:
        """Whether winter has been scored and all effects are resolved."""
        return self.task is Task.NOTHING

    @property
    def card(self) -> Card:
        """The card that the players act upon; when the game is over, the last one revealed."""
        return self.effects[0] if self.effects else self.piles.revealed[-1]

    @property
    def time(self) -> int:
        """The sum of the time values in the column of revealed cards."""
        return sum(card.time for card in self.piles.revealed if isinstance(card, ExploreCard))

    @property
    def is_seasons_last(self) -> bool:
        """Whether the time values meet the season's threshold, so that it ends when all have drawn."""
        return self.time >= self.setup.threshold(self.season)

    @property
    def must_draw_on_ruins(self) -> bool:
        """Whether a ruins card lies under the explore card just revealed, or awaits the next one."""
        earlier = self.piles.revealed[:-1]
        for card in reversed(earlier):
            if isinstance(card, RuinsCard | ExploreCard):
                return isinstance(card, RuinsCard)
        return False

    def revealed_in(self, season: Season) -> tuple[Card, ...]:
        """Return the cards revealed in a season, in order, those that left the column too."""
        return tuple(card for when, card in self.log if when is season)

    def map_before(self, seat: int) -> int:
        """Return the seat whose map lies before this player: the neighbour's while an ambush is resolved."""
        card = self.card
        if self.task not in (Task.AMBUSH, Task.GAZE) or not isinstance(card, AmbushCard):
            return seat
        passed = 1 if card.direction is Direction.CLOCKWISE else -1
        return (seat - passed) % len(self.cartographers)
