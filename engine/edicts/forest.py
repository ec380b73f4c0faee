"""The scoring cards with a green back: forests."""

from engine.areas import STRIDE, WHOLE_MAP, beside, parts, spread
from engine.lines import EDGE, LINES, ROWS, block, cut
from engine.mapsheet import MapSheet
from engine.stars import Stars
from engine.terrain import FOREST, MOUNTAIN, VILLAGE


def sentinel_wood(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each forest space adjacent to the edge of the map."""
    return Stars.per_square(sheet.area(FOREST) & EDGE)


def greenbough(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each row and column with at least one forest space.

    The same forest space may be scored in a row and a column.
    """
    return Stars.per_group(cut(sheet.area(FOREST), LINES))


def treetower(sheet: MapSheet) -> Stars:
    """Earn one star per forest space surrounded on all four sides by filled spaces or the edge of the map.

    Note:
        Ruins without terrain are empty.
    """
    return Stars.per_square(sheet.area(FOREST) & ~beside(sheet.empty))


def stoneside_forest(sheet: MapSheet) -> Stars:
    """Earn three stars per mountain space connected to another mountain space by a cluster of forest spaces.

    Note:
        One cluster has to touch both mountains; a mountain with several such clusters counts once.
    """
    mountains, connected = sheet.area(MOUNTAIN), 0
    for cluster in parts(spread(beside(mountains), sheet.area(FOREST))):
        touched = beside(cluster) & mountains
        if touched.bit_count() >= 2:
            connected |= touched
    return Stars.per_square(connected, 3)


def faunlost_thicket(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each forest space in the longest unbroken column of forest spaces."""
    tops = sheet.area(FOREST)
    top = height = 0
    while tops:
        top, height = tops & -tops, height + 1
        tops &= tops >> STRIDE
    return Stars.per_square(block(top, height, 1), 2)


def deepwood(sheet: MapSheet) -> Stars:
    """Earn six stars per cluster of five or more forest spaces that is not adjacent to any village spaces."""
    forests = sheet.area(FOREST)
    away = forests & ~spread(beside(sheet.area(VILLAGE)), forests)
    return Stars.per_group((cluster for cluster in parts(away) if cluster.bit_count() >= 5), 6)


def heart_of_the_forest(sheet: MapSheet) -> Stars:
    """Earn two stars per forest space surrounded on all four sides by forest spaces or the edge of the map.

    Note:
        Other filled spaces do not surround it.
    """
    forests = sheet.area(FOREST)
    return Stars.per_square(forests & ~beside(WHOLE_MAP & ~forests), 2)


def sleepy_valley(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each row that contains three or more forest spaces."""
    forests = cut(sheet.area(FOREST), ROWS)
    return Stars.per_group((row for row in forests if row.bit_count() >= 3), 4)
