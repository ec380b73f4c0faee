"""The coins that a season gives."""

from collections.abc import Sequence

from engine.areas import beside
from engine.audit.cover import Drawing
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import DRAGON_COINS, AmbushCard, Effect
from engine.terrain import Terrain


def coins_of(played: SeasonPlayed, drawings: Sequence[Drawing]) -> frozenset[int]:
    """Return how many coins the shapes, the surrounded mountains and the Dragon give."""
    mountains = played.before.mountains & beside(played.old.empty) & ~beside(played.new.empty)
    coins = mountains.bit_count() + sum(drawing.has_coin for drawing in drawings)
    for drawing in drawings:
        card = played.cards[drawing.card]
        if isinstance(card, AmbushCard) and card.effect is Effect.DRAGON and not drawing.is_fallback:
            at_large = drawing.area & ~played.new.area(Terrain.DESTROYED) & beside(played.new.empty)
            coins += DRAGON_COINS if drawing.area and not at_large else 0
    earlier = DRAGON_COINS if played.may_stand(Effect.DRAGON) else 0
    return frozenset({coins, coins + earlier})
