import numpy as np
from hypothesis import given
from skimage.measure import label

from datasets.measure.plain_rules import PlainMap
from engine import MapSheet, Square, Terrain, clusters
from engine.areas import area_of, squares_of
from engine.clusters import largest
from tests.drawing import map_of
from tests.engine.strategies import sheets


def sizes(sheet: MapSheet, terrain: Terrain = Terrain.FOREST) -> list[int]:
    return [cluster.bit_count() for cluster in clusters(sheet, terrain)]


def test_diagonal_forests_are_two_clusters() -> None:
    assert sizes(map_of("F.", ".F")) == [1, 1]


def test_a_winding_cluster_is_one() -> None:
    assert sizes(map_of("FFF", "..F", "FFF", "F.", "F.")) == [9]


def test_a_row_does_not_go_on_in_the_next() -> None:
    assert sizes(map_of("..........F", "F")) == [1, 1]


def test_the_largest_comes_first_and_of_equals_the_first_in_reading_order() -> None:
    found = clusters(map_of("F.FF.FFF", "", ".F"), Terrain.FOREST)

    assert [cluster.bit_count() for cluster in found] == [3, 2, 1, 1]
    assert [squares_of(cluster) for cluster in found[2:]] == [(Square(0, 0),), (Square(2, 1),)]


def test_terrain_that_is_not_there_has_no_clusters() -> None:
    assert clusters(map_of("F"), Terrain.HERO) == []


def test_the_largest_of_equal_areas_is_the_first() -> None:
    assert largest([0b1, 0b110, 0b11000]) == 0b110


def test_the_largest_of_no_areas_is_empty() -> None:
    assert largest([]) == 0


@given(sheet=sheets())
def test_clusters_are_those_of_an_image_library(sheet: MapSheet) -> None:
    for terrain in Terrain:
        labels = label(np.array(sheet.rows) == terrain.value, connectivity=1)
        expected = {
            area_of(Square(int(row), int(column)) for row, column in np.argwhere(labels == number))
            for number in range(1, labels.max() + 1)
        }

        assert set(clusters(sheet, terrain)) == expected


@given(sheet=sheets())
def test_clusters_are_those_of_a_plain_program(sheet: MapSheet) -> None:
    plain = PlainMap(str(sheet))
    for terrain in Terrain:
        expected = {area_of(Square(*place) for place in group) for group in plain.groups(terrain.letter)}

        assert set(clusters(sheet, terrain)) == expected
