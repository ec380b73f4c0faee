"""A player's map sheet and everything that is noted on it."""

from dataclasses import dataclass, replace

from engine.areas import Area, beside
from engine.cards import DRAGON_COINS, Effect
from engine.gamescore import Snapshot
from engine.layouts import COIN_TRACK
from engine.mapsheet import MapSheet
from engine.scoring import ScoreReport
from engine.terrain import Terrain


@dataclass(frozen=True, slots=True)
class Cartographer:
    """A player's sheet during the game; every change gives a new one."""

    sheet: MapSheet
    coins: int = 0
    """How many symbols of the coin track are filled in."""
    track: int = COIN_TRACK
    """How many symbols the coin track has; coins beyond them are ignored."""
    attacked: Area = 0
    """The squares in the attack pattern of a hero, drawn on or not; they stay when the hero is destroyed."""
    initials: tuple[tuple[Effect, Area], ...] = ()
    """The squares with the initial of a monster, destroyed ones too."""
    scores: tuple[ScoreReport, ...] = ()
    """The season boxes filled in so far, spring first."""
    snapshots: tuple[Snapshot, ...] = ()
    """The map and the coins as they were when each of these seasons was scored."""

    @property
    def stars(self) -> int:
        """The reputation stars of all seasons so far."""
        return sum(score.total for score in self.scores)

    @property
    def monster_stars(self) -> int:
        """The stars lost to monsters in all seasons so far, as a negative number."""
        return sum(score.monsters.total for score in self.scores)

    def with_initial(self, effect: Effect) -> Area:
        """Return the squares with the initial of this monster, destroyed ones too."""
        return next((area for kind, area in self.initials if kind is effect), 0)

    def alive(self, effect: Effect) -> Area:
        """Return the squares of this monster that are not destroyed."""
        return self.with_initial(effect) & self.sheet.area(Terrain.MONSTER)

    def draw(self, area: Area, terrain: Terrain, *, has_coin: bool = False) -> "Cartographer":
        """Fill the squares; a shape with a coin, and each mountain surrounded thereby, fills in a coin.

        Monster spaces drawn within the attack pattern of a hero are destroyed.
        """
        sheet = self.sheet.drawn(area, terrain)
        if terrain is Terrain.MONSTER and area & self.attacked:
            sheet = sheet.drawn(area & self.attacked, Terrain.DESTROYED)
        return self._with(sheet, int(has_coin))

    def draw_monster(self, area: Area, effect: Effect | None) -> "Cartographer":
        """Fill the squares with monsters, with the initial of the monster that has this effect."""
        if effect is None:
            return self.draw(area, Terrain.MONSTER)
        others = tuple(pair for pair in self.initials if pair[0] is not effect)
        signed = replace(self, initials=(*others, (effect, self.with_initial(effect) | area)))
        return signed.draw(area, Terrain.MONSTER)

    def draw_hero(self, space: Area, attack: Area) -> "Cartographer":
        """Draw a hero: all monster spaces in the attack pattern are destroyed, now and for ever after."""
        sheet = self.sheet.drawn(space, Terrain.HERO)
        if struck := attack & sheet.area(Terrain.MONSTER):
            sheet = sheet.drawn(struck, Terrain.DESTROYED)
        return replace(self, attacked=self.attacked | attack)._with(sheet)

    def destroy(self, area: Area) -> "Cartographer":
        """Destroy the spaces: they are filled then, without a terrain type."""
        return self._with(self.sheet.drawn(area, Terrain.DESTROYED))

    def spread_zombies(self) -> "Cartographer":
        """Draw a Zombie in each empty space adjacent to a Zombie."""
        reached = beside(self.alive(Effect.ZOMBIE)) & self.sheet.empty
        return self.draw_monster(reached, Effect.ZOMBIE) if reached else self

    def _with(self, sheet: MapSheet, coins: int = 0) -> "Cartographer":
        surrounded = (_surrounded_mountains(sheet) & ~_surrounded_mountains(self.sheet)).bit_count()
        dragon = self.with_initial(Effect.DRAGON)
        if dragon and _is_bound(sheet, dragon) and not _is_bound(self.sheet, dragon):
            coins += DRAGON_COINS
        gained = min(self.track, self.coins + coins + surrounded)
        return replace(self, sheet=sheet, coins=gained)


def _surrounded_mountains(sheet: MapSheet) -> Area:
    return sheet.area(Terrain.MOUNTAIN) & ~beside(sheet.empty)


def _is_bound(sheet: MapSheet, dragon: Area) -> bool:
    """Whether every space of the Dragon has been drawn, and is surrounded or destroyed."""
    at_large = dragon & ~(sheet.area(Terrain.DESTROYED) | sheet.area(Terrain.MONSTER) & ~beside(sheet.empty))
    return not at_large
