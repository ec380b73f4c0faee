from typing import Any

import numpy as np
import pytest

from engine import ALL_SQUARES, MapSheet, Side, Square, Terrain, find_edict
from vision import CellReading, SheetGeometry, SheetReading
from vision.geometry import map_nodes
from vision.stakes import score_range

EDGE = [find_edict("Sentinel Wood")]


def reading_of(*cells: CellReading) -> SheetReading:
    """Return a blank sheet of side A, read beyond doubt but for these cells."""
    blank, given = MapSheet.blank(Side.A), {cell.square: cell for cell in cells}
    read = tuple(given.get(square, CellReading(square, {blank[square]: 1.0})) for square in ALL_SQUARES)
    return SheetReading(SheetGeometry(map_nodes(11), 0.0, 1.0), Side.A, 1.0, read, "stub", 0.9)


def torn(square: Square, share: float, other: Terrain = Terrain.WATER) -> CellReading:
    """Return a cell that is a forest with this probability."""
    return CellReading(square, {Terrain.FOREST: share, other: 1.0 - share})


def test_a_sure_reading_has_one_score() -> None:
    found = score_range(reading_of(torn(Square(0, 3), 1.0)), EDGE, coins=2)

    assert (found.low, found.total, found.high) == (3, 3, 3)
    assert found.chance == 1.0
    assert found.stakes == ()


def test_a_doubtful_forest_at_the_edge_may_be_lost() -> None:
    found = score_range(reading_of(torn(Square(0, 3), 0.6)), EDGE)

    assert (found.low, found.total, found.high) == (0, 1, 1)
    assert abs(found.chance - 0.6) < 0.08


def test_a_doubtful_forest_inland_is_not_asked_about() -> None:
    found = score_range(reading_of(torn(Square(5, 3), 0.6)), EDGE)

    assert found.chance == 1.0
    assert found.stakes == ()


def test_the_most_consequential_square_comes_first() -> None:
    nearly, hardly = torn(Square(0, 3), 0.9), torn(Square(0, 7), 0.55)

    found = score_range(reading_of(nearly, hardly), EDGE)

    assert [stake.square for stake in found.stakes] == [Square(0, 7), Square(0, 3)]
    assert np.allclose([stake.stars for stake in found.stakes], [0.45, 0.1])


def test_the_same_seed_gives_the_same_range() -> None:
    reading = reading_of(*(torn(Square(0, column), 0.7) for column in range(9)))

    assert score_range(reading, EDGE, seed=4) == score_range(reading, EDGE, seed=4)


@pytest.mark.parametrize(
    ("edicts", "season", "problem"),
    [(["Sentinel Wood"], None, "'Sentinel Wood' is no edict"), (EDGE, "fall", "'fall' is no season")],
)
def test_names_are_no_edicts_and_no_season(edicts: Any, season: Any, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        score_range(reading_of(), edicts, season=season)
