"""A season as it was played: its cards, and the maps before and after it."""

from dataclasses import dataclass, field
from functools import cached_property

from engine.areas import Area
from engine.audit.evidence import Evidence
from engine.cards import AmbushCard, Card, Effect, ExploreCard, RuinsCard
from engine.mapsheet import MapSheet
from engine.setup import RuleSwitches
from engine.terrain import Terrain


@dataclass(frozen=True)
class SeasonPlayed:
    """The cards revealed in a season, and a player's maps as they were scored before and after it."""

    before: Evidence
    """The map when the season before was scored; the effects of ambushes that followed come first."""
    after: Evidence
    cards: tuple[Card, ...]
    """In the order in which they were revealed."""
    standing: tuple[AmbushCard, ...] = ()
    """Ambush cards of earlier seasons whose effects go on."""
    solo: bool = False
    rules: RuleSwitches = field(default_factory=RuleSwitches)

    @cached_property
    def old(self) -> MapSheet:
        """The map before."""
        return self.before.sheet

    @cached_property
    def new(self) -> MapSheet:
        """The map after."""
        return self.after.sheet

    @cached_property
    def added(self) -> Area:
        """The squares that were filled in this season, or after the scoring before it."""
        return self.old.empty & ~self.new.empty

    @cached_property
    def destroyed(self) -> Area:
        """The squares that were destroyed since."""
        return self.new.area(Terrain.DESTROYED) & ~self.old.area(Terrain.DESTROYED)

    @cached_property
    def changed(self) -> Area:
        """The squares that were filled before and hold something else, though nothing destroyed them."""
        kept = self.destroyed & ~self.old.area(Terrain.MOUNTAIN)
        for terrain in Terrain:
            kept |= self.old.area(terrain) & self.new.area(terrain)
        return self.old.filled & ~kept

    @cached_property
    def coins_gained(self) -> int | None:
        """How many coins were filled in, if both maps tell."""
        if self.before.coins is None or self.after.coins is None:
            return None
        return self.after.coins - self.before.coins

    def asks_for_ruins(self, place: int) -> bool:
        """Whether a ruins card lies under the explore card at this place of the order."""
        earlier = [card for card in self.cards[:place] if isinstance(card, ExploreCard | RuinsCard)]
        return bool(earlier) and isinstance(earlier[-1], RuinsCard)

    def may_stand(self, effect: Effect) -> bool:
        """Whether an ambush with this effect was revealed before this season."""
        return any(card.effect is effect for card in self.standing)

    def reveals(self, effect: Effect) -> bool:
        """Whether an ambush with this effect was revealed in this season."""
        return any(isinstance(card, AmbushCard) and card.effect is effect for card in self.cards)
