from hypothesis import given

from engine import MapSheet, Square, Terrain, clusters
from tests.drawing import map_of
from tests.engine.strategies import sheets


def test_diagonal_forests_are_two_clusters() -> None:
    assert [len(cluster) for cluster in clusters(map_of("F.", ".F"), Terrain.FOREST)] == [1, 1]


def test_a_winding_cluster_is_one() -> None:
    assert [
        len(cluster) for cluster in clusters(map_of("FFF", "..F", "FFF", "F.", "F."), Terrain.FOREST)
    ] == [9]


def test_the_largest_comes_first_and_of_equals_the_first_in_reading_order() -> None:
    found = clusters(map_of("F.FF.FFF", "", ".F"), Terrain.FOREST)

    assert [len(cluster) for cluster in found] == [3, 2, 1, 1]
    assert [cluster.squares for cluster in found[2:]] == [(Square(0, 0),), (Square(2, 1),)]


def test_terrain_that_is_not_there_has_no_clusters() -> None:
    assert clusters(map_of("F"), Terrain.HERO) == []


def test_neighbours_of_a_bend_come_once() -> None:
    (village,) = clusters(map_of("VV", "V"), Terrain.VILLAGE)

    assert village.neighbours() == (Square(0, 2), Square(1, 1), Square(2, 0))


def test_a_cluster_is_on_the_edge_if_one_square_is() -> None:
    bridge, pond = clusters(map_of(".W", ".W", "...W"), Terrain.WATER)

    assert bridge.is_on_edge
    assert not pond.is_on_edge


@given(sheet=sheets())
def test_clusters_part_the_squares_of_their_terrain(sheet: MapSheet) -> None:
    for terrain in Terrain:
        squares = [square for cluster in clusters(sheet, terrain) for square in cluster]

        assert sorted(squares) == sheet.squares(terrain)


@given(sheet=sheets())
def test_no_neighbour_of_a_cluster_holds_its_terrain(sheet: MapSheet) -> None:
    for terrain in Terrain:
        for cluster in clusters(sheet, terrain):
            assert not sheet.squares(terrain, among=cluster.neighbours())
