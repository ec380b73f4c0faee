"""The scoring cards with a yellow and blue back: farms and waters."""

from engine.clusters import Cluster, clusters
from engine.mapsheet import MapSheet
from engine.squares import COLUMNS, Square, Squares
from engine.stars import Stars
from engine.terrain import Terrain


def canal_lake(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each water space adjacent to at least one farm space.

    Earn one reputation star for each farm space adjacent to at least one water space.
    """
    waters = _beside(sheet, Terrain.WATER, Terrain.FARM)
    farms = _beside(sheet, Terrain.FARM, Terrain.WATER)
    return Stars.per_square(waters) + Stars.per_square(farms)


def mages_valley(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each water space adjacent to a mountain space.

    Earn one reputation star for each farm space adjacent to a mountain space.

    Note:
        A space adjacent to several mountains counts once.
    """
    waters = _beside(sheet, Terrain.WATER, Terrain.MOUNTAIN)
    farms = _beside(sheet, Terrain.FARM, Terrain.MOUNTAIN)
    return Stars.per_square(waters, 2) + Stars.per_square(farms)


def golden_granary(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each water space adjacent to a ruins space.

    Earn three reputation stars for each farm space on a ruins space.

    Note:
        Ruins that have been drawn on are still ruins.
    """
    waters = sheet.squares(Terrain.WATER)
    on_ruins = sheet.squares(Terrain.FARM, among=sheet.ruins)
    by_ruins = (square for square in waters if not sheet.ruins.isdisjoint(square.neighbours()))
    return Stars.per_square(by_ruins) + Stars.per_square(on_ruins, 3)


def shoreside_expanse(sheet: MapSheet) -> Stars:
    """Earn three stars for each cluster of farm spaces not adjacent to a water space or the edge of the map.

    Earn three stars for each cluster of water spaces not adjacent to a farm space or the edge of the map.
    """
    farms = _inland(sheet, Terrain.FARM, away_from=Terrain.WATER)
    waters = _inland(sheet, Terrain.WATER, away_from=Terrain.FARM)
    return Stars.per_group(farms + waters, 3)


def craylund(sheet: MapSheet) -> Stars:
    """Earn seven reputation stars for each cluster of farm spaces adjacent to three or more water spaces.

    Note:
        A water space adjacent to several farms of the cluster counts once.
    """
    return Stars.per_group(
        (farm for farm in clusters(sheet, Terrain.FARM) if _count_waters(sheet, farm) >= 3), 7
    )


def ulems_wallow(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each water space adjacent to two or more farm spaces."""
    waters = sheet.squares(Terrain.WATER)
    return Stars.per_square((square for square in waters if _count_farms(sheet, square) >= 2), 4)


def clawsgrave_peaks(sheet: MapSheet) -> Stars:
    """Earn five stars for each mountain space connected to a farm space by a cluster of water spaces.

    Note:
        A mountain that several clusters connect counts once.
    """
    connected: set[Square] = set()
    for cluster in clusters(sheet, Terrain.WATER):
        if sheet.squares(Terrain.FARM, among=cluster.neighbours()):
            connected.update(sheet.squares(Terrain.MOUNTAIN, among=cluster.neighbours()))
    return Stars.per_square(connected, 5)


def jorekburg(sheet: MapSheet) -> Stars:
    """Earn four stars for each column that contains an equal number of farm spaces and water spaces.

    There must be at least one of each.
    """
    balanced = (column for column in COLUMNS if _is_balanced(sheet, column))
    return Stars.per_group(
        (sheet.squares(Terrain.FARM, Terrain.WATER, among=column) for column in balanced), 4
    )


def _beside(sheet: MapSheet, terrain: Terrain, other: Terrain) -> list[Square]:
    return [square for square in sheet.squares(terrain) if sheet.is_beside(square, other)]


def _inland(sheet: MapSheet, terrain: Terrain, *, away_from: Terrain) -> list[Cluster]:
    return [
        cluster
        for cluster in clusters(sheet, terrain)
        if not cluster.is_on_edge and not sheet.squares(away_from, among=cluster.neighbours())
    ]


def _count_waters(sheet: MapSheet, cluster: Cluster) -> int:
    return len(sheet.squares(Terrain.WATER, among=cluster.neighbours()))


def _count_farms(sheet: MapSheet, square: Square) -> int:
    return len(sheet.squares(Terrain.FARM, among=square.neighbours()))


def _is_balanced(sheet: MapSheet, line: Squares) -> bool:
    farms = len(sheet.squares(Terrain.FARM, among=line))
    return 0 < farms == len(sheet.squares(Terrain.WATER, among=line))
