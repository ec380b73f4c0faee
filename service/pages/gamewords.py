"""The words of the game that are translated; cards keep their names."""

from collections.abc import Mapping

from engine import Season, Terrain
from engine.scoreboxes import Box
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
BOXES: Mapping[Box, str] = {
    Box.FIRST_EDICT: later("first edict"),
    Box.SECOND_EDICT: later("second edict"),
    Box.COINS: later("coins"),
    Box.MONSTERS: later("monsters"),
    Box.TOTAL: later("total"),
}
KEYS: Mapping[Terrain, tuple[str, ...]] = {
    terrain: (terrain.letter,) if terrain is not Terrain.EMPTY else ("E", terrain.letter)
    for terrain in Terrain
}
"""The keys that set a terrain; the first is the one that is shown."""
