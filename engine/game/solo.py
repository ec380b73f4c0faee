"""Monsters in solo mode: placed round the edge of the map, and then further in."""

from collections.abc import Iterator

from engine.areas import Area
from engine.cards import AmbushCard, Corner, Direction
from engine.squares import SIZE, Square


def find_lair(card: AmbushCard, free: Area) -> Area:
    """Return the squares on which the monster is drawn in solo mode; none when it fits nowhere.

    The shape is neither turned nor flipped. It starts in the corner on the card and goes along the edges of
    the map in the direction of the arrow; then one space further in, and so on.
    """
    for place in lairs(card):
        if not place & ~free:
            return place
    return 0


def lairs(card: AmbushCard) -> Iterator[Area]:
    """Go through the places of the shape in the order in which solo mode tries them."""
    last_row, last_column = SIZE - card.shape.height, SIZE - card.shape.width
    for layer in range(min(last_row, last_column) // 2 + 1):
        top_left, bottom_right = Square(layer, layer), Square(last_row - layer, last_column - layer)
        for place in _round(top_left, bottom_right, card.corner, card.direction):
            yield card.shape.at(*place)


def _round(first: Square, last: Square, corner: Corner, direction: Direction) -> tuple[Square, ...]:
    """Return the places along the four edges between these two corners, from the corner on, each once."""
    ring = _clockwise(first, last)
    if direction is Direction.COUNTERCLOCKWISE:
        ring.reverse()
    start = ring.index(
        Square(
            first.row if corner in (Corner.TOP_LEFT, Corner.TOP_RIGHT) else last.row,
            first.column if corner in (Corner.TOP_LEFT, Corner.BOTTOM_LEFT) else last.column,
        )
    )
    return tuple(dict.fromkeys(ring[start:] + ring[:start]))


def _clockwise(first: Square, last: Square) -> list[Square]:
    top = [Square(first.row, column) for column in range(first.column, last.column)]
    right = [Square(row, last.column) for row in range(first.row, last.row)]
    bottom = [Square(last.row, column) for column in range(last.column, first.column, -1)]
    left = [Square(row, first.column) for row in range(last.row, first.row, -1)]
    return top + right + bottom + left or [first]
