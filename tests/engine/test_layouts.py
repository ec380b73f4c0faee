"""The layouts against the coordinates they were read off as."""

import pytest

from engine import COIN_TRACK, LAYOUTS, Game, Layout, MapSheet, Side, Square, Terrain
from engine.layouts import Feature

MOUNTAINS = {
    Side.A: [(1, 3), (2, 8), (5, 5), (8, 2), (9, 7)],
    Side.B: [(1, 8), (2, 3), (7, 5), (8, 9), (9, 2)],
    Side.C: [(1, 1), (3, 8), (5, 3), (8, 9), (9, 5)],
    Side.D: [(1, 9), (3, 3), (5, 6), (8, 2), (8, 9)],
}
RUINS = {
    Side.A: [(1, 5), (2, 1), (2, 9), (8, 1), (8, 9), (9, 5)],
    Side.B: [(1, 6), (2, 2), (4, 6), (6, 1), (7, 8), (9, 3)],
    Side.C: [(1, 4), (3, 7), (6, 6), (7, 2), (9, 8), (10, 0)],
    Side.D: [(1, 3), (1, 8), (5, 1), (6, 7), (6, 10), (9, 5)],
}
WASTELANDS = {
    Side.A: [],
    Side.B: [(3, 5), (4, 4), (4, 5), (5, 4), (5, 5), (5, 6), (6, 5)],
    Side.C: [],
    Side.D: [(1, 1), (2, 1), (5, 9), (5, 10), (6, 9), (9, 0), (9, 1)],
}


@pytest.mark.parametrize("side", LAYOUTS)
def test_a_layout_is_the_one_read_off_the_sheet(side: Side) -> None:
    layout = LAYOUTS[side]

    assert layout.side is side
    assert sorted(layout.mountains) == MOUNTAINS[side]
    assert sorted(layout.ruins) == RUINS[side]
    assert sorted(layout.wastelands) == WASTELANDS[side]


def test_the_custom_side_has_no_layout() -> None:
    assert list(LAYOUTS) == [Side.A, Side.B, Side.C, Side.D]


@pytest.mark.parametrize("side", LAYOUTS)
def test_a_blank_sheet_shows_the_layout(side: Side) -> None:
    sheet = MapSheet.blank(side)

    assert sheet.squares(Terrain.MOUNTAIN) == sorted(LAYOUTS[side].mountains)
    assert sheet.squares(Terrain.WASTELAND) == sorted(LAYOUTS[side].wastelands)
    assert sheet.ruins == LAYOUTS[side].ruins
    assert all(sheet[ruin] is Terrain.EMPTY for ruin in sheet.ruins)


def test_a_blank_custom_sheet_is_empty() -> None:
    sheet = MapSheet.blank(Side.CUSTOM)

    assert len(sheet.squares(Terrain.EMPTY)) == 121
    assert Square(0, 0) not in sheet.ruins


@pytest.mark.parametrize("side", LAYOUTS)
def test_a_layout_that_is_drawn_is_parsed_again(side: Side) -> None:
    drawn = Layout.parse(side, str(LAYOUTS[side]))

    assert str(drawn) == str(LAYOUTS[side])
    assert (drawn.mountains, drawn.ruins, drawn.wastelands) == (
        LAYOUTS[side].mountains,
        LAYOUTS[side].ruins,
        LAYOUTS[side].wastelands,
    )


def test_every_track_has_fourteen_coins() -> None:
    assert {layout.coins for layout in LAYOUTS.values()} == {COIN_TRACK}


def test_sides_come_in_two_boxes() -> None:
    assert [LAYOUTS[side].game for side in LAYOUTS] == [Game.CARTOGRAPHERS] * 2 + [Game.HEROES] * 2


def test_only_ruins_and_coins_of_side_d_are_unconfirmed() -> None:
    doubted = {side: layout.unconfirmed for side, layout in LAYOUTS.items() if layout.unconfirmed}

    assert doubted == {Side.D: (Feature.RUINS, Feature.COINS)}


def test_a_layout_tells_what_is_printed_on_a_square() -> None:
    layout = LAYOUTS[Side.B]

    assert layout[Square(1, 8)] is Terrain.MOUNTAIN
    assert layout[Square(3, 5)] is Terrain.WASTELAND
    assert layout[Square(1, 6)] is layout[Square(0, 0)] is Terrain.EMPTY
