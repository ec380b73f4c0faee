from collections import Counter

import pytest

from engine import EDICTS, Category, Edict, Game, Stars, UnknownEdictError, find_edict

NAMES = [
    *["Sentinel Wood", "Treetower", "Greenbough", "Stoneside Forest", "Canal Lake", "The Golden Granary"],
    *["Mages Valley", "Shoreside Expanse", "Wildholds", "Greengold Plains", "Great City", "Shieldgate"],
    *["Borderlands", "The Broken Road", "Lost Barony", "The Cauldrons", "Faunlost Thicket", "Deepwood"],
    *["Heart of the Forest", "Sleepy Valley", "Craylund", "Ulem's Wallow", "Clawsgrave Peaks", "Jorekburg"],
    *["Traylo Monastery", "Outer Enclave", "Gnomish Colony", "Caravansary", "Dwarvenholds", "Silos"],
    *["Banded Hills", "Starlit Sigil"],
]


def test_the_names_are_those_of_the_contract() -> None:
    assert sorted(EDICTS) == sorted(NAMES)
    assert all(edict.name == name for name, edict in EDICTS.items())


def test_each_game_has_four_cards_of_each_category() -> None:
    counts = Counter((edict.game, edict.category) for edict in EDICTS.values())

    assert counts == dict.fromkeys([(game, category) for game in Game for category in Category], 4)


def test_each_card_has_a_function_of_its_own_named_after_it() -> None:
    functions = {edict.name: edict.earns.__name__ for edict in EDICTS.values()}
    expected = {name: name.removeprefix("The ").lower().replace(" ", "_").replace("'", "") for name in EDICTS}

    assert functions == expected


def test_the_categories_are_named_as_in_the_documents() -> None:
    assert [*Category] == ["forest", "village", "farm_water", "spatial"]


def test_an_edict_is_shown_by_its_name() -> None:
    assert str(EDICTS["Silos"]) == "Silos"


def test_the_rule_is_the_text_on_the_card_in_one_line() -> None:
    assert EDICTS["Jorekburg"].rule == (
        "Earn four stars for each column that contains an equal number of farm spaces and water spaces. "
        "There must be at least one of each."
    )


def test_an_edict_whose_function_says_nothing_has_no_rule() -> None:
    assert Edict("Nothing", Category.FOREST, 0, Game.HEROES, lambda sheet: Stars()).rule == ""


@pytest.mark.parametrize("edict", EDICTS.values(), ids=str)
def test_the_rule_is_a_sentence_without_our_notes(edict: Edict) -> None:
    assert edict.rule.startswith(("Earn ", "Choose "))
    assert edict.rule.endswith(".")
    assert "Note" not in edict.rule


@pytest.mark.parametrize(
    ("category", "game", "numbers"),
    [
        (Category.FOREST, Game.CARTOGRAPHERS, {25, 22, 17, 18}),
        (Category.FARM_WATER, Game.CARTOGRAPHERS, {24, 22, 20, 27}),
        (Category.VILLAGE, Game.CARTOGRAPHERS, {16, 21, 20}),
        (Category.SPATIAL, Game.CARTOGRAPHERS, {24, 20}),
        (Category.FOREST, Game.HEROES, {16, 18, 22, 24}),
        (Category.FARM_WATER, Game.HEROES, {12, 14, 15, 18}),
        (Category.VILLAGE, Game.HEROES, {12, 14, 16}),
        (Category.SPATIAL, Game.HEROES, {28, 30}),
    ],
)
def test_the_solo_numbers_are_those_in_the_corners(category: Category, game: Game, numbers: set[int]) -> None:
    stack = [edict for edict in EDICTS.values() if (edict.category, edict.game) == (category, game)]

    assert {edict.solo for edict in stack} == numbers


@pytest.mark.parametrize(
    "name",
    [
        "The Golden Granary",
        "golden granary",
        "THE GOLDEN GRANARY",
        "the-golden-granary",
        " Golden  Granary! ",
    ],
)
def test_a_name_is_found_without_regard_to_case_article_and_punctuation(name: str) -> None:
    assert find_edict(name) is EDICTS["The Golden Granary"]


@pytest.mark.parametrize(
    "name", ["Ulem's Wallow", "Ulem\u2019s Wallow", "ulems wallow", "The Ulem\u2018s Wallow"]
)
def test_an_apostrophe_may_be_of_any_kind_or_missing(name: str) -> None:
    assert find_edict(name) is EDICTS["Ulem's Wallow"]


@pytest.mark.parametrize("name", NAMES)
def test_every_name_finds_its_card(name: str) -> None:
    assert name == find_edict(name).name == find_edict(name.removeprefix("The ").upper()).name


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("Sentinal Wod", "Sentinel Wood"), ("cauldron", "The Cauldrons"), ("Slios", "Silos")],
)
def test_an_unknown_name_gets_the_nearest_right_ones(name: str, nearest: str) -> None:
    with pytest.raises(UnknownEdictError, match=f'"{name}"; did you mean "{nearest}"') as caught:
        find_edict(name)

    assert caught.value.nearest[0] == nearest
    assert caught.value.name == name


@pytest.mark.parametrize("name", ["", "the", "?!", "zzz"])
def test_even_a_hopeless_name_gets_some_right_ones(name: str) -> None:
    with pytest.raises(UnknownEdictError, match="did you mean") as caught:
        find_edict(name)

    assert set(caught.value.nearest) <= set(EDICTS)
