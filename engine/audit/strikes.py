"""Checks that heroes can have destroyed the monsters that are destroyed, and no others."""

from collections.abc import Sequence
from itertools import product

from engine.areas import squares_of
from engine.audit.attacks import attacks_of, within_reach
from engine.audit.cover import Drawing
from engine.audit.effects import Effects
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import HeroCard
from engine.terrain import Terrain


def are_strikes_possible(played: SeasonPlayed, effects: Effects, drawings: Sequence[Drawing]) -> bool:
    """Whether the heroes' attacks account for every destroyed monster, and spare every other one."""
    monsters = played.old.area(Terrain.MONSTER) | effects.zombies
    for drawing in drawings:
        monsters |= drawing.area if drawing.terrain is Terrain.MONSTER else 0
    struck = played.destroyed & monsters & ~effects.gazed
    fallen = played.old.area(Terrain.DESTROYED) | effects.gazed
    earlier = within_reach(played.old.area(Terrain.HERO) | fallen) & ~played.old.filled
    alive = played.new.area(Terrain.MONSTER)
    turn = played.rules.rotate_hero_pattern
    heroes = [
        attacks_of(card, squares_of(drawing.area)[0], rotate=turn)
        for drawing in drawings
        if isinstance(card := played.cards[drawing.card], HeroCard) and drawing.area
    ]
    for attacks in product(*heroes):
        attacked = 0
        for area in attacks:
            attacked |= area
        if not attacked & alive and not struck & ~attacked & ~earlier:
            return True
    return False
