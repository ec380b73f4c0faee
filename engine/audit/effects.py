"""Possible effects of ambushes on a map: Zombies, the Giant Troll and the Gorgon."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.areas import Area, beside, bits
from engine.audit.attacks import within_reach
from engine.audit.cover import GaveUpError
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import Effect, HeroCard
from engine.terrain import Terrain

MOST_SPREADS = 256  # ways in which Zombies may have spread; beyond, the search is given up


class Effects(NamedTuple):
    """The effects of ambushes so far, one of several possibilities."""

    zombies: Area = 0
    """Squares to which Zombies spread after the last scoring."""
    ravaged: Area = 0
    """The empty square that the Giant Troll destroyed then."""
    gazed: Area = 0
    """The square that the Gorgon of this season destroyed."""
    gazed_empty: bool = False
    """Whether that square was empty until then."""

    @property
    def filled(self) -> Area:
        """The squares that were empty, and that no card drew."""
        return self.zombies | self.ravaged | (self.gazed if self.gazed_empty else 0)


def possible_effects(played: SeasonPlayed) -> Iterator[Effects]:
    """Go through what the effects of ambushes can have done, given what is destroyed now."""
    for ravaged in _ravages(played):
        for zombies in _spreads(played, ravaged):
            for gazed, was_empty in _gazes(played, ravaged):
                effects = Effects(zombies, ravaged, gazed, was_empty)
                if not (gazed & zombies and was_empty) and not _unexplained(played, effects):
                    yield effects


def _ravages(played: SeasonPlayed) -> Iterator[Area]:
    """The Giant Troll destroys one empty space adjacent to it after a season was scored."""
    yield 0
    if played.may_stand(Effect.TROLL):
        monsters = played.old.area(Terrain.MONSTER) | played.old.area(Terrain.DESTROYED)
        yield from bits(played.added & played.destroyed & beside(monsters))


def _spreads(played: SeasonPlayed, ravaged: Area) -> Sequence[Area]:
    """After a season a Zombie is drawn in each empty space adjacent to one; nobody noted which they are."""
    spreads = {0}
    if played.may_stand(Effect.ZOMBIE):
        for monster in bits(played.old.area(Terrain.MONSTER)):
            drawn = beside(monster) & played.old.empty & ~ravaged
            if drawn and not drawn & ~may_hold(played, Terrain.MONSTER):
                spreads |= {spread | drawn for spread in spreads}
            if len(spreads) > MOST_SPREADS:
                raise GaveUpError
    return sorted(spreads, key=int.bit_count, reverse=True)


def _gazes(played: SeasonPlayed, ravaged: Area) -> Iterator[tuple[Area, bool]]:
    """The Gorgon destroys one adjacent non-mountain space, filled or empty, when it is drawn."""
    yield 0, False
    if played.reveals(Effect.GORGON):
        for square in bits(played.destroyed & ~ravaged):
            yield square, False
            if square & played.added:
                yield square, True


def _unexplained(played: SeasonPlayed, effects: Effects) -> Area:
    """Return the squares drawn in earlier seasons that nothing can have destroyed."""
    struck = played.destroyed & played.old.filled & ~effects.gazed
    if any(isinstance(card, HeroCard) for card in played.cards):
        struck &= ~played.old.area(Terrain.MONSTER)
    return struck


def may_hold(played: SeasonPlayed, terrain: Terrain) -> Area:
    """Return the new squares into which the terrain may have been drawn, destroyed or not since."""
    may_be = played.new.area(terrain)
    if terrain is Terrain.MONSTER:
        heroes = played.old.area(Terrain.HERO) | played.new.area(Terrain.HERO)
        fallen = played.new.area(Terrain.DESTROYED)
        may_be |= played.destroyed & within_reach(heroes | fallen)
    if played.reveals(Effect.GORGON):
        may_be |= played.destroyed
    return may_be & played.added
