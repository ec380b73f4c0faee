"""The scoring cards with a red back: villages."""

from engine.areas import STRIDE, Area, beside, parts, spread
from engine.clusters import clusters, largest
from engine.lines import LINES, cut
from engine.mapsheet import MapSheet
from engine.stars import Stars
from engine.terrain import MOUNTAIN, TYPES, VILLAGE


def wildholds(sheet: MapSheet) -> Stars:
    """Earn eight reputation stars for each cluster of six or more village spaces."""
    villages = parts(sheet.area(VILLAGE))
    return Stars.per_group((village for village in villages if village.bit_count() >= 6), 8)


def great_city(sheet: MapSheet) -> Stars:
    """Earn one star for each village space in the largest cluster that is not adjacent to a mountain space.

    Note:
        Clusters beside a mountain are left out before the largest is looked for.
    """
    villages = sheet.area(VILLAGE)
    away = villages & ~spread(beside(sheet.area(MOUNTAIN)), villages)
    return Stars.per_square(largest(parts(away)))


def greengold_plains(sheet: MapSheet) -> Stars:
    """Earn three stars for each cluster of village spaces adjacent to three or more different terrain types.

    Note:
        Mountains, monsters and heroes are types; empty, wasteland and destroyed spaces have none.
    """
    villages = parts(sheet.area(VILLAGE))
    types = [sheet.area(terrain) for terrain in TYPES if terrain is not VILLAGE]
    return Stars.per_group((village for village in villages if len(cut(beside(village), types)) >= 3), 3)


def shieldgate(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each village space in the second largest cluster of village spaces.

    If there are multiple largest clusters, score one of the largest.
    """
    return Stars.per_square(largest(clusters(sheet, VILLAGE)[1:]), 2)


def gnomish_colony(sheet: MapSheet) -> Stars:
    """Earn six stars for each cluster of village spaces that contains four village spaces in a 2x2 square."""
    villages = sheet.area(VILLAGE)
    across = villages & villages >> 1
    squares = across & across >> STRIDE
    return Stars.per_group(parts(spread(squares, villages)), 6)


def outer_enclave(sheet: MapSheet) -> Stars:
    """Choose a cluster of village spaces and earn one star for each empty space adjacent to that cluster.

    Note:
        The best cluster is chosen; an empty space adjacent to several of its spaces counts once.
    """
    villages, empty = parts(sheet.area(VILLAGE)), sheet.empty
    return Stars.per_square(largest(beside(village) & empty for village in villages))


def traylo_monastery(sheet: MapSheet) -> Stars:
    """Earn seven stars per cluster of village spaces that contains four spaces in a 4x1 or 1x4 rectangle."""
    villages = sheet.area(VILLAGE)
    across, down = villages & villages >> 1, villages & villages >> STRIDE
    fours = across & across >> 2 | down & down >> 2 * STRIDE
    return Stars.per_group(parts(spread(fours, villages)), 7)


def caravansary(sheet: MapSheet) -> Stars:
    """Choose a cluster of village spaces and earn one star per row and column that contains a space from it.

    Note:
        The best cluster is chosen.
    """
    crossings = (cut(village, LINES) for village in parts(sheet.area(VILLAGE)))
    widest: list[Area] = max(crossings, key=len, default=[])
    return Stars.per_group(widest)
