import pytest
from hypothesis import given

from engine import EDICTS, MapSheet, Side, Terrain
from engine.worth import Worth, worth_of
from tests.drawing import map_of
from tests.engine.strategies import sheets


def allows(name: str, sheet: MapSheet) -> bool:
    """Whether the limits admit what the map earns by the card."""
    return worth_of(EDICTS[name]).allows(
        EDICTS[name].earns(sheet).total,
        mountains=len(sheet.squares(Terrain.MOUNTAIN)),
        ruins=len(sheet.ruins),
    )


def test_every_edict_has_its_limits() -> None:
    assert all(worth_of(edict) for edict in EDICTS.values())


@pytest.mark.parametrize("name", EDICTS)
@given(sheet=sheets())
def test_no_map_earns_what_a_card_cannot_give(name: str, sheet: MapSheet) -> None:
    assert allows(name, sheet)


@pytest.mark.parametrize("name", EDICTS)
@pytest.mark.parametrize("letters", ["F", "V", "A", "W", ".V", "VM", "FA", ".F", "AW", "^F", "a^W", "f", "M"])
def test_nor_do_maps_filled_with_one_pattern(name: str, letters: str) -> None:
    line = letters * 11

    assert allows(name, map_of(*[line[row : row + 11] for row in range(11)]))


@pytest.mark.parametrize(
    ("name", "stars", "allowed"),
    [
        ("Borderlands", 12, True),
        ("Borderlands", 13, False),
        ("Borderlands", 126, False),
        ("Borderlands", 132, True),
        ("Stoneside Forest", 3, False),
        ("Stoneside Forest", 6, True),
        ("Canal Lake", 1, False),
        ("Caravansary", 1, False),
        ("Greenbough", 1, False),
        ("Greenbough", 23, False),
        ("Silos", 60, True),
        ("Silos", 70, False),
        ("The Broken Road", 33, True),
        ("Sentinel Wood", 41, False),
        ("Great City", -1, False),
    ],
)
def test_a_card_gives_certain_numbers_only(name: str, stars: int, allowed: bool) -> None:
    assert worth_of(EDICTS[name]).allows(stars) == allowed


def test_a_full_map_earns_what_borderlands_can_give_at_most() -> None:
    """All eleven rows and columns, of six stars each."""
    full = map_of(*["F" * 11] * 11)

    assert EDICTS["Borderlands"].earns(full).total == 132


@pytest.mark.parametrize(("stars", "allowed"), [(15, True), (18, False)])
def test_five_mountains_give_no_more_than_five_times_their_stars(stars: int, allowed: bool) -> None:
    mountains = len(MapSheet.blank(Side.A).squares(Terrain.MOUNTAIN))

    assert worth_of(EDICTS["Stoneside Forest"]).allows(stars, mountains=mountains) == allowed


@pytest.mark.parametrize(
    ("stars", "words"),
    [(18, "at most 15"), (7, "0, 3, 6 and so on"), (3, "other numbers, never 3")],
)
def test_what_a_card_gives_instead_is_said_in_words(stars: int, words: str) -> None:
    stoneside = Worth(step=3, most=363, never=(3,), per_mountain=3)

    assert stoneside.gives_instead(stars, mountains=5) == words
