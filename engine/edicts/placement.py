"""The scoring cards with a grey back: where spaces are filled and where they are left empty."""

from collections.abc import Iterable

from engine.areas import STRIDE, Area, beside, parts
from engine.lines import COLUMNS, DIAGONALS, LINES, ROWS, block, cut
from engine.mapsheet import MapSheet
from engine.stars import Stars
from engine.terrain import MOUNTAIN, TYPES


def borderlands(sheet: MapSheet) -> Stars:
    """Earn six reputation stars for each complete row or complete column of filled spaces."""
    return Stars.per_group(_complete(sheet, LINES), 6)


def lost_barony(sheet: MapSheet) -> Stars:
    """Earn three reputation stars for each space along one edge of the largest square of filled spaces."""
    corners = sheet.filled
    corner = size = 0
    while corners:
        corner, size = corners & -corners, size + 1
        corners &= corners >> 1 & corners >> STRIDE & corners >> STRIDE + 1
    return Stars.per_group([block(corner, size, size)] if size else [], 3 * size)


def broken_road(sheet: MapSheet) -> Stars:
    """Earn three stars per complete diagonal line of filled spaces that touches the left and bottom edges.

    Note:
        There are eleven, all running down and right; the bottom-left corner alone is one of them.
    """
    return Stars.per_group(_complete(sheet, DIAGONALS), 3)


def cauldrons(sheet: MapSheet) -> Stars:
    """Earn one star per empty space surrounded on all four sides by filled spaces or the edge of the map."""
    return Stars.per_square(sheet.empty & ~beside(sheet.empty))


def dwarvenholds(sheet: MapSheet) -> Stars:
    """Earn seven stars per complete row or complete column of filled spaces that contains a mountain space.

    Note:
        A line with several mountains counts once.
    """
    mountains = sheet.area(MOUNTAIN)
    return Stars.per_group((line for line in _complete(sheet, LINES) if line & mountains), 7)


def banded_hills(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each row that contains five or more different terrain types.

    Note:
        The row need not be complete: a combined text's "row of filled spaces" is not in the rulebook.
    """
    types = [area for terrain in TYPES if (area := sheet.area(terrain))]
    banded = (bands for row in ROWS if len(bands := cut(row, types)) >= 5)
    return Stars.per_group(map(sum, banded), 4)


def silos(sheet: MapSheet) -> Stars:
    """Earn ten reputation stars for each complete odd-numbered column of filled spaces.

    Note:
        The columns are numbered from 1, as printed under the map.
    """
    return Stars.per_group(_complete(sheet, COLUMNS[::2]), 10)


def starlit_sigil(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each cluster of exactly three empty spaces.

    They are surrounded on all sides by filled spaces or the edge of the map, as every cluster is.
    """
    return Stars.per_group((cluster for cluster in parts(sheet.empty) if cluster.bit_count() == 3), 4)


def _complete(sheet: MapSheet, lines: Iterable[Area]) -> list[Area]:
    empty = sheet.empty
    return [line for line in lines if not line & empty]
