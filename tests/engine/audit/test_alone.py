from dataclasses import replace

import pytest

from engine import MapSheet, Season, Side, Square, Terrain
from engine.audit import CardsInPlay, Evidence, Kind, Oddity, audit_map
from engine.audit.alone import find_oddities
from engine.boxes import Game
from engine.cards import AMBUSH_CARDS
from engine.layouts import LAYOUTS

BASE = CardsInPlay.of_box(Game.CARTOGRAPHERS)
HEROES = CardsInPlay.of_box(Game.HEROES)
NO_TROLL = CardsInPlay(ambushes=(AMBUSH_CARDS["Gorgon Gaze"],))


def drawn_on(side: Side, drawing: dict[Terrain, list[tuple[int, int]]], coins: int | None = None) -> Evidence:
    """A sheet on which this was drawn, over its print too."""
    evidence = Evidence.of(MapSheet.blank(side), coins=coins)
    for terrain, places in drawing.items():
        for place in places:
            evidence = evidence.with_square(Square(*place), terrain)
    return evidence


def kinds(evidence: Evidence, cards: CardsInPlay | None = None) -> list[Kind]:
    return [oddity.kind for oddity in find_oddities(evidence, cards or CardsInPlay())]


def the_oddity(evidence: Evidence, cards: CardsInPlay | None = None) -> Oddity:
    (oddity,) = find_oddities(evidence, cards or CardsInPlay())
    return oddity


@pytest.mark.parametrize("side", LAYOUTS)
def test_nothing_is_odd_about_a_blank_sheet(side: Side) -> None:
    assert kinds(drawn_on(side, {}, coins=0)) == []


def test_nobody_draws_on_a_mountain() -> None:
    """Rulebook, drawing: a shape cannot overlap filled spaces, and mountains are filled."""
    oddity = the_oddity(drawn_on(Side.A, {Terrain.FOREST: [(5, 5)]}))

    assert (oddity.kind, oddity.squares) == (Kind.PRINT, (Square(5, 5),))
    assert oddity.message == "a mountain is printed here, and nobody can draw forest on it"


def test_a_mountain_that_the_map_leaves_out_is_odd() -> None:
    message = the_oddity(drawn_on(Side.A, {Terrain.EMPTY: [(5, 5)]})).message

    assert message == "a mountain is printed here, and the map shows nothing"


def test_ruins_are_those_of_a_printed_side() -> None:
    """The example of the contract lists some: the strange ones are told, and the missing ones."""
    ruins = {Square(0, 0), *sorted(LAYOUTS[Side.A].ruins)[1:]}
    few = replace(drawn_on(Side.A, {}), stated_ruins=frozenset(ruins))
    strange, missing = find_oddities(few, CardsInPlay())

    assert (strange.kind, strange.squares) == (Kind.PRINT, (Square(0, 0),))
    assert (missing.kind, missing.squares) == (Kind.PRINT, (Square(1, 5),))
    assert "side A has not" in strange.message


@pytest.mark.parametrize("side", [Side.A, Side.D])
def test_ruins_that_are_not_told_or_not_certain_are_not_odd(side: Side) -> None:
    ruins = frozenset() if side is Side.A else frozenset({Square(0, 0)})

    assert kinds(replace(drawn_on(side, {}), stated_ruins=ruins)) == []


def test_mountains_are_printed_and_never_drawn() -> None:
    assert the_oddity(drawn_on(Side.A, {Terrain.MOUNTAIN: [(0, 0)]})).squares == (Square(0, 0),)


def test_wastelands_stay_unless_the_gorgon_destroys_them() -> None:
    """Gorgon Gaze: destroy an adjacent non-mountain space."""
    fallen = drawn_on(Side.B, {Terrain.DESTROYED: [(3, 5)], Terrain.MONSTER: [(2, 5)]})

    assert kinds(fallen) == []
    assert Kind.PRINT in kinds(fallen, BASE)
    assert kinds(drawn_on(Side.B, {Terrain.EMPTY: [(3, 5)]})) == [Kind.PRINT]


def test_a_destroyed_mountain_is_odd() -> None:
    assert Kind.PRINT in kinds(drawn_on(Side.A, {Terrain.DESTROYED: [(5, 5)], Terrain.MONSTER: [(5, 4)]}))


def test_a_custom_map_tells_its_own_print() -> None:
    sheet = MapSheet.blank(Side.CUSTOM).with_terrain({Square(0, 0): Terrain.MOUNTAIN})

    assert kinds(Evidence.of(sheet)) == []


SURROUNDING = [(0, 3), (1, 2), (1, 4), (2, 3)]  # of the mountain at [1, 3] on side A


@pytest.mark.parametrize(("coins", "odd"), [(0, [Kind.FEW_COINS]), (1, [])])
def test_a_surrounded_mountain_gave_a_coin(coins: int, odd: list[Kind]) -> None:
    """Rulebook, coins: who fills all four spaces adjacent to a mountain fills in a coin."""
    assert kinds(drawn_on(Side.A, {Terrain.FARM: SURROUNDING}, coins)) == odd


def test_a_mountain_that_a_home_made_sides_print_walls_in_gave_none() -> None:
    walled = {Square(0, 0): Terrain.MOUNTAIN, Square(0, 1): Terrain.WASTELAND, Square(1, 0): Terrain.MOUNTAIN}
    sheet = MapSheet.blank(Side.CUSTOM).with_terrain(walled)

    assert kinds(Evidence.of(sheet, coins=0)) == []


def test_the_mountain_that_should_have_given_a_coin_is_named() -> None:
    oddity = the_oddity(drawn_on(Side.A, {Terrain.FARM: SURROUNDING}, 0))

    assert oddity.squares == (Square(1, 3),)
    assert oddity.message == "1 surrounded mountain gave a coin each, but only 0 filled in"


@pytest.mark.parametrize(("coins", "odd"), [(2, []), (3, [Kind.MANY_COINS])])
def test_coins_come_from_mountains_and_shapes_with_a_coin(coins: int, odd: list[Kind]) -> None:
    """Settlement gives a coin for two squares of village, Lagoon for two of water on a slant."""
    drawing = {Terrain.VILLAGE: [(0, 0), (1, 0)], Terrain.WATER: [(4, 0), (5, 1)]}

    assert kinds(drawn_on(Side.A, drawing, coins)) == odd


def test_each_card_is_revealed_once_a_season_so_it_gives_one_coin_a_season() -> None:
    farms = [(10, column) for column in range(8)]
    evidence = drawn_on(Side.A, {Terrain.FARM: farms}, coins=4)

    assert Kind.MANY_COINS not in kinds(evidence)
    spring = Evidence(evidence.sheet, evidence.layout, 4, Season.SPRING)
    assert Kind.MANY_COINS in kinds(spring)


def test_the_dragon_gives_three_coins() -> None:
    dragon = [(0, 2), (1, 0), (1, 1), (1, 2), (2, 0)]
    evidence = drawn_on(Side.C, {Terrain.MONSTER: [(r + 5, c + 5) for r, c in dragon]}, coins=3)

    assert Kind.MANY_COINS not in kinds(evidence, HEROES)
    assert Kind.MANY_COINS in kinds(evidence, BASE)


@pytest.mark.parametrize("coins", [15, -1])
def test_coins_beyond_the_track_are_odd(coins: int) -> None:
    assert kinds(drawn_on(Side.A, {}, coins)) == [Kind.COIN_TRACK]


def test_every_season_adds_one_hero() -> None:
    """Heroes rulebook, next season: the top card of the hero deck is shuffled into the explore deck."""
    heroes = drawn_on(Side.C, {Terrain.HERO: [(0, 0), (0, 4)]})
    in_spring = Evidence(heroes.sheet, heroes.layout, None, Season.SPRING)

    assert kinds(heroes) == []
    assert Kind.HEROES in kinds(in_spring)
    assert kinds(heroes, BASE) == [Kind.HEROES]


def test_there_are_four_hero_cards() -> None:
    five = drawn_on(Side.C, {Terrain.HERO: [(0, column) for column in range(0, 10, 2)]})

    assert the_oddity(five).message == "5 heroes on the map, but no more than 4 hero cards come"


def test_nothing_destroys_squares_in_the_first_game() -> None:
    assert kinds(drawn_on(Side.A, {Terrain.DESTROYED: [(0, 0)], Terrain.MONSTER: [(0, 1)]}), BASE) == [
        Kind.DESTROYED
    ]


@pytest.mark.parametrize(
    ("place", "odd"),
    [((0, 6), []), ((1, 6), []), ((0, 8), []), ((1, 7), []), ((0, 9), [Kind.DESTROYED])],
    ids=["beside", "slanting", "three along", "two along and one aside", "too far"],
)
def test_a_hero_destroys_within_his_attack_pattern(place: tuple[int, int], odd: list[Kind]) -> None:
    drawing = {Terrain.HERO: [(0, 5)], Terrain.DESTROYED: [place]}
    no_beasts = CardsInPlay(ambushes=(AMBUSH_CARDS["Zombie Plague"],))

    assert kinds(drawn_on(Side.C, drawing), no_beasts) == odd


def test_troll_and_gorgon_destroy_squares_beside_monsters() -> None:
    """Giant Troll: an empty space adjacent to it; Gorgon: an adjacent non-mountain space."""
    near = drawn_on(Side.C, {Terrain.MONSTER: [(0, 0)], Terrain.DESTROYED: [(0, 1)]})
    far = drawn_on(Side.C, {Terrain.MONSTER: [(0, 0)], Terrain.DESTROYED: [(0, 5)]})

    assert kinds(near) == []
    assert kinds(far) == [Kind.DESTROYED]


def test_the_gorgon_destroys_one_square_only() -> None:
    """Six squares out of reach of heroes: one by the Gorgon, four by a hero whom it destroyed."""
    squares = [(4, column) for column in range(6)]
    evidence = drawn_on(Side.C, {Terrain.MONSTER: [(5, 0)], Terrain.DESTROYED: squares})

    assert Kind.DESTROYED in kinds(evidence, NO_TROLL)


def test_four_seasons_cannot_give_so_much_forest() -> None:
    evidence = drawn_on(Side.A, {Terrain.FOREST: [(r, c) for r in (0, 3, 4, 6, 7, 10) for c in range(11)]})
    in_fall = Evidence(evidence.sheet, evidence.layout, None, Season.SUMMER)

    assert kinds(evidence) == []
    oddity = next(o for o in find_oddities(in_fall, BASE) if o.kind is Kind.MUCH_TERRAIN)
    assert oddity.message.startswith("66 squares of forest; the cards of spring to summer draw ")


def test_one_ambush_a_season_gives_only_so_many_monsters() -> None:
    monsters = [(r, c) for r in (3, 4) for c in range(10)]
    spring = drawn_on(Side.A, {Terrain.MONSTER: monsters})
    spring = Evidence(spring.sheet, spring.layout, None, Season.SPRING)

    assert Kind.MUCH_TERRAIN in kinds(spring, BASE)
    assert Kind.MUCH_TERRAIN not in kinds(spring)  # both games: a Zombie spreads


def test_a_season_draws_at_least_what_its_cards_are() -> None:
    """Spring lasts until the time is eight: four cards or more, of two squares or more each."""
    spring = Evidence.of(MapSheet.blank(Side.A), season=Season.SPRING)

    oddity = the_oddity(spring, BASE)
    assert oddity.kind is Kind.LITTLE_DRAWN


def test_a_season_draws_at_most_what_its_cards_are() -> None:
    full = drawn_on(Side.A, {Terrain.FOREST: [(r, c) for r in (3, 4, 6) for c in range(11)]})
    mixed = drawn_on(Side.A, {Terrain.WATER: [(r, c) for r in (0, 7, 10) for c in range(11)]})
    rows = [
        tuple(a if a.is_filled else b for a, b in zip(row, other, strict=True))
        for row, other in zip(full.sheet.rows, mixed.sheet.rows, strict=True)
    ]
    spring = Evidence.of(MapSheet(tuple(rows), full.sheet.ruins, Side.A), season=Season.SPRING)

    assert Kind.MUCH_DRAWN in kinds(spring, BASE)


def test_written_numbers_that_contradict_are_odd_and_perhaps_misread() -> None:
    evidence = Evidence(
        MapSheet.blank(Side.CUSTOM), doubts={}, boxes=([12, 9, 3, -2, 23], None), coins_are_sure=True
    )

    (oddity,) = audit_map(evidence).oddities
    assert (oddity.kind, oddity.cause) == (Kind.BOXES, "reading")
    assert oddity.message == "spring: 12, 9, 3 and -2 add up to 22, not to 23"
