"""The 32 scoring cards of Cartographers and Cartographers Heroes, by name."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.boxes import Game
from engine.edicts.edict import Category, Edict
from engine.edicts.farm_water import (
    canal_lake,
    clawsgrave_peaks,
    craylund,
    golden_granary,
    jorekburg,
    mages_valley,
    shoreside_expanse,
    ulems_wallow,
)
from engine.edicts.forest import (
    deepwood,
    faunlost_thicket,
    greenbough,
    heart_of_the_forest,
    sentinel_wood,
    sleepy_valley,
    stoneside_forest,
    treetower,
)
from engine.edicts.placement import (
    banded_hills,
    borderlands,
    broken_road,
    cauldrons,
    dwarvenholds,
    lost_barony,
    silos,
    starlit_sigil,
)
from engine.edicts.village import (
    caravansary,
    gnomish_colony,
    great_city,
    greengold_plains,
    outer_enclave,
    shieldgate,
    traylo_monastery,
    wildholds,
)
from engine.errors import UnknownEdictError, find_nearest

__all__ = ["EDICTS", "Category", "Edict", "Game", "find_edict"]

_CARDS = (
    Edict("Sentinel Wood", Category.FOREST, 25, Game.CARTOGRAPHERS, sentinel_wood),
    Edict("Greenbough", Category.FOREST, 22, Game.CARTOGRAPHERS, greenbough),
    Edict("Treetower", Category.FOREST, 17, Game.CARTOGRAPHERS, treetower),
    Edict("Stoneside Forest", Category.FOREST, 18, Game.CARTOGRAPHERS, stoneside_forest),
    Edict("Canal Lake", Category.FARM_WATER, 24, Game.CARTOGRAPHERS, canal_lake),
    Edict("Mages Valley", Category.FARM_WATER, 22, Game.CARTOGRAPHERS, mages_valley),
    Edict("The Golden Granary", Category.FARM_WATER, 20, Game.CARTOGRAPHERS, golden_granary),
    Edict("Shoreside Expanse", Category.FARM_WATER, 27, Game.CARTOGRAPHERS, shoreside_expanse),
    Edict("Wildholds", Category.VILLAGE, 16, Game.CARTOGRAPHERS, wildholds),
    Edict("Great City", Category.VILLAGE, 16, Game.CARTOGRAPHERS, great_city),
    Edict("Greengold Plains", Category.VILLAGE, 21, Game.CARTOGRAPHERS, greengold_plains),
    Edict("Shieldgate", Category.VILLAGE, 20, Game.CARTOGRAPHERS, shieldgate),
    Edict("Borderlands", Category.SPATIAL, 24, Game.CARTOGRAPHERS, borderlands),
    Edict("Lost Barony", Category.SPATIAL, 24, Game.CARTOGRAPHERS, lost_barony),
    Edict("The Broken Road", Category.SPATIAL, 24, Game.CARTOGRAPHERS, broken_road),
    Edict("The Cauldrons", Category.SPATIAL, 20, Game.CARTOGRAPHERS, cauldrons),
    Edict("Faunlost Thicket", Category.FOREST, 16, Game.HEROES, faunlost_thicket),
    Edict("Deepwood", Category.FOREST, 18, Game.HEROES, deepwood),
    Edict("Heart of the Forest", Category.FOREST, 22, Game.HEROES, heart_of_the_forest),
    Edict("Sleepy Valley", Category.FOREST, 24, Game.HEROES, sleepy_valley),
    Edict("Craylund", Category.FARM_WATER, 12, Game.HEROES, craylund),
    Edict("Ulem's Wallow", Category.FARM_WATER, 14, Game.HEROES, ulems_wallow),
    Edict("Clawsgrave Peaks", Category.FARM_WATER, 15, Game.HEROES, clawsgrave_peaks),
    Edict("Jorekburg", Category.FARM_WATER, 18, Game.HEROES, jorekburg),
    Edict("Gnomish Colony", Category.VILLAGE, 12, Game.HEROES, gnomish_colony),
    Edict("Outer Enclave", Category.VILLAGE, 12, Game.HEROES, outer_enclave),
    Edict("Traylo Monastery", Category.VILLAGE, 14, Game.HEROES, traylo_monastery),
    Edict("Caravansary", Category.VILLAGE, 16, Game.HEROES, caravansary),
    Edict("Dwarvenholds", Category.SPATIAL, 28, Game.HEROES, dwarvenholds),
    Edict("Banded Hills", Category.SPATIAL, 28, Game.HEROES, banded_hills),
    Edict("Silos", Category.SPATIAL, 30, Game.HEROES, silos),
    Edict("Starlit Sigil", Category.SPATIAL, 30, Game.HEROES, starlit_sigil),
)

EDICTS: Mapping[str, Edict] = MappingProxyType({card.name: card for card in _CARDS})
"""Every edict by the name on its card."""


def find_edict(name: str) -> Edict:
    """Return the edict of this name; case, a leading "The" and punctuation do not matter.

    >>> find_edict("golden granary").name
    'The Golden Granary'

    Raises:
        UnknownEdictError: No card has this name; the message gives the nearest ones.
    """
    edict = _BY_PLAIN_NAME.get(_plain(name))
    if edict is None:
        nearest = find_nearest(_plain(name), _BY_PLAIN_NAME)
        raise UnknownEdictError(name, [_BY_PLAIN_NAME[plain].name for plain in nearest])
    return edict


def _plain(name: str) -> str:
    letters = "".join(character for character in name.casefold() if character.isalnum())
    return letters.removeprefix("the")


_BY_PLAIN_NAME = {_plain(name): edict for name, edict in EDICTS.items()}
