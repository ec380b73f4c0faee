"""The scoring cards with a grey back: where spaces are filled and where they are left empty."""

from collections.abc import Iterator

from engine.clusters import clusters
from engine.mapsheet import MapSheet
from engine.squares import ALL_SQUARES, COLUMNS, ROWS, SIZE, Square, Squares
from engine.stars import Stars
from engine.terrain import Terrain

_DIAGONALS: tuple[Squares, ...] = tuple(
    tuple(Square(top + step, step) for step in range(SIZE - top)) for top in range(SIZE)
)
"""The eleven lines down and right from the left edge to the bottom edge; the last is the corner alone."""


def borderlands(sheet: MapSheet) -> Stars:
    """Earn six reputation stars for each complete row or complete column of filled spaces."""
    return Stars.per_group(_complete(sheet, ROWS + COLUMNS), 6)


def lost_barony(sheet: MapSheet) -> Stars:
    """Earn three reputation stars for each space along one edge of the largest square of filled spaces."""
    for size in range(SIZE, 0, -1):
        for corner in ALL_SQUARES:
            if _is_filled_block(sheet, corner, size):
                return Stars.per_group([_block(corner, size)], 3 * size)
    return Stars()


def broken_road(sheet: MapSheet) -> Stars:
    """Earn three stars per complete diagonal line of filled spaces that touches the left and bottom edges.

    Note:
        There are eleven, all running down and right; the bottom-left corner alone is one of them.
    """
    return Stars.per_group(_complete(sheet, _DIAGONALS), 3)


def cauldrons(sheet: MapSheet) -> Stars:
    """Earn one star per empty space surrounded on all four sides by filled spaces or the edge of the map."""
    return Stars.per_square(square for square in sheet.squares(Terrain.EMPTY) if sheet.is_surrounded(square))


def dwarvenholds(sheet: MapSheet) -> Stars:
    """Earn seven stars per complete row or complete column of filled spaces that contains a mountain space.

    Note:
        A line with several mountains counts once.
    """
    lines = _complete(sheet, ROWS + COLUMNS)
    return Stars.per_group((line for line in lines if sheet.squares(Terrain.MOUNTAIN, among=line)), 7)


def banded_hills(sheet: MapSheet) -> Stars:
    """Earn four reputation stars for each row that contains five or more different terrain types.

    Note:
        The row need not be complete: a combined text's "row of filled spaces" is not in the rulebook.
    """
    typed = ([square for square in row if sheet[square].is_type] for row in ROWS)
    banded = (squares for squares in typed if len({sheet[square] for square in squares}) >= 5)
    return Stars.per_group(banded, 4)


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
    return Stars.per_group((cluster for cluster in clusters(sheet, Terrain.EMPTY) if len(cluster) == 3), 4)


def _complete(sheet: MapSheet, lines: tuple[Squares, ...]) -> list[Squares]:
    return [line for line in lines if sheet.is_complete(line)]


def _is_filled_block(sheet: MapSheet, corner: Square, size: int) -> bool:
    is_inside = corner.row + size <= SIZE and corner.column + size <= SIZE
    return is_inside and sheet.is_complete(_block(corner, size))


def _block(corner: Square, size: int) -> Iterator[Square]:
    return (corner.moved(down, right) for down in range(size) for right in range(size))
