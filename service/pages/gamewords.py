"""The words of the game that are translated; cards keep their names."""

from collections.abc import Mapping, Sequence

from engine import EDICTS, Category, Edict, Season, Terrain
from engine.sentence import later

TERRAINS: Mapping[Terrain, str] = {
    Terrain.EMPTY: later("empty"),
    Terrain.FOREST: later("forest"),
    Terrain.VILLAGE: later("village"),
    Terrain.FARM: later("farm"),
    Terrain.WATER: later("water"),
    Terrain.MONSTER: later("monster"),
    Terrain.HERO: later("hero"),
    Terrain.MOUNTAIN: later("mountain"),
    Terrain.WASTELAND: later("wasteland"),
    Terrain.DESTROYED: later("destroyed"),
}
SEASONS: Mapping[Season, str] = {
    Season.SPRING: later("spring"),
    Season.SUMMER: later("summer"),
    Season.FALL: later("fall"),
    Season.WINTER: later("winter"),
}
TITLES: Mapping[Season, str] = {
    Season.SPRING: later("Spring"),
    Season.SUMMER: later("Summer"),
    Season.FALL: later("Fall"),
    Season.WINTER: later("Winter"),
}
"""The same where they stand alone."""
CATEGORIES: Mapping[Category, str] = {
    Category.FOREST: later("Forests"),
    Category.VILLAGE: later("Villages"),
    Category.FARM_WATER: later("Farms and waters"),
    Category.SPATIAL: later("Placement"),
}
CARDS: Mapping[str, Sequence[Edict]] = {
    title: [edict for edict in EDICTS.values() if edict.category is category]
    for category, title in CATEGORIES.items()
}
"""All edicts, by the titles of their categories."""
KEYS: Mapping[Terrain, tuple[str, ...]] = {
    terrain: (terrain.letter,) if terrain is not Terrain.EMPTY else ("E", terrain.letter)
    for terrain in Terrain
}
"""The keys that set a terrain; the first is the one that is shown."""
