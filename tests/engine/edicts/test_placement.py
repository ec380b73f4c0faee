import pytest

from engine import SIZE, MapSheet, Square
from engine.edicts.placement import (
    banded_hills,
    borderlands,
    broken_road,
    cauldrons,
    dwarvenholds,
    lost_barony,
    silos,
    starlit_sigil,
)
from tests.drawing import map_of

FULL_ROW = "FVAWMHF#XFF"
FULL_COLUMN = [*FULL_ROW]
FULL = map_of(rest="F")


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(FULL_ROW), 6, id="a row"),
        pytest.param(map_of(*FULL_COLUMN), 6, id="a column"),
        pytest.param(map_of(FULL_ROW, *FULL_COLUMN[1:]), 12, id="a row and a column"),
        pytest.param(map_of("FVAWMHF#XFr"), 0, id="empty ruins are empty"),
        pytest.param(map_of("FVAWMHF#XFf"), 6, id="ruins drawn on are filled"),
        pytest.param(FULL, 132, id="all filled"),
    ],
)
def test_borderlands_counts_complete_lines(sheet: MapSheet, stars: int) -> None:
    assert borderlands(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(), 0, id="nothing filled"),
        pytest.param(map_of("F"), 3, id="one space"),
        pytest.param(map_of("F#", "^X"), 6, id="anything filled"),
        pytest.param(map_of("FFF", "FFF"), 6, id="a rectangle is no square"),
        pytest.param(map_of("FFF", "FrF", "FFF"), 3, id="a hole"),
        pytest.param(
            map_of(*["." * 8] * 8, "........FFF", "........FFF", "........FFF"), 9, id="the far corner"
        ),
        pytest.param(map_of(*["."] * 9, "FFFFF", "FFFFF"), 6, id="two rows at the bottom"),
        pytest.param(map_of(*[".........FF"] * 5), 6, id="two columns at the right"),
        pytest.param(FULL, 33, id="all filled"),
    ],
)
def test_lost_barony_measures_the_largest_filled_square(sheet: MapSheet, stars: int) -> None:
    assert lost_barony(sheet).total == stars


def test_lost_barony_awards_the_whole_square() -> None:
    square = (Square(0, 1), Square(0, 2), Square(1, 1), Square(1, 2))

    assert lost_barony(map_of(".FF", "FFF")).squares == square


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(*["."] * 10, "F"), 3, id="the corner alone"),
        pytest.param(map_of(*["." * row + "F" for row in range(SIZE)]), 3, id="the long diagonal"),
        pytest.param(map_of(*["." * row + "F" for row in range(SIZE - 1)]), 0, id="one space short"),
        pytest.param(map_of(*["." * (10 - row) + "F" for row in range(10)], "."), 0, id="mirrored"),
        pytest.param(map_of(*["." * (row + 1) + "F" for row in range(10)]), 0, id="above the long diagonal"),
        pytest.param(map_of(*["."] * 9, "F", "FF"), 6, id="two"),
        pytest.param(FULL, 33, id="eleven"),
    ],
)
def test_broken_road_counts_diagonals_from_left_to_bottom(sheet: MapSheet, stars: int) -> None:
    assert broken_road(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(".F", "F"), 1, id="the edge surrounds"),
        pytest.param(map_of(".F.", "#.^", ".X."), 2, id="one inside, one in the corner"),
        pytest.param(map_of("..", rest="#"), 0, id="two side by side"),
        pytest.param(map_of(".#.", rest="#"), 2, id="two apart"),
        pytest.param(map_of("r", rest="#"), 1, id="empty ruins are empty"),
        pytest.param(FULL, 0, id="nothing empty"),
    ],
)
def test_cauldrons_counts_surrounded_empties(sheet: MapSheet, stars: int) -> None:
    assert cauldrons(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(FULL_ROW), 0, id="no mountain"),
        pytest.param(map_of("FVAWMHF#XF^"), 7, id="a row"),
        pytest.param(map_of("^VAWMHF#XF^"), 7, id="two mountains in a row"),
        pytest.param(map_of(*"^VAWMHF#XFF"), 7, id="a column"),
        pytest.param(map_of("^VAWMHF#XFF", *FULL_COLUMN[1:]), 14, id="a row and a column"),
        pytest.param(map_of("^VAWMHF#XF."), 0, id="an incomplete row"),
    ],
)
def test_dwarvenholds_counts_complete_lines_with_a_mountain(sheet: MapSheet, stars: int) -> None:
    assert dwarvenholds(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of("FVAWM"), 4, id="five types in an incomplete row"),
        pytest.param(map_of("FVAWFVAW"), 0, id="four types"),
        pytest.param(map_of("FVAW.r#X"), 0, id="empty, ruins, wasteland and destroyed are no types"),
        pytest.param(map_of("FVAW^", "FVAWH"), 8, id="mountain and hero are"),
        pytest.param(map_of("FVAWMH^"), 4, id="more than five"),
        pytest.param(map_of(*"FVAWM"), 0, id="a column is no row"),
    ],
)
def test_banded_hills_counts_rows_of_five_types(sheet: MapSheet, stars: int) -> None:
    assert banded_hills(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(*["F"] * 11), 10, id="column 1"),
        pytest.param(map_of(*[".F"] * 11), 0, id="column 2"),
        pytest.param(map_of(*["..........F"] * 11), 10, id="column 11"),
        pytest.param(map_of(*["F"] * 10), 0, id="an incomplete column"),
        pytest.param(FULL, 60, id="six odd columns"),
    ],
)
def test_silos_counts_complete_odd_columns(sheet: MapSheet, stars: int) -> None:
    assert silos(sheet).total == stars


@pytest.mark.parametrize(
    ("sheet", "stars"),
    [
        pytest.param(map_of(), 0, id="the blank map is one large cluster"),
        pytest.param(map_of("...", rest="#"), 4, id="three in a row"),
        pytest.param(map_of("..", ".", rest="#"), 4, id="three in a bend"),
        pytest.param(map_of("r.", ".", rest="#"), 4, id="empty ruins are empty"),
        pytest.param(map_of("....", rest="#"), 0, id="four"),
        pytest.param(map_of("..#", "##.", rest="#"), 0, id="a diagonal does not connect"),
        pytest.param(map_of("...#...", rest="#"), 8, id="two"),
    ],
)
def test_starlit_sigil_counts_clusters_of_three_empties(sheet: MapSheet, stars: int) -> None:
    assert starlit_sigil(sheet).total == stars
