import numpy as np
import pytest

from datasets.draw.gamemaps import game_map
from datasets.draw.maps import INITIALS, DrawnMap
from engine import LAYOUTS, Side, Terrain

PLAYED = [Side.A, Side.B, Side.C, Side.D]


@pytest.fixture(name="maps", scope="module")
def _maps() -> list[DrawnMap]:
    """Games on all sides; that of seed 22 begins with an ambush, before anybody has moved."""
    return [game_map(np.random.default_rng(seed), side) for seed in (*range(8), 22) for side in PLAYED]


def test_the_shapes_of_a_game_are_what_its_map_shows(maps: list[DrawnMap]) -> None:
    """Drawing the shapes and then the crosses gives the map again, square by square."""
    for drawn in maps:
        shown = {square: terrain for terrain, shape in drawn.shapes for square in shape}
        shown |= dict.fromkeys(drawn.beneath, Terrain.DESTROYED)
        held = {square: drawn.sheet[square] for square in shown}

        assert shown == held
        assert len(shown) == sum(
            terrain not in (Terrain.EMPTY, Terrain.MOUNTAIN, Terrain.WASTELAND)
            for row in drawn.sheet.rows
            for terrain in row
        )


def test_what_stands_under_a_cross_was_drawn_there(maps: list[DrawnMap]) -> None:
    """A destroyed square that was not empty has its old sign in one of the shapes."""
    drawn_in = [(m, {square: terrain for terrain, shape in m.shapes for square in shape}) for m in maps]
    beneath = [(shown.get(at, Terrain.EMPTY), was) for m, shown in drawn_in for at, was in m.beneath.items()]

    assert beneath
    assert [was for _, was in beneath] == [shown for shown, _ in beneath]


def test_games_leave_letters_and_attacks_on_the_sheets_of_heroes(maps: list[DrawnMap]) -> None:
    """Initials stand on monsters or on what became of them, and attacks are marked."""
    written = [(m.sheet[at], letter) for m in maps for at, letter in m.initials.items()]

    assert {letter for _, letter in written} <= set(INITIALS)
    assert {terrain for terrain, _ in written} <= {Terrain.MONSTER, Terrain.DESTROYED}
    assert any(m.attacks for m in maps)


@pytest.mark.parametrize("side", PLAYED)
def test_a_game_map_has_the_print_of_its_side(side: Side) -> None:
    """Mountains, wastelands and ruins are those of the printed side."""
    drawn = game_map(np.random.default_rng(3), side)

    assert drawn.sheet.ruins == frozenset(LAYOUTS[side].ruins)
    assert drawn.wastelands == frozenset(LAYOUTS[side].wastelands)
    assert all(drawn.sheet[at] == Terrain.MOUNTAIN for at in LAYOUTS[side].mountains)
