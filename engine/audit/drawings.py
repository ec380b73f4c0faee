"""Everything that each card of a season can have drawn, by itself."""

from collections.abc import Iterator

from engine.areas import Area, bits
from engine.audit.cover import Drawing
from engine.audit.effects import Effects, may_hold
from engine.audit.limits import is_stuck
from engine.audit.seasonplayed import SeasonPlayed
from engine.cards import AmbushCard, ExploreCard, HeroCard
from engine.game.choices import FALLBACK_TERRAINS
from engine.game.solo import find_lair, lairs
from engine.mapsheet import MapSheet
from engine.terrain import Terrain


def drawings_of(played: SeasonPlayed, effects: Effects) -> list[Drawing]:
    """Return everything that each of the cards can have drawn."""
    gazed = 0 if effects.gazed_empty else effects.gazed

    def room(terrain: Terrain) -> Area:
        may_be = played.new.area(terrain) | gazed
        if terrain is Terrain.MONSTER:
            may_be |= may_hold(played, terrain)
        return may_be & played.added & ~effects.filled

    rooms = {terrain: room(terrain) for terrain in (*FALLBACK_TERRAINS, Terrain.HERO)}
    drawings: list[Drawing] = []
    for place, card in enumerate(played.cards):
        match card:
            case ExploreCard():
                drawings += _explore_drawings(played, place, card, rooms)
            case AmbushCard():
                drawings += _ambush_drawings(played, place, card, rooms[Terrain.MONSTER])
            case HeroCard():
                drawings += [Drawing(place, hero, Terrain.HERO) for hero in bits(rooms[Terrain.HERO])]
        if not played.new.empty:
            drawings.append(Drawing(place, 0, Terrain.EMPTY))
    return drawings


def _explore_drawings(
    played: SeasonPlayed, place: int, card: ExploreCard, rooms: dict[Terrain, Area]
) -> Iterator[Drawing]:
    on_ruins = played.asks_for_ruins(place)
    for terrain in card.terrains:
        for shape in card.shapes:
            for area in shape.placements(rooms[terrain]):
                if not on_ruins or area & played.new.ruins_area:
                    yield Drawing(place, area, terrain, shape.has_coin)
    if has_room(card, played.new, on_ruins=on_ruins):
        return
    any_terrain = on_ruins or played.rules.fallback_any_terrain
    for terrain in FALLBACK_TERRAINS if any_terrain else card.terrains:
        for square in bits(rooms[terrain]):
            yield Drawing(place, square, terrain, is_fallback=True)


def has_room(card: ExploreCard, sheet: MapSheet, *, on_ruins: bool, free: Area | None = None) -> bool:
    """Whether one of the shapes can be drawn on the free squares; with a ruins card, on ruins."""
    free = sheet.empty if free is None else free
    if not on_ruins:
        return not is_stuck(card, free)
    ruins = sheet.ruins_area & free
    return any(area & ruins for shape in card.shapes for area in shape.placements(free)) if ruins else False


def _ambush_drawings(played: SeasonPlayed, place: int, card: AmbushCard, room: Area) -> Iterator[Drawing]:
    if played.solo:
        areas = [area for area in dict.fromkeys(lairs(card)) if not area & ~room]
        if not find_lair(card, played.new.empty):
            areas.append(0)
        yield from (Drawing(place, area, Terrain.MONSTER) for area in areas)
        return
    for area in card.shape.placements(room):
        yield Drawing(place, area, Terrain.MONSTER)
    if not card.shape.fits(played.new.empty):
        for square in bits(room):
            yield Drawing(place, square, Terrain.MONSTER, is_fallback=True)
