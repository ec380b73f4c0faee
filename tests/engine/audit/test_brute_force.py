"""The season audit against a slow twin that tries every drawing on plain sets of squares."""

from random import Random

import pytest

from engine import MapSheet, Side, Square, Terrain
from engine.audit import Evidence, SeasonPlayed
from engine.audit.season import explain_season
from engine.boxes import Game
from engine.cards import EXPLORE_CARDS, RUINS_CARDS, Card, ExploreCard, RuinsCard

Place = tuple[int, int]
ANY = ["forest", "village", "farm", "water", "monster"]
CARDS: list[Card] = [card for card in EXPLORE_CARDS.values() if card.game is Game.CARTOGRAPHERS]
RUINS: list[Card] = list(RUINS_CARDS.values())


def turned(offsets: tuple[Place, ...]) -> set[frozenset[Place]]:
    """All ways to turn and flip the squares."""
    ways = set()
    for flip in (1, -1):
        squares = [(row, flip * column) for row, column in offsets]
        for _ in range(4):
            squares = [(column, -row) for row, column in squares]
            ways.add(frozenset(squares))
    return ways


def placed(card: ExploreCard, free: set[Place]) -> set[frozenset[Place]]:
    """All areas of free squares on which one of the shapes fits."""
    return {
        area
        for shape in card.shapes
        for way in turned(shape.offsets)
        for down in range(-11, 22)
        for right in range(-11, 22)
        if (area := frozenset((row + down, column + right) for row, column in way)) <= free
    }


def can_be_played(
    cards: list[Card], free: set[Place], drawn: dict[Place, str], ruins: set[Place], on_ruins: bool = False
) -> bool:
    """Whether the cards in their order can draw exactly this on the free squares."""
    if not cards:
        return not drawn
    card, *others = cards
    if isinstance(card, RuinsCard):
        return can_be_played(others, free, drawn, ruins, on_ruins=True)
    assert isinstance(card, ExploreCard)
    areas = {area for area in placed(card, free) if area & ruins or not on_ruins}
    terrains: list[str] = list(card.terrains)
    if not areas:
        areas, terrains = {frozenset([square]) for square in free}, ANY
    return any(
        can_be_played(
            others, free - area, {place: held for place, held in drawn.items() if place not in area}, ruins
        )
        for area in areas
        if area <= drawn.keys() and len({drawn[place] for place in area}) == 1
        if drawn[min(area)] in terrains
    )


def naive(before: MapSheet, after: MapSheet, cards: list[Card]) -> bool:
    empty = before.squares(Terrain.EMPTY)
    drawn = {(row, column): after[Square(row, column)].value for row, column in empty}
    drawn = {place: held for place, held in drawn.items() if held != "empty"}
    ruins = {(row, column) for row, column in before.ruins}
    return can_be_played(cards, {(row, column) for row, column in empty}, drawn, ruins)


def crowded(chance: Random) -> MapSheet:
    """A map with little room, so that shapes often do not fit and ruins are often drawn on."""
    sheet = MapSheet.blank(Side.A)
    for square in sheet.squares(Terrain.EMPTY):
        if chance.random() < 0.75:
            sheet = sheet.with_terrain({square: Terrain.FOREST})
    return sheet


def drawn_at_random(sheet: MapSheet, cards: list[Card], chance: Random) -> MapSheet:
    """The map after someone has drawn the cards by the rules; ruins are minded, fallbacks taken."""
    on_ruins = False
    for card in cards:
        if isinstance(card, RuinsCard):
            on_ruins = True
            continue
        assert isinstance(card, ExploreCard)
        areas = [
            area
            for shape in card.shapes
            for area in shape.placements(sheet.empty)
            if not on_ruins or area & sheet.ruins_area
        ]
        if areas:
            sheet = sheet.drawn(chance.choice(areas), chance.choice(card.terrains))
        elif free := sheet.squares(Terrain.EMPTY):
            sheet = sheet.with_terrain({chance.choice(free): Terrain(chance.choice(ANY))})
        on_ruins = False
    return sheet


@pytest.mark.parametrize("seed", range(40))
def test_the_audit_allows_what_trying_everything_allows(seed: int) -> None:
    """Legal seasons, and the same with one square changed, some of which are legal too."""
    chance = Random(seed)
    before = crowded(chance) if seed % 2 else MapSheet.blank(Side.A)
    cards: list[Card] = chance.sample(CARDS + RUINS, 3)
    if isinstance(cards[-1], RuinsCard):
        cards.pop()
    after = drawn_at_random(before, cards, chance)
    if seed % 4 > 1:
        square = chance.choice(before.squares(Terrain.EMPTY))
        others = [Terrain(name) for name in ["empty", *ANY] if name != after[square].value]
        after = after.with_terrain({square: chance.choice(others)})
    if not after.empty:
        return

    played = SeasonPlayed(Evidence.of(before), Evidence.of(after), tuple(cards))

    assert (explain_season(played) is not None) == naive(before, after, cards)
