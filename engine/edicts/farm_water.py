"""The scoring cards with a yellow and blue back: farms and waters."""

from engine.areas import STRIDE, Area, beside, parts, spread
from engine.lines import COLUMNS, EDGE
from engine.mapsheet import MapSheet
from engine.stars import Stars
from engine.terrain import FARM, MOUNTAIN, WATER


def canal_lake(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each water space adjacent to at least one farm space.

    Earn one reputation star for each farm space adjacent to at least one water space.
    """
    farms, waters = sheet.area(FARM), sheet.area(WATER)
    return Stars.per_square(waters & beside(farms) | farms & beside(waters))


def mages_valley(sheet: MapSheet) -> Stars:
    """Earn two reputation stars for each water space adjacent to a mountain space.

    Earn one reputation star for each farm space adjacent to a mountain space.

    Note:
        A space adjacent to several mountains counts once.
    """
    foothills = beside(sheet.area(MOUNTAIN))
    return Stars.per_square(sheet.area(WATER) & foothills, 2) + Stars.per_square(sheet.area(FARM) & foothills)


def golden_granary(sheet: MapSheet) -> Stars:
    """Earn one reputation star for each water space adjacent to a ruins space.

    Earn three reputation stars for each farm space on a ruins space.

    Note:
        Ruins that have been drawn on are still ruins.
    """
    ruins = sheet.ruins_area
    return Stars.per_square(sheet.area(WATER) & beside(ruins)) + Stars.per_square(sheet.area(FARM) & ruins, 3)


def shoreside_expanse(sheet: MapSheet) -> Stars:
    """Earn three stars for each cluster of farm spaces not adjacent to a water space or the edge of the map.

    Earn three stars for each cluster of water spaces not adjacent to a farm space or the edge of the map.
    """
    farms, waters = sheet.area(FARM), sheet.area(WATER)
    inland_farms = farms & ~spread(EDGE | beside(waters), farms)
    inland_waters = waters & ~spread(EDGE | beside(farms), waters)
    return Stars.per_group(parts(inland_farms), 3) + Stars.per_group(parts(inland_waters), 3)


def craylund(sheet: MapSheet) -> Stars:
    """Earn seven reputation stars for each cluster of farm spaces adjacent to three or more water spaces.

    Note:
        A water space adjacent to several farms of the cluster counts once.
    """
    waters = sheet.area(WATER)
    farms = parts(sheet.area(FARM))
    return Stars.per_group((farm for farm in farms if (beside(farm) & waters).bit_count() >= 3), 7)


def ulems_wallow(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each water space adjacent to two or more farm spaces."""
    return Stars.per_square(sheet.area(WATER) & _beside_two(sheet.area(FARM)), 4)


def clawsgrave_peaks(sheet: MapSheet) -> Stars:
    """Earn five stars for each mountain space connected to a farm space by a cluster of water spaces.

    Note:
        A mountain that several clusters connect counts once.
    """
    waters_from_farms = spread(beside(sheet.area(FARM)), sheet.area(WATER))
    return Stars.per_square(sheet.area(MOUNTAIN) & beside(waters_from_farms), 5)


def jorekburg(sheet: MapSheet) -> Stars:
    """Earn four stars for each column that contains an equal number of farm spaces and water spaces.

    There must be at least one of each.
    """
    farms, waters = sheet.area(FARM), sheet.area(WATER)
    balanced = (
        (farms | waters) & column
        for column in COLUMNS
        if 0 < (farms & column).bit_count() == (waters & column).bit_count()
    )
    return Stars.per_group(balanced, 4)


def _beside_two(area: Area) -> Area:
    """Return the squares that share sides with at least two squares of the area."""
    left, right, above, below = area << 1, area >> 1, area << STRIDE, area >> STRIDE
    return left & right | above & below | (left | right) & (above | below)
