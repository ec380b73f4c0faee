import pytest

from engine import MapSheet, Square
from engine.edicts.village import (
    caravansary,
    gnomish_colony,
    great_city,
    greengold_plains,
    outer_enclave,
    shieldgate,
    traylo_monastery,
    wildholds,
)
from tests.drawing import map_of


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("VVVVV"), 0, id="five are too few"),
        pytest.param(map_of("VVVVVV"), 8, id="six"),
        pytest.param(map_of("VVVVVVV", "", "VVV", "VVV"), 16, id="two"),
        pytest.param(map_of("VVV", "...VVV"), 0, id="villages at a diagonal are two clusters"),
        pytest.param(map_of("VVVvvv"), 8, id="ruins make no difference"),
    ],
)
def test_wildholds_counts_clusters_of_six(sheet: MapSheet, stars: int) -> None:
    assert wildholds(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("F"), 0, id="no village"),
        pytest.param(map_of("V^"), 0, id="none away from mountains"),
        pytest.param(map_of("VVVV^", "", "VVV"), 3, id="a larger one beside a mountain is passed over"),
        pytest.param(map_of("VV", "..^"), 2, id="a mountain at a diagonal"),
        pytest.param(map_of("VVVV", "", "VVV"), 4, id="the largest"),
        pytest.param(map_of("VV.VV"), 2, id="one of two equals"),
    ],
)
def test_great_city_is_the_largest_away_from_mountains(sheet: MapSheet, stars: int) -> None:
    assert great_city(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("FVA", ".W."), 3, id="three types"),
        pytest.param(map_of("FVA"), 0, id="empty is no type"),
        pytest.param(map_of("rVA", ".W."), 0, id="ruins are no type"),
        pytest.param(map_of("#VX", ".F."), 0, id="wasteland and destroyed are no types"),
        pytest.param(map_of("^VH", ".M."), 3, id="mountain, hero and monster are"),
        pytest.param(map_of("FVF", ".A."), 0, id="the same type twice"),
        pytest.param(map_of("FVVA"), 0, id="villages beside villages are no third type"),
        pytest.param(map_of("FVVVA", "..W", "VA", "M"), 3, id="one of two clusters"),
    ],
)
def test_greengold_plains_counts_clusters_beside_three_types(sheet: MapSheet, stars: int) -> None:
    assert greengold_plains(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("VVV"), 0, id="one cluster has no second"),
        pytest.param(map_of("VVV.VV"), 4, id="the second largest"),
        pytest.param(map_of("VVV.VVV.VV"), 6, id="a largest one is second when there are two"),
        pytest.param(map_of("V.V.V"), 2, id="three equals"),
        pytest.param(map_of("VVVVX", "", "V"), 2, id="by size, not by place"),
    ],
)
def test_shieldgate_scores_the_second_largest(sheet: MapSheet, stars: int) -> None:
    assert shieldgate(sheet).total == stars


def test_shieldgate_scores_only_one_of_equal_clusters() -> None:
    assert len(shieldgate(map_of("VV.VV")).squares) == 2


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("VVV", "V"), 0, id="four without a square"),
        pytest.param(map_of("VV", "VV"), 6, id="a square"),
        pytest.param(map_of("VVV", "VVV"), 6, id="two squares in one cluster"),
        pytest.param(map_of("VV.VV", "VV.VV"), 12, id="two clusters"),
        pytest.param(map_of("VV", "VX"), 0, id="a destroyed village is none"),
        pytest.param(map_of(".V", "VVV", ".V"), 0, id="a cross"),
    ],
)
def test_gnomish_colony_counts_clusters_with_a_square(sheet: MapSheet, stars: int) -> None:
    assert gnomish_colony(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("F"), 0, id="no village"),
        pytest.param(map_of("V"), 2, id="the corner"),
        pytest.param(map_of("VV", "V"), 3, id="an empty space in a bend counts once"),
        pytest.param(map_of("VVV", "V.V", "VVV"), 7, id="an empty space inside counts once"),
        pytest.param(map_of("Vr", "A"), 1, id="empty ruins are empty"),
        pytest.param(map_of("VVVA", "AAA", "", "....V"), 4, id="the best cluster is not the largest"),
    ],
)
def test_outer_enclave_counts_empties_around_the_best_cluster(sheet: MapSheet, stars: int) -> None:
    assert outer_enclave(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("VVV", "VVV"), 0, id="three in a row are too few"),
        pytest.param(map_of("VVVV"), 7, id="four across"),
        pytest.param(map_of("V", "V", "V", "V"), 7, id="four down"),
        pytest.param(map_of("VVVVVVVV", "V", "V", "V"), 7, id="several in one cluster"),
        pytest.param(map_of("VVVV", "", "VVVV"), 14, id="two clusters"),
        pytest.param(map_of("VV.VV"), 0, id="a gap"),
        pytest.param(map_of(".VVV", "VV"), 0, id="across, bent at the start"),
        pytest.param(map_of("V.VV", "VVV"), 0, id="across, around the second"),
        pytest.param(map_of("VV.V", ".VVV"), 0, id="across, around the third"),
        pytest.param(map_of("VVV", "..VV"), 0, id="across, bent at the end"),
        pytest.param(map_of(".V", "VV", "V", "V"), 0, id="down, bent at the start"),
        pytest.param(map_of("VV", ".V", "VV", "V"), 0, id="down, around the second"),
        pytest.param(map_of("V", "VV", ".V", "VV"), 0, id="down, around the third"),
        pytest.param(map_of("V", "V", "VV", ".V"), 0, id="down, bent at the end"),
    ],
)
def test_traylo_monastery_counts_clusters_with_four_in_line(sheet: MapSheet, stars: int) -> None:
    assert traylo_monastery(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("F"), 0, id="no village"),
        pytest.param(map_of("V"), 2, id="a row and a column"),
        pytest.param(map_of("VVV", ".V"), 5, id="two rows and three columns"),
        pytest.param(map_of("VVV.VVVVVV", "VVV", "VVV"), 7, id="the best cluster is not the largest"),
        pytest.param(map_of(rest="V"), 22, id="all village"),
    ],
)
def test_caravansary_counts_rows_and_columns_of_the_best_cluster(sheet: MapSheet, stars: int) -> None:
    assert caravansary(sheet).total == stars


def test_great_city_awards_the_squares_of_its_cluster() -> None:
    assert great_city(map_of("VVV^", "", "VV")).squares == (Square(2, 0), Square(2, 1))


def test_caravansary_awards_each_row_and_column_to_its_villages() -> None:
    awards = caravansary(map_of("VV", ".V", "...V")).awards

    assert [[*map(tuple, award.squares)] for award in awards] == [
        [(0, 0), (0, 1)],
        [(1, 1)],
        [(0, 0)],
        [(0, 1), (1, 1)],
    ]
