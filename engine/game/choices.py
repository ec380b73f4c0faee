"""The choices of each player at this moment."""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine.areas import Area, beside, bit
from engine.cards import AmbushCard, Effect, ExploreCard, HeroCard
from engine.game.cartographer import Cartographer
from engine.game.moves import PASS, Move, Moves, Stamp
from engine.game.state import GameState, Task
from engine.heroes import attacked_from, ways_to_turn
from engine.mapsheet import MapSheet
from engine.setup import RuleSwitches
from engine.shapes import Offsets, Shape, stencils
from engine.squares import ALL_SQUARES
from engine.terrain import Terrain

FALLBACK_TERRAINS = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
"""Any terrain type excluding mountains; a hero is drawn by his card only."""
ONE_SQUARE: Area = 1


def legal_moves(state: GameState, seat: int) -> Sequence[Move]:
    """Return every legal move of the player, each once; none when no move of his is due.

    A player who can draw nothing passes.
    """
    if seat not in state.due:
        return ()
    return Moves(stamps) if (stamps := find_stamps(state, seat)) else (PASS,)


def find_stamps(state: GameState, seat: int) -> list[Stamp]:
    """Return what the player whose move is due can draw; nothing when he has to pass."""
    before = state.cartographers[state.map_before(seat)]
    if state.task is Task.GAZE:
        return _one_square([Terrain.DESTROYED], gaze_targets(before, state.setup.rules))
    if state.task is Task.RAVAGE:
        return _one_square([Terrain.DESTROYED], ravage_targets(before))
    match state.card:
        case ExploreCard() as card:
            on_ruins = state.must_draw_on_ruins
            return explore_stamps(card, before.sheet, state.setup.rules, on_ruins=on_ruins)
        case AmbushCard() as card:
            return _ambush_stamps(card, before.sheet.empty)
        case HeroCard() as card:
            return _hero_stamps(card, before.sheet.empty, turned=state.setup.rules.rotate_hero_pattern)
    return []


def gaze_targets(cartographer: Cartographer, rules: RuleSwitches) -> Area:
    """Return the non-mountain spaces adjacent to the Gorgon that are not destroyed yet.

    A Gorgon that a hero has destroyed has none, as a destroyed Giant Troll has none, unless the rules say so.
    """
    sheet = cartographer.sheet
    gorgon = Effect.GORGON
    drawn = cartographer.with_initial(gorgon) if rules.destroyed_gorgon_gazes else cartographer.alive(gorgon)
    spared = sheet.area(Terrain.MOUNTAIN) | sheet.area(Terrain.DESTROYED)
    return beside(drawn) & ~spared


def ravage_targets(cartographer: Cartographer) -> Area:
    """Return the empty spaces adjacent to the Giant Troll."""
    return beside(cartographer.alive(Effect.TROLL)) & cartographer.sheet.empty


def explore_stamps(
    card: ExploreCard, sheet: MapSheet, rules: RuleSwitches, *, on_ruins: bool = False
) -> list[Stamp]:
    """Draw an available shape, on ruins after a ruins card; if none fits so, a 1x1 square anywhere."""
    overlapping = sheet.ruins_area & sheet.empty if on_ruins else None
    stamps = [
        stamp
        for shape in card.shapes
        for stamp in _shape_stamps(shape, card.terrains, sheet.empty, overlapping)
    ]
    if stamps:
        return stamps
    any_terrain = on_ruins or rules.fallback_any_terrain
    return _one_square(FALLBACK_TERRAINS if any_terrain else card.terrains, sheet.empty)


def _ambush_stamps(card: AmbushCard, empty: Area) -> list[Stamp]:
    monster = (Terrain.MONSTER,)
    return _shape_stamps(card.shape, monster, empty) or _one_square(monster, empty)


def _shape_stamps(
    shape: Shape, terrains: tuple[Terrain, ...], empty: Area, overlapping: Area | None = None
) -> list[Stamp]:
    stamps = []
    for stencil in stencils(shape.offsets):
        anchors = stencil.anchors(empty)
        if anchors and overlapping is not None:
            anchors &= _touching(stencil.shifts, overlapping)
        if anchors:
            stamps.append(Stamp(terrains, stencil.pattern, anchors, shape.has_coin))
    return stamps


def _touching(shifts: Sequence[int], area: Area) -> Area:
    """Return where the corner of the box lies when a square of the shape lies in the area."""
    places = 0
    for shift in shifts:
        places |= area >> shift
    return places


def _one_square(terrains: Sequence[Terrain], places: Area) -> list[Stamp]:
    return [Stamp(tuple(terrains), ONE_SQUARE, places)] if places else []


def _hero_stamps(card: HeroCard, empty: Area, *, turned: bool) -> list[Stamp]:
    return [
        Stamp((Terrain.HERO,), ONE_SQUARE, places, attacks=attacks)
        for attacks, room in _attacks(card.attack, turned)
        if (places := room & empty)
    ]


@cache
def _attacks(pattern: Offsets, turned: bool) -> tuple[tuple[Mapping[Area, Area], Area], ...]:
    """Return what each orientation attacks from each square, and the squares where no earlier one does so."""
    tables: list[tuple[Mapping[Area, Area], Area]] = []
    for offsets in ways_to_turn(pattern) if turned else (pattern,):
        attacks = {bit(square): attacked_from(square, offsets) for square in ALL_SQUARES}
        new = [place for place, area in attacks.items() if all(area != table[place] for table, _ in tables)]
        tables.append((MappingProxyType(attacks), sum(new)))
    return tuple(tables)
