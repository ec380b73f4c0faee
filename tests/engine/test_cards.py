"""The cards against what is printed on them, written down here once more by hand."""

from collections import Counter

import pytest

from engine import EDICTS, Category, EngineError, Terrain
from engine.boxes import Game
from engine.cards import (
    AMBUSH_CARDS,
    EXPLORE_CARDS,
    HERO_CARDS,
    RUINS_CARDS,
    AmbushCard,
    Confidence,
    Corner,
    Direction,
    Effect,
    find_card,
    parse_attack,
)
from engine.errors import UnknownCardError

BASE, HEROES = Game.CARTOGRAPHERS, Game.HEROES

EXPLORED = {  # time, initials of the terrains, squares of each shape, those with a coin first
    "Great River": (1, "W", [3, 5]),
    "Farmland": (1, "A", [2, 5]),
    "Hamlet": (1, "V", [3, 5]),
    "Forgotten Forest": (1, "F", [2, 4]),
    "Hinterland Stream": (2, "AW", [5]),
    "Homestead": (2, "VA", [4]),
    "Orchard": (2, "FA", [4]),
    "Treetop Village": (2, "FV", [5]),
    "Marshlands": (2, "FW", [5]),
    "Fishing Village": (2, "VW", [4]),
    "Rift Lands": (0, "FVAWM", [1]),
    "Lagoon": (1, "W", [2, 4]),
    "Pasture": (1, "A", [2, 4]),
    "Settlement": (1, "V", [2, 5]),
    "Timber Grove": (1, "F", [3, 4]),
    "Hillside Terrace": (2, "AW", [4]),
    "Frontier Dwelling": (2, "VA", [5]),
    "Wildwood Garden": (2, "FA", [3]),
    "Woodland Crossroads": (2, "FV", [5]),
    "Coastal Encampment": (2, "VW", [4]),
    "Mangrove Swamp": (2, "FW", [5]),
    "Kethra's Gates": (0, "FVAWM", [1]),
}
AMBUSHES = {  # direction, corner, squares
    "Goblin Attack": (Direction.COUNTERCLOCKWISE, Corner.BOTTOM_RIGHT, 3),
    "Bugbear Assault": (Direction.CLOCKWISE, Corner.TOP_RIGHT, 4),
    "Kobold Onslaught": (Direction.CLOCKWISE, Corner.BOTTOM_LEFT, 4),
    "Gnoll Raid": (Direction.COUNTERCLOCKWISE, Corner.TOP_LEFT, 5),
    "Dragon Inferno": (Direction.COUNTERCLOCKWISE, Corner.BOTTOM_LEFT, 5),
    "Zombie Plague": (Direction.COUNTERCLOCKWISE, Corner.TOP_LEFT, 1),
    "Giant Troll Ravage": (Direction.CLOCKWISE, Corner.TOP_RIGHT, 4),
    "Gorgon Gaze": (Direction.CLOCKWISE, Corner.BOTTOM_RIGHT, 3),
}
ATTACKS = {
    "Dobrik of Lorkheim": {(-1, 0), (1, 0), (0, -1), (0, 1)},
    "Freyla the True": {(0, 1), (0, 2), (0, 3)},
    "Dal of Jolev": {(-1, -1), (-1, 1), (1, -1), (1, 1)},
    "Wren the Lioness": {(-1, 2), (0, 2), (1, 2)},
}


class TestExploreCards:
    def test_each_box_has_eleven_beside_the_ruins(self) -> None:
        assert list(EXPLORE_CARDS) == list(EXPLORED)
        assert Counter(card.game for card in EXPLORE_CARDS.values()) == {BASE: 11, HEROES: 11}

    @pytest.mark.parametrize("name", EXPLORED)
    def test_time_terrains_and_shapes_are_those_on_the_card(self, name: str) -> None:
        card = EXPLORE_CARDS[name]
        letters = "".join(terrain.letter for terrain in card.terrains)

        assert (card.time, letters, [len(shape) for shape in card.shapes]) == EXPLORED[name]

    def test_the_smaller_shape_of_a_card_of_time_one_has_the_coin_and_no_other(self) -> None:
        for card in EXPLORE_CARDS.values():
            coins = [shape.has_coin for shape in card.shapes]
            assert coins == ([True, False] if card.time == 1 else [False])

    def test_the_disputed_shapes_are_those_most_sources_give(self) -> None:
        assert str(EXPLORE_CARDS["Mangrove Swamp"].shapes[0]) == "XXX/X.X"
        assert str(EXPLORE_CARDS["Treetop Village"].shapes[0]) == "..XX/XXX."
        assert [str(shape) for shape in EXPLORE_CARDS["Pasture"].shapes] == ["X.X", ".XX/XX."]

    def test_all_are_confirmed(self) -> None:
        assert all(card.confidence.is_confirmed for card in EXPLORE_CARDS.values())


def test_the_two_ruins_cards_are_in_the_first_box() -> None:
    assert {card.name: card.game for card in RUINS_CARDS.values()} == {
        "Temple Ruins": BASE,
        "Outpost Ruins": BASE,
    }


class TestAmbushCards:
    def test_each_box_has_four(self) -> None:
        assert list(AMBUSH_CARDS) == list(AMBUSHES)
        assert Counter(card.game for card in AMBUSH_CARDS.values()) == {BASE: 4, HEROES: 4}

    @pytest.mark.parametrize("name", AMBUSHES)
    def test_arrow_corner_and_shape_are_those_on_the_card(self, name: str) -> None:
        card = AMBUSH_CARDS[name]

        assert (card.direction, card.corner, len(card.shape)) == AMBUSHES[name]

    def test_monsters_of_heroes_have_an_initial_and_an_effect(self) -> None:
        marks = {card.name: (card.initial, card.effect) for card in AMBUSH_CARDS.values() if card.initial}

        assert marks == {
            "Dragon Inferno": ("D", Effect.DRAGON),
            "Zombie Plague": ("Z", Effect.ZOMBIE),
            "Giant Troll Ravage": ("T", Effect.TROLL),
            "Gorgon Gaze": ("G", Effect.GORGON),
        }
        assert all(card.effect is None for card in of_box(BASE))

    def test_only_the_corners_of_heroes_are_unconfirmed(self) -> None:
        assert {card.corner_confidence for card in of_box(BASE)} == {Confidence.CERTAIN}
        assert {card.corner_confidence for card in of_box(HEROES)} == {Confidence.MEDIUM}
        assert all(card.confidence.is_confirmed for card in AMBUSH_CARDS.values())


def of_box(game: Game) -> list[AmbushCard]:
    return [card for card in AMBUSH_CARDS.values() if card.game is game]


class TestHeroCards:
    @pytest.mark.parametrize("name", ATTACKS)
    def test_the_pattern_is_the_one_on_the_card(self, name: str) -> None:
        assert HERO_CARDS[name].attack == tuple(sorted(ATTACKS[name]))

    def test_there_are_four(self) -> None:
        assert list(HERO_CARDS) == list(ATTACKS)
        assert {card.game for card in HERO_CARDS.values()} == {HEROES}

    @pytest.mark.parametrize("drawing", ["***", "H*H"])
    def test_a_pattern_has_one_hero(self, drawing: str) -> None:
        with pytest.raises(EngineError, match="no attack pattern"):
            parse_attack(drawing)


class TestFindCard:
    @pytest.mark.parametrize(
        ("given", "name"),
        [
            ("rift lands", "Rift Lands"),
            ("Kethras Gates", "Kethra's Gates"),
            ("the temple-ruins", "Temple Ruins"),
            ("GNOLL RAID", "Gnoll Raid"),
            ("Wren the Lioness", "Wren the Lioness"),
        ],
    )
    def test_case_articles_and_punctuation_do_not_matter(self, given: str, name: str) -> None:
        assert str(find_card(given)) == name

    def test_a_wrong_name_gets_the_nearest_right_ones(self) -> None:
        with pytest.raises(UnknownCardError, match='no card is named "Goblin Atack"; did you mean "Goblin'):
            find_card("Goblin Atack")

    def test_no_two_cards_have_one_name(self) -> None:
        names = [*EXPLORE_CARDS, *RUINS_CARDS, *AMBUSH_CARDS, *HERO_CARDS, *EDICTS]

        assert len({name.casefold() for name in names}) == len(names) == 22 + 2 + 8 + 4 + 32


def test_four_edicts_of_each_box_have_one_back() -> None:
    backs = Counter((edict.game, edict.category) for edict in EDICTS.values())

    assert backs == {(game, category): 4 for game in Game for category in Category}


def test_a_monster_is_drawn_by_explorers_on_the_two_wild_cards_only() -> None:
    wild = [card.name for card in EXPLORE_CARDS.values() if Terrain.MONSTER in card.terrains]

    assert wild == ["Rift Lands", "Kethra's Gates"]
