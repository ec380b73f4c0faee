import pytest

from engine import MapSheet, Square
from engine.edicts.farm_water import (
    canal_lake,
    clawsgrave_peaks,
    craylund,
    golden_granary,
    jorekburg,
    mages_valley,
    shoreside_expanse,
    ulems_wallow,
)
from tests.drawing import map_of


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("WA"), 2, id="both earn"),
        pytest.param(map_of("WAW"), 3, id="a farm between two waters counts once"),
        pytest.param(map_of("W.A"), 0, id="apart"),
        pytest.param(map_of("W", ".A"), 0, id="at a diagonal"),
        pytest.param(map_of("WWAA"), 2, id="the far ones do not"),
    ],
)
def test_canal_lake_counts_waters_and_farms_side_by_side(sheet: MapSheet, stars: int) -> None:
    assert canal_lake(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("W^A"), 3, id="two for the water, one for the farm"),
        pytest.param(map_of("^W^"), 2, id="a water between two mountains counts once"),
        pytest.param(map_of("^A^"), 1, id="a farm between two mountains counts once"),
        pytest.param(map_of("^", ".W"), 0, id="at a diagonal"),
        pytest.param(map_of("F^V"), 0, id="other terrain"),
    ],
)
def test_mages_valley_counts_waters_and_farms_at_mountains(sheet: MapSheet, stars: int) -> None:
    assert mages_valley(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("Wr"), 1, id="a water beside empty ruins"),
        pytest.param(map_of("Wf"), 1, id="ruins drawn on are still ruins"),
        pytest.param(map_of("Wx"), 1, id="destroyed ruins are still ruins"),
        pytest.param(map_of("rWr"), 1, id="a water between two ruins counts once"),
        pytest.param(map_of("w"), 0, id="a water on ruins is not beside them"),
        pytest.param(map_of("ww"), 2, id="waters on ruins side by side"),
        pytest.param(map_of("a"), 3, id="a farm on ruins"),
        pytest.param(map_of("Ar"), 0, id="a farm beside ruins"),
        pytest.param(map_of("Wa"), 4, id="a water beside a farm on ruins"),
        pytest.param(map_of("A", ruins=[Square(0, 0)]), 3, id="ruins told apart from the drawing"),
    ],
)
def test_golden_granary_counts_waters_by_and_farms_on_ruins(sheet: MapSheet, stars: int) -> None:
    assert golden_granary(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("A"), 0, id="at the edge"),
        pytest.param(map_of(".A", ".A"), 0, id="a cluster that reaches the edge"),
        pytest.param(map_of("", ".AA"), 3, id="an inland farm"),
        pytest.param(map_of("", ".AW"), 0, id="side by side neither counts"),
        pytest.param(map_of("", ".A.W"), 6, id="apart both count"),
        pytest.param(map_of("", ".A", "..W"), 6, id="a diagonal is apart"),
        pytest.param(map_of("W", ".A"), 3, id="the farm counts, the water at the edge does not"),
    ],
)
def test_shoreside_expanse_counts_inland_clusters_apart(sheet: MapSheet, stars: int) -> None:
    assert shoreside_expanse(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("WW", "AA"), 0, id="two waters are too few"),
        pytest.param(map_of("WWW", "AAA"), 7, id="three waters"),
        pytest.param(map_of("AWA", "AAA", ".W"), 0, id="a water in a bend counts once"),
        pytest.param(map_of("AWA", "AAA", "WW"), 7, id="a bend and two more"),
        pytest.param(map_of("A.A", "WWW", "AAA"), 7, id="one of three clusters"),
    ],
)
def test_craylund_counts_farms_beside_three_waters(sheet: MapSheet, stars: int) -> None:
    assert craylund(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("AW"), 0, id="one farm is too few"),
        pytest.param(map_of("AWA"), 4, id="two farms"),
        pytest.param(map_of("AWA", ".A"), 4, id="three farms earn no more"),
        pytest.param(map_of("AWWA"), 0, id="each water for itself"),
        pytest.param(map_of("AWA", "WAW"), 12, id="a farm serves several waters"),
    ],
)
def test_ulems_wallow_counts_waters_beside_two_farms(sheet: MapSheet, stars: int) -> None:
    assert ulems_wallow(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("^WA"), 5, id="by one water"),
        pytest.param(map_of("^WWWA"), 5, id="by several"),
        pytest.param(map_of("AW^WA"), 5, id="a mountain connected twice counts once"),
        pytest.param(map_of("^WW^", ".A"), 10, id="two mountains by one cluster"),
        pytest.param(map_of("^A"), 0, id="without water"),
        pytest.param(map_of("^W", "..A"), 0, id="at a diagonal"),
        pytest.param(map_of("^WXWA"), 0, id="a destroyed water breaks the cluster"),
    ],
)
def test_clawsgrave_peaks_counts_mountains_with_water_to_a_farm(sheet: MapSheet, stars: int) -> None:
    assert clawsgrave_peaks(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(), 0, id="none of either is not equal"),
        pytest.param(map_of("A", "W"), 4, id="one of each"),
        pytest.param(map_of("A", "W", "A"), 0, id="unequal"),
        pytest.param(map_of("AW"), 0, id="a row is no column"),
        pytest.param(map_of("AW", "WA", "FA", ".W"), 8, id="two columns"),
    ],
)
def test_jorekburg_counts_balanced_columns(sheet: MapSheet, stars: int) -> None:
    assert jorekburg(sheet).total == stars


def test_jorekburg_awards_the_farms_and_waters_of_the_column() -> None:
    assert jorekburg(map_of("AF", "FW", "WA")).squares == (
        Square(0, 0),
        Square(1, 1),
        Square(2, 0),
        Square(2, 1),
    )
