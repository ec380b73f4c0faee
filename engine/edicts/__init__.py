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
from engine.errors import UnknownEdictError
from engine.facts import Fact, facts
from engine.names import find_named, plain_name

__all__ = ["EDICTS", "Category", "Edict", "Game", "find_edict"]

_EARNS = {
    "Sentinel Wood": sentinel_wood,
    "Greenbough": greenbough,
    "Treetower": treetower,
    "Stoneside Forest": stoneside_forest,
    "Canal Lake": canal_lake,
    "Mages Valley": mages_valley,
    "The Golden Granary": golden_granary,
    "Shoreside Expanse": shoreside_expanse,
    "Wildholds": wildholds,
    "Great City": great_city,
    "Greengold Plains": greengold_plains,
    "Shieldgate": shieldgate,
    "Borderlands": borderlands,
    "Lost Barony": lost_barony,
    "The Broken Road": broken_road,
    "The Cauldrons": cauldrons,
    "Faunlost Thicket": faunlost_thicket,
    "Deepwood": deepwood,
    "Heart of the Forest": heart_of_the_forest,
    "Sleepy Valley": sleepy_valley,
    "Craylund": craylund,
    "Ulem's Wallow": ulems_wallow,
    "Clawsgrave Peaks": clawsgrave_peaks,
    "Jorekburg": jorekburg,
    "Gnomish Colony": gnomish_colony,
    "Outer Enclave": outer_enclave,
    "Traylo Monastery": traylo_monastery,
    "Caravansary": caravansary,
    "Dwarvenholds": dwarvenholds,
    "Banded Hills": banded_hills,
    "Silos": silos,
    "Starlit Sigil": starlit_sigil,
}


def _known_edict(fact: Fact) -> Edict:
    category, game = fact.choice("category", Category), fact.choice("game", Game)
    return Edict(fact.name, category, fact.number("solo"), game, _EARNS[fact.name])


EDICTS: Mapping[str, Edict] = MappingProxyType({fact.name: _known_edict(fact) for fact in facts("edict")})
"""Every edict by the name on its card."""


def find_edict(name: str) -> Edict:
    """Return the edict of this name; case, a leading "The" and punctuation do not matter.

    >>> find_edict("golden granary").name
    'The Golden Granary'

    Raises:
        UnknownEdictError: No card has this name; the message gives the nearest ones.
    """
    if isinstance(name, str) and name in EDICTS:
        return EDICTS[name]
    return find_named(name, _BY_PLAIN_NAME, UnknownEdictError)


_BY_PLAIN_NAME = {plain_name(name): edict for name, edict in EDICTS.items()}
