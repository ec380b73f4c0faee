"""Heroes on a sheet of Cartographers: hardly one alone, several surely."""

from collections.abc import Mapping

import pytest

from engine import ALL_SQUARES, LAYOUTS, Side, Square, Terrain
from vision.read.games import weigh_games
from vision.read.reading import CellReading

SURE, LIKELY = (
    {Terrain.HERO: 0.97, Terrain.FARM: 0.03},
    {Terrain.HERO: 0.6, Terrain.FARM: 0.3, Terrain.WATER: 0.1},
)
PLACES = (Square(0, 0), Square(4, 4), Square(10, 2), Square(7, 9))


def weigh(
    *shown: Mapping[Terrain, float], side: Side = Side.A, trusted: float = 1.0
) -> list[Mapping[Terrain, float]]:
    """Return what some squares hold on a sheet that is empty but for them."""
    squares = dict(zip(PLACES, shown, strict=False))
    cells = [CellReading(at, squares.get(at, {Terrain.EMPTY: 1.0})) for at in ALL_SQUARES]
    found = {cell.square: cell for cell in weigh_games(cells, LAYOUTS[side], trusted)}
    return [found[at].probabilities for at in squares]


def test_what_looks_somewhat_like_a_hero_is_none_where_no_other_is() -> None:
    [found] = weigh(LIKELY)
    assert found[Terrain.HERO] < 0.05
    assert found[Terrain.FARM] == pytest.approx(3 * found[Terrain.WATER])
    assert sum(found.values()) == pytest.approx(1.0)


def test_what_surely_looks_like_a_hero_is_doubtful_alone_and_sure_among_others() -> None:
    [alone], several = weigh(SURE), weigh(SURE, SURE, SURE)
    assert 0.2 < alone[Terrain.HERO] < 0.8
    assert min(each[Terrain.HERO] for each in several) > 0.95


def test_each_square_tells_the_others_which_game_it_is() -> None:
    assert weigh(LIKELY, SURE, SURE, SURE)[0][Terrain.HERO] == pytest.approx(LIKELY[Terrain.HERO], abs=0.02)


def test_on_sheets_of_heroes_nothing_changes() -> None:
    assert weigh(LIKELY, side=Side.C) == [LIKELY]


def test_where_the_side_is_open_so_is_the_game() -> None:
    [sure_of_side], [open_side] = weigh(SURE), weigh(SURE, trusted=0.5)
    assert sure_of_side[Terrain.HERO] < open_side[Terrain.HERO] > 0.9


def test_what_can_only_be_of_heroes_stays() -> None:
    assert weigh({Terrain.HERO: 1.0}) == [{Terrain.HERO: 1.0}]
