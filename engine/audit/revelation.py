"""Checks that the cards can have been drawn in the order in which they were revealed."""

from collections.abc import Sequence

from engine.areas import Area, beside
from engine.audit.cover import Drawing
from engine.audit.drawings import has_room
from engine.audit.effects import Effects
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import AmbushCard, Card, Effect, ExploreCard
from engine.game.solo import find_lair
from engine.terrain import Terrain


def is_drawn_in_order(played: SeasonPlayed, effects: Effects, drawings: Sequence[Drawing]) -> bool:
    """Whether each drawing found room in its turn, and each 1x1 square, pass and gaze was due then."""
    free = played.old.empty & ~effects.zombies & ~effects.ravaged
    gazed_at = 0
    for drawing in drawings:
        card = played.cards[drawing.card]
        if drawing.area & ~free or not _is_allowed(played, card, drawing, free):
            return False
        free &= ~drawing.area
        if isinstance(card, AmbushCard) and card.effect is Effect.GORGON:
            if not _is_gaze_allowed(played, effects, drawing, free):
                return False
            free &= ~effects.gazed
            gazed_at = effects.gazed
    return gazed_at == effects.gazed


def _is_allowed(played: SeasonPlayed, card: Card, drawing: Drawing, free: Area) -> bool:
    """Whether a 1x1 square in place of a shape, a pass or the monster's place in solo mode was due then."""
    if isinstance(card, AmbushCard) and played.solo:
        return drawing.area == find_lair(card, free)
    if not drawing.area:
        return not free
    if not drawing.is_fallback:
        return True
    if isinstance(card, ExploreCard):
        return not has_room(card, played.old, on_ruins=played.asks_for_ruins(drawing.card), free=free)
    return isinstance(card, AmbushCard) and not card.shape.fits(free)


def _is_gaze_allowed(played: SeasonPlayed, effects: Effects, gorgon: Drawing, free: Area) -> bool:
    """Whether the Gorgon destroyed an adjacent space as it was then; none only where there is none."""
    if gorgon.is_fallback or not gorgon.area:
        return not effects.gazed
    spaces = ~played.old.area(Terrain.MOUNTAIN)
    if not effects.gazed:
        destroyed = played.new.area(Terrain.DESTROYED)
        fallen = 0 if played.rules.destroyed_gorgon_gazes else destroyed  # perhaps as it was drawn
        return not beside(gorgon.area & ~fallen) & spaces & ~destroyed
    near = beside(gorgon.area) & spaces
    return bool(effects.gazed & near) and bool(effects.gazed & free) == effects.gazed_empty
