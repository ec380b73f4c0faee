from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine import ALL_SQUARES, EDICTS, SIZE, Edict, MapSheet, Square, monster_losses
from tests.engine.naive import NAIVE_EDICTS, Map
from tests.engine.naive import monster_losses as naive_monster_losses
from tests.engine.strategies import custom_sheets, sheets

LAST = SIZE - 1
ROW_EDICTS = ["Sleepy Valley", "Banded Hills"]
COLUMN_EDICTS = ["Faunlost Thicket", "Jorekburg", "Silos"]
DIRECTED = {*ROW_EDICTS, *COLUMN_EDICTS, "The Broken Road"}

Turn = Callable[[Square], Square]


def quarter_turn(square: Square) -> Square:
    return Square(square.column, LAST - square.row)


def left_to_right(square: Square) -> Square:
    return Square(square.row, LAST - square.column)


def top_to_bottom(square: Square) -> Square:
    return Square(LAST - square.row, square.column)


def over_the_other_diagonal(square: Square) -> Square:
    return Square(LAST - square.column, LAST - square.row)


def turned(sheet: MapSheet, turn: Turn) -> MapSheet:
    """The sheet with each square moved to where the turn takes it."""
    moved = {turn(square): sheet[square] for square in ALL_SQUARES}
    blank = replace(sheet, ruins=frozenset())
    return replace(blank.with_terrain(moved), ruins=frozenset(map(turn, sheet.ruins)))


def totals(sheet: MapSheet, names: set[str]) -> dict[str, int]:
    return {name: EDICTS[name].earns(sheet).total for name in names}


@pytest.mark.parametrize("turn", [quarter_turn, left_to_right, top_to_bottom, over_the_other_diagonal])
@given(sheet=custom_sheets())
def test_edicts_without_a_direction_are_the_same_on_a_turned_map(turn: Turn, sheet: MapSheet) -> None:
    undirected = set(EDICTS) - DIRECTED

    assert totals(sheet, undirected) == totals(turned(sheet, turn), undirected)


@pytest.mark.parametrize("turn", [left_to_right, top_to_bottom])
@given(sheet=custom_sheets())
def test_row_and_column_edicts_are_the_same_on_a_mirrored_map(turn: Turn, sheet: MapSheet) -> None:
    names = {*ROW_EDICTS, *COLUMN_EDICTS}

    assert totals(sheet, names) == totals(turned(sheet, turn), names)


@given(sheet=custom_sheets())
def test_the_broken_road_is_the_same_mirrored_along_its_diagonals(sheet: MapSheet) -> None:
    mirrored = turned(sheet, over_the_other_diagonal)

    assert totals(sheet, {"The Broken Road"}) == totals(mirrored, {"The Broken Road"})


@pytest.mark.parametrize("edict", EDICTS.values(), ids=str)
@given(sheet=sheets())
@settings(max_examples=30)
def test_the_stars_are_the_sum_of_positive_awards_to_squares_of_the_map(
    edict: Edict, sheet: MapSheet
) -> None:
    stars = edict.earns(sheet)

    assert stars.total == sum(award.stars for award in stars.awards)
    assert all(award.stars > 0 and award.squares for award in stars.awards)
    assert set(stars.squares) <= set(ALL_SQUARES)
    assert list(stars.squares) == sorted(stars.squares)


@pytest.mark.parametrize("name", NAIVE_EDICTS)
@given(sheet=sheets())
@settings(max_examples=60)
def test_the_engine_agrees_with_a_naive_count(name: str, sheet: MapSheet) -> None:
    assert EDICTS[name].earns(sheet).total == NAIVE_EDICTS[name](Map(str(sheet)))


@given(sheet=sheets())
def test_the_monsters_agree_with_a_naive_count(sheet: MapSheet) -> None:
    assert monster_losses(sheet).total == naive_monster_losses(Map(str(sheet)))


def test_every_edict_has_a_naive_count() -> None:
    assert set(EDICTS) == set(NAIVE_EDICTS)
