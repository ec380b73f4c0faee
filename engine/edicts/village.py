"""The scoring cards with a red back: villages."""

from collections.abc import Sequence

from engine.clusters import Cluster, clusters
from engine.mapsheet import MapSheet
from engine.squares import Square
from engine.stars import Stars
from engine.terrain import Terrain

_FOUR_ACROSS = [(0, 0), (0, 1), (0, 2), (0, 3)]
_FOUR_DOWN = [(0, 0), (1, 0), (2, 0), (3, 0)]
_TWO_BY_TWO = [(0, 0), (0, 1), (1, 0), (1, 1)]


def wildholds(sheet: MapSheet) -> Stars:
    """Earn eight reputation stars for each cluster of six or more village spaces."""
    return Stars.per_group((cluster for cluster in _villages(sheet) if len(cluster) >= 6), 8)


def great_city(sheet: MapSheet) -> Stars:
    """Earn one star for each village space in the largest cluster that is not adjacent to a mountain space.

    Note:
        Clusters beside a mountain are left out before the largest is looked for.
    """
    for cluster in _villages(sheet):
        if not sheet.squares(Terrain.MOUNTAIN, among=cluster.neighbours()):
            return Stars.per_square(cluster)
    return Stars()


def greengold_plains(sheet: MapSheet) -> Stars:
    """Earn three stars for each cluster of village spaces adjacent to three or more different terrain types.

    Note:
        Mountains, monsters and heroes are types; empty, wasteland and destroyed spaces have none.
    """
    return Stars.per_group((village for village in _villages(sheet) if _count_types(sheet, village) >= 3), 3)


def shieldgate(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each village space in the second largest cluster of village spaces.

    If there are multiple largest clusters, score one of the largest.
    """
    villages = _villages(sheet)
    return Stars.per_square(villages[1], 2) if len(villages) >= 2 else Stars()


def gnomish_colony(sheet: MapSheet) -> Stars:
    """Earn six stars for each cluster of village spaces that contains four village spaces in a 2x2 square."""
    return Stars.per_group((cluster for cluster in _villages(sheet) if _contains(cluster, _TWO_BY_TWO)), 6)


def outer_enclave(sheet: MapSheet) -> Stars:
    """Choose a cluster of village spaces and earn one star for each empty space adjacent to that cluster.

    Note:
        The best cluster is chosen; an empty space adjacent to several of its spaces counts once.
    """
    outskirts = [sheet.squares(Terrain.EMPTY, among=cluster.neighbours()) for cluster in _villages(sheet)]
    widest = max(outskirts, key=len, default=[])
    return Stars.per_square(widest)


def traylo_monastery(sheet: MapSheet) -> Stars:
    """Earn seven stars per cluster of village spaces that contains four spaces in a 4x1 or 1x4 rectangle."""
    return Stars.per_group(
        (
            cluster
            for cluster in _villages(sheet)
            if _contains(cluster, _FOUR_ACROSS) or _contains(cluster, _FOUR_DOWN)
        ),
        7,
    )


def caravansary(sheet: MapSheet) -> Stars:
    """Choose a cluster of village spaces and earn one star per row and column that contains a space from it.

    Note:
        The best cluster is chosen.
    """
    crossings = [_lines(cluster) for cluster in _villages(sheet)]
    widest = max(crossings, key=len, default=[])
    return Stars.per_group(widest)


def _villages(sheet: MapSheet) -> list[Cluster]:
    return clusters(sheet, Terrain.VILLAGE)


def _count_types(sheet: MapSheet, cluster: Cluster) -> int:
    return len({sheet[square] for square in cluster.neighbours() if sheet[square].is_type})


def _contains(cluster: Cluster, shape: Sequence[tuple[int, int]]) -> bool:
    squares = set(cluster)
    return any(squares.issuperset(square.moved(*offset) for offset in shape) for square in cluster)


def _lines(cluster: Cluster) -> list[list[Square]]:
    rows = sorted({square.row for square in cluster})
    columns = sorted({square.column for square in cluster})
    in_rows = [[square for square in cluster if square.row == row] for row in rows]
    return in_rows + [[square for square in cluster if square.column == column] for column in columns]
