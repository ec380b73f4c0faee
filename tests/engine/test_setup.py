"""What can be laid out before a game, and what the rulebooks refuse."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import LAYOUTS, Category, Game, MapFormatError, MapSheet, Season, Side, find_edict
from engine.cards import AMBUSH_CARDS
from engine.customsides import side_of
from engine.errors import SetupError, UnknownCardError
from engine.setup import GameSetup, RuleSwitches

BASE, HEROES = Game.CARTOGRAPHERS, Game.HEROES
BASE_AMBUSHES = ("Goblin Attack", "Bugbear Assault", "Kobold Onslaught", "Gnoll Raid")
HEROES_AMBUSHES = ("Dragon Inferno", "Zombie Plague", "Giant Troll Ravage", "Gorgon Gaze")
MIXED_AMBUSHES = (*BASE_AMBUSHES[:2], *HEROES_AMBUSHES[:2])
BASE_EDICTS = tuple(map(find_edict, ("Treetower", "Wildholds", "Canal Lake", "Borderlands")))
HEROES_EDICTS = tuple(map(find_edict, ("Deepwood", "Caravansary", "Craylund", "Silos")))
HOME = side_of({"map": "...........\n" * 11, "name": "Home"}, where="home")


def setups() -> st.SearchStrategy[GameSetup]:
    return st.builds(GameSetup.drawn, st.integers(0, 2**53 - 1), players=st.integers(1, 100))


class TestOneBox:
    def test_cartographers_has_its_ruins_and_no_heroes(self) -> None:
        setup = GameSetup.base(edicts=BASE_EDICTS)

        assert (setup.layout, setup.ruins, setup.heroes) == (LAYOUTS[Side.A], True, False)
        assert setup.ambushes == BASE_AMBUSHES
        assert setup.games == {BASE}
        assert [setup.threshold(season) for season in Season] == [8, 8, 7, 6]

    def test_heroes_has_its_heroes_and_no_ruins(self) -> None:
        setup = GameSetup.of_heroes(edicts=HEROES_EDICTS)

        assert (setup.layout, setup.ruins, setup.heroes) == (LAYOUTS[Side.C], False, True)
        assert setup.ambushes == HEROES_AMBUSHES
        assert setup.games == {HEROES}
        assert [setup.threshold(season) for season in Season] == [8, 7, 7, 6]

    def test_one_box_is_not_combined_on_a_home_made_sheet(self) -> None:
        assert not GameSetup.base(layout=HOME).is_combined
        assert not GameSetup.of_heroes(layout=HOME).is_combined

    @pytest.mark.parametrize("game", [GameSetup.base, GameSetup.of_heroes])
    def test_edicts_that_are_not_said_are_drawn_from_the_box(self, game: Any) -> None:
        setup = game(seed=5)

        assert {edict.game for edict in setup.edicts} == setup.games
        assert {edict.category for edict in setup.edicts} == set(Category)

    def test_cartographers_without_ruins_is_refused(self) -> None:
        with pytest.raises(SetupError, match=r"the ruins cards are always included in Cartographers$"):
            replace(GameSetup.base(), ruins=False)

    def test_heroes_without_heroes_is_refused(self) -> None:
        with pytest.raises(SetupError, match="Cartographers Heroes is played with its hero cards, unless"):
            replace(GameSetup.of_heroes(), heroes=False)


class TestBothBoxes:
    @pytest.mark.parametrize("explore", Game)
    @pytest.mark.parametrize("seasons", Game)
    @pytest.mark.parametrize("heroes", [True, False])
    def test_either_explore_set_goes_with_either_seasons_and_with_heroes_or_not(
        self, explore: Game, seasons: Game, heroes: bool
    ) -> None:
        setup = GameSetup.combined(explore=explore, seasons=seasons, heroes=heroes, edicts=BASE_EDICTS)

        assert (setup.explore, setup.seasons, setup.heroes, setup.ruins) == (explore, seasons, heroes, True)

    @pytest.mark.parametrize("side", LAYOUTS)
    def test_any_side_may_be_chosen(self, side: Side) -> None:
        assert GameSetup.combined(layout=LAYOUTS[side]).layout.side is side

    @pytest.mark.parametrize(
        "ambushes", [BASE_AMBUSHES, HEROES_AMBUSHES, MIXED_AMBUSHES, tuple(AMBUSH_CARDS)]
    )
    def test_any_four_or_more_ambush_cards_may_be_mixed(self, ambushes: tuple[str, ...]) -> None:
        assert GameSetup.combined(ambushes=ambushes).ambushes == ambushes

    def test_edicts_of_both_may_be_mixed(self) -> None:
        edicts = (*BASE_EDICTS[:2], *HEROES_EDICTS[2:])

        assert GameSetup.combined(edicts=edicts).edicts == edicts

    @pytest.mark.parametrize(
        "changes",
        [
            {"layout": LAYOUTS[Side.B]},
            {"seasons": BASE},
            {"explore": BASE},
            {"ambushes": MIXED_AMBUSHES},
            {"edicts": BASE_EDICTS},
        ],
        ids=lambda changes: next(iter(changes)),
    )
    def test_whatever_is_mixed_in_the_ruins_cards_are_too(self, changes: dict[str, Any]) -> None:
        heroes = GameSetup.of_heroes(edicts=HEROES_EDICTS)

        assert replace(heroes, **changes, ruins=True).is_combined
        with pytest.raises(SetupError, match="always included when both games are combined"):
            replace(heroes, **changes)

    def test_heroes_may_be_left_out_with_the_ruins_in(self) -> None:
        assert replace(GameSetup.of_heroes(), heroes=False, ruins=True).is_combined

    def test_a_name_of_an_ambush_card_is_found_as_people_write_it(self) -> None:
        names = ["goblin attack", "the gorgon-gaze", "GNOLL RAID", "Zombie Plague"]

        assert GameSetup.combined(ambushes=names).ambushes[1] == "Gorgon Gaze"


class TestRefusals:
    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"players": 0}, "1 to 100 players can play, not 0"),
            ({"players": 101}, "1 to 100 players can play, not 101"),
            ({"seed": -1}, "a seed is a whole number from 0 to 9007199254740991, not -1"),
            ({"edicts": BASE_EDICTS[:3]}, "a game has four edicts, one of each category: 3 given"),
            (
                {"edicts": (*BASE_EDICTS[:3], find_edict("Greenbough"))},
                "one of each category: Treetower and Greenbough are all forest",
            ),
            ({"ambushes": BASE_AMBUSHES[:3]}, "needs 4 or more: 3 given"),
            ({"ambushes": (*BASE_AMBUSHES, "Gnoll Raid")}, "one card Gnoll Raid, .* 2 times"),
            (
                {"ambushes": (*BASE_AMBUSHES[:3], "Silos")},
                '"Silos" is no ambush card; there are Goblin Attack,',
            ),
        ],
    )
    def test_a_set_up_that_breaks_a_rule_is_refused_with_it(
        self, changes: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(SetupError, match=message):
            replace(GameSetup.base(), **changes)


class TestChance:
    def test_the_same_seed_draws_the_same(self) -> None:
        assert GameSetup.drawn(11) == GameSetup.drawn(11)

    def test_what_is_said_leaves_the_rest_as_drawn(self) -> None:
        drawn = GameSetup.combined(seed=4)

        assert GameSetup.combined(seed=4, heroes=not drawn.heroes) == replace(drawn, heroes=not drawn.heroes)

    def test_all_kinds_and_sides_are_drawn(self) -> None:
        drawn = [GameSetup.drawn(seed) for seed in range(60)]

        assert {setup.games for setup in drawn} >= {frozenset({BASE}), frozenset({HEROES}), frozenset(Game)}
        assert {setup.layout.side for setup in drawn} == set(LAYOUTS)
        assert {len(setup.ambushes) for setup in drawn} == {4, 5, 6, 7, 8}

    def test_edicts_lie_under_any_letter(self) -> None:
        first = {GameSetup.base(seed=seed).edicts[0].category for seed in range(40)}

        assert first == set(Category)


class TestDocument:
    @given(setups())
    def test_a_set_up_comes_back_from_json(self, setup: GameSetup) -> None:
        assert GameSetup.from_json(json.loads(json.dumps(setup.to_json()))) == setup

    def test_a_home_made_sheet_comes_back_from_json(self) -> None:
        setup = GameSetup.base(layout=HOME)

        assert GameSetup.from_json(json.loads(json.dumps(setup.to_json()))) == setup

    def test_rule_switches_come_back_from_json(self) -> None:
        setup = replace(GameSetup.base(), rules=RuleSwitches(rotate_hero_pattern=False))

        assert GameSetup.from_json(setup.to_json()) == setup

    def test_rules_that_are_not_said_are_those_of_the_texts(self) -> None:
        document = GameSetup.base().to_json()
        del document["rules"]

        assert GameSetup.from_json(document).rules == RuleSwitches()

    @pytest.mark.parametrize(
        ("changes", "message"),
        [
            ({"schema": "surveyor/map@1"}, 'schema: expected "surveyor/setup@1"'),
            ({"side": "E"}, "side: expected"),
            ({"side": "custom"}, "layout is a JSON object, not null"),
            ({"side": "custom", "layout": {"map": "..."}}, "layout, map: a map has 11 lines"),
            ({"explore": "base"}, 'explore: expected "Cartographers" or "Cartographers Heroes", not "base"'),
            ({"ruins": 1}, "ruins: expected true or false, not 1"),
            ({"rules": {"rotate_hero_pattern": "no"}}, "rotate_hero_pattern: expected true or false"),
            ({"rules": []}, "rules is a JSON object"),
            ({"players": 101}, "players: expected a whole number from 1 to 100"),
            ({"edicts": "Silos"}, "edicts: expected a list"),
            ({"ambushes": [3]}, "ambushes: expected a name, not 3"),
        ],
    )
    def test_what_is_no_set_up_is_refused_with_the_field(
        self, changes: dict[str, object], message: str
    ) -> None:
        with pytest.raises(MapFormatError, match=message):
            GameSetup.from_json(GameSetup.base().to_json() | changes)

    def test_a_document_is_an_object(self) -> None:
        with pytest.raises(MapFormatError, match=r"a set-up is a JSON object, not \[\]"):
            GameSetup.from_json([])

    def test_an_unknown_card_gets_the_nearest_names(self) -> None:
        with pytest.raises(UnknownCardError, match='"Gnoll Rade"; did you mean "Gnoll Raid"'):
            GameSetup.from_json(GameSetup.base().to_json() | {"ambushes": ["Gnoll Rade"]})


@pytest.mark.parametrize("side", LAYOUTS)
def test_everyone_begins_with_the_blank_sheet_of_the_side(side: Side) -> None:
    assert GameSetup.combined(layout=LAYOUTS[side]).blank_sheet() == MapSheet.blank(side)


def test_one_player_plays_solo() -> None:
    assert GameSetup.base(players=1).is_solo
    assert not GameSetup.base().is_solo
