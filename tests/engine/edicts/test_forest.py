import pytest

from engine import MapSheet, Square
from engine.edicts.forest import (
    deepwood,
    faunlost_thicket,
    greenbough,
    heart_of_the_forest,
    sentinel_wood,
    sleepy_valley,
    stoneside_forest,
    treetower,
)
from tests.drawing import map_of


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(), 0, id="no forest"),
        pytest.param(map_of("F"), 1, id="the corner counts once"),
        pytest.param(map_of("FFF", "FF"), 4, id="an inner forest does not count"),
        pytest.param(map_of(*[""] * 10, "F.........F"), 2, id="the bottom edge"),
        pytest.param(map_of("X", "V", "f"), 1, id="a destroyed forest is none, one on ruins is"),
    ],
)
def test_sentinel_wood_counts_forests_on_the_edge(sheet: MapSheet, stars: int) -> None:
    assert sentinel_wood(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("FF", "FF"), 1, id="the edge surrounds"),
        pytest.param(
            map_of(".#.", "^FX", ".M."), 1, id="wasteland, mountain, destroyed and monster surround"
        ),
        pytest.param(map_of(".V.", "VFV"), 0, id="open below"),
        pytest.param(map_of("Fr", "A."), 0, id="empty ruins are empty"),
        pytest.param(map_of("Fv", "A."), 1, id="ruins drawn on are filled"),
        pytest.param(map_of(rest="F"), 121, id="all forest"),
    ],
)
def test_treetower_counts_surrounded_forests(sheet: MapSheet, stars: int) -> None:
    assert treetower(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("V"), 0, id="no forest"),
        pytest.param(map_of("F"), 2, id="one forest is in a row and in a column"),
        pytest.param(map_of("FFF"), 4, id="a row and three columns"),
        pytest.param(map_of("F", ".F"), 4, id="a diagonal"),
        pytest.param(map_of(rest="F"), 22, id="all forest"),
    ],
)
def test_greenbough_counts_rows_and_columns(sheet: MapSheet, stars: int) -> None:
    assert greenbough(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("^FF^"), 6, id="two mountains"),
        pytest.param(map_of("FFF", "F^F", "FFF"), 0, id="a forest at one mountain only"),
        pytest.param(map_of("^^"), 0, id="mountains side by side without a forest"),
        pytest.param(map_of("^F^F^"), 9, id="the middle mountain counts once"),
        pytest.param(map_of("^FFF^", ".F...", ".^"), 9, id="one cluster at three mountains"),
        pytest.param(map_of("^F", "..F^"), 0, id="forests at a diagonal are two clusters"),
        pytest.param(map_of("^FXF^"), 0, id="a destroyed forest breaks the cluster"),
    ],
)
def test_stoneside_forest_counts_mountains_that_a_forest_joins(sheet: MapSheet, stars: int) -> None:
    assert stoneside_forest(sheet).total == stars


def test_stoneside_forest_awards_the_mountains() -> None:
    assert stoneside_forest(map_of("^FF^", "", "^F")).squares == (Square(0, 0), Square(0, 3))


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("A"), 0, id="no forest"),
        pytest.param(map_of("F", "F", "F"), 6, id="three in a column"),
        pytest.param(map_of("FFFF"), 2, id="a row is no column"),
        pytest.param(map_of("F", "F", "X", "F"), 4, id="broken"),
        pytest.param(map_of("FF", "FF", ".F"), 6, id="only the longest column"),
        pytest.param(map_of(rest="F"), 22, id="from edge to edge"),
    ],
)
def test_faunlost_thicket_counts_the_longest_column(sheet: MapSheet, stars: int) -> None:
    assert faunlost_thicket(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("FFFF"), 0, id="four are too few"),
        pytest.param(map_of("FFFFF"), 6, id="five"),
        pytest.param(map_of("FFFFFV"), 0, id="beside a village"),
        pytest.param(map_of("FFFFF", ".....V"), 6, id="a village at a diagonal"),
        pytest.param(map_of("FFFFFX"), 6, id="a destroyed village is none"),
        pytest.param(map_of("FFFFF", "", "FFFFFFF"), 12, id="two"),
    ],
)
def test_deepwood_counts_forests_away_from_villages(sheet: MapSheet, stars: int) -> None:
    assert deepwood(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("F"), 0, id="alone"),
        pytest.param(map_of("FF", "F"), 2, id="the edge surrounds"),
        pytest.param(map_of("FV", "F"), 0, id="another filled space does not"),
        pytest.param(map_of(".F.", "FFF", ".F."), 2, id="the middle of a cross"),
        pytest.param(map_of("FFF", "FFF"), 4, id="the upper left two of six"),
        pytest.param(map_of(rest="F"), 242, id="all forest"),
    ],
)
def test_heart_of_the_forest_counts_forests_within_forests(sheet: MapSheet, stars: int) -> None:
    assert heart_of_the_forest(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("FF"), 0, id="two are too few"),
        pytest.param(map_of("F.F..F"), 4, id="they need not touch"),
        pytest.param(map_of("F", "F", "F"), 0, id="a column is no row"),
        pytest.param(map_of("FFF", "FFFFF"), 8, id="two rows"),
    ],
)
def test_sleepy_valley_counts_rows_with_three_forests(sheet: MapSheet, stars: int) -> None:
    assert sleepy_valley(sheet).total == stars
