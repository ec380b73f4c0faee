"""The scoring cards with a green back: forests."""

from itertools import groupby

from engine.clusters import clusters
from engine.mapsheet import MapSheet
from engine.squares import COLUMNS, ROWS, Square, Squares
from engine.stars import Stars
from engine.terrain import Terrain


def sentinel_wood(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each forest space adjacent to the edge of the map."""
    return Stars.per_square(square for square in sheet.squares(Terrain.FOREST) if square.is_on_edge)


def greenbough(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each row and column with at least one forest space.

    The same forest space may be scored in a row and a column.
    """
    forests = (sheet.squares(Terrain.FOREST, among=line) for line in ROWS + COLUMNS)
    return Stars.per_group(forest for forest in forests if forest)


def treetower(sheet: MapSheet) -> Stars:
    """Earn one star per forest space surrounded on all four sides by filled spaces or the edge of the map.

    Note:
        Ruins without terrain are empty.
    """
    return Stars.per_square(square for square in sheet.squares(Terrain.FOREST) if sheet.is_surrounded(square))


def stoneside_forest(sheet: MapSheet) -> Stars:
    """Earn three stars per mountain space connected to another mountain space by a cluster of forest spaces.

    Note:
        One cluster has to touch both mountains; a mountain with several such clusters counts once.
    """
    connected: set[Square] = set()
    for cluster in clusters(sheet, Terrain.FOREST):
        mountains = sheet.squares(Terrain.MOUNTAIN, among=cluster.neighbours())
        if len(mountains) >= 2:
            connected.update(mountains)
    return Stars.per_square(connected, 3)


def faunlost_thicket(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each forest space in the longest unbroken column of forest spaces."""
    runs = [run for column in COLUMNS for run in _forest_runs(sheet, column)]
    longest = max(runs, key=len, default=[])
    return Stars.per_square(longest, 2)


def deepwood(sheet: MapSheet) -> Stars:
    """Earn six stars per cluster of five or more forest spaces that is not adjacent to any village spaces."""
    large = [cluster for cluster in clusters(sheet, Terrain.FOREST) if len(cluster) >= 5]
    return Stars.per_group(
        (cluster for cluster in large if not sheet.squares(Terrain.VILLAGE, among=cluster.neighbours())), 6
    )


def heart_of_the_forest(sheet: MapSheet) -> Stars:
    """Earn two stars per forest space surrounded on all four sides by forest spaces or the edge of the map.

    Note:
        Other filled spaces do not surround it.
    """
    forests = set(sheet.squares(Terrain.FOREST))
    return Stars.per_square((square for square in forests if forests.issuperset(square.neighbours())), 2)


def sleepy_valley(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each row that contains three or more forest spaces."""
    forests = (sheet.squares(Terrain.FOREST, among=row) for row in ROWS)
    return Stars.per_group((forest for forest in forests if len(forest) >= 3), 4)


def _forest_runs(sheet: MapSheet, line: Squares) -> list[list[Square]]:
    runs = groupby(line, key=lambda square: sheet[square] is Terrain.FOREST)
    return [list(run) for is_forest, run in runs if is_forest]
