"""The legal moves once more, with sets of squares and loops over everything: slow, and hard to get wrong."""

from collections.abc import Iterable, Iterator

from engine import ALL_SQUARES, Square, Terrain
from engine.areas import area_of
from engine.cards import AmbushCard, ExploreCard, HeroCard
from engine.game import PASS, GameState, Move, Task

Squares = frozenset[Square]
ANY_TERRAIN = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)


def naive_moves(state: GameState, seat: int) -> set[Move]:
    """Return the legal moves of a seat whose move is due."""
    place = seat
    card = state.card
    if isinstance(card, AmbushCard) and state.task in (Task.AMBUSH, Task.GAZE):
        clockwise = card.direction.value == "clockwise"
        place = (seat - 1 if clockwise else seat + 1) % len(state.cartographers)
    sheet = state.cartographers[place].sheet
    empty = frozenset(square for square in ALL_SQUARES if sheet[square] is Terrain.EMPTY)
    drawn: Iterable[Move]
    if isinstance(card, ExploreCard):
        drawn = _explore_moves(state, card, empty, sheet.ruins & empty)
    elif isinstance(card, AmbushCard):
        wholes = _places(card.shape.offsets, empty) or _singles(empty)
        drawn = [Move(Terrain.MONSTER, area_of(whole)) for whole in wholes]
    else:
        assert isinstance(card, HeroCard)
        turned = state.setup.rules.rotate_hero_pattern
        patterns = _orientations(card.attack) if turned else [card.attack]
        drawn = [
            Move(Terrain.HERO, area_of([hero]), area_of(_on_map(hero, pattern)))
            for hero in empty
            for pattern in patterns
        ]
    return set(drawn) or {PASS}


def _explore_moves(state: GameState, card: ExploreCard, empty: Squares, ruins: Squares) -> Iterator[Move]:
    wholes = {whole for shape in card.shapes for whole in _places(shape.offsets, empty)}
    terrains: Iterable[Terrain] = card.terrains
    if state.must_draw_on_ruins:
        wholes = {whole for whole in wholes if whole & ruins}
    if not wholes:
        wholes = _singles(empty)
        if state.must_draw_on_ruins or state.setup.rules.fallback_any_terrain:
            terrains = ANY_TERRAIN
    for whole in wholes:
        for terrain in terrains:
            yield Move(terrain, area_of(whole))


def _places(offsets: Iterable[tuple[int, int]], empty: Squares) -> set[Squares]:
    return {
        whole
        for turned in _orientations(offsets)
        for corner in ALL_SQUARES
        for at in [turned[0]]
        if (whole := frozenset(corner.moved(row - at[0], column - at[1]) for row, column in turned)) <= empty
    }


def _singles(empty: Squares) -> set[Squares]:
    return {frozenset([square]) for square in empty}


def _on_map(hero: Square, pattern: Iterable[tuple[int, int]]) -> list[Square]:
    return [place for row, column in pattern if (place := hero.moved(row, column)).is_on_map]


def _orientations(offsets: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    printed = list(offsets)
    turned = []
    for _ in range(4):
        printed = [(column, -row) for row, column in printed]
        turned += [printed, [(row, -column) for row, column in printed]]
    return turned
