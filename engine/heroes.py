"""The strikes of heroes: the attack pattern of a card, turned and flipped, seen from a square."""

from functools import cache

from engine.areas import Area, area_of
from engine.shapes import Offsets
from engine.squares import Square


@cache
def ways_to_turn(pattern: Offsets) -> tuple[Offsets, ...]:
    """Return the pattern turned and flipped in all ways that differ, as printed first.

    The rules are silent on turning a hero's pattern; that it is allowed is a rule switch of the set-up.
    """
    turned = [pattern]
    for _ in range(3):
        turned.append(tuple((column, -row) for row, column in turned[-1]))
    flipped = [tuple((row, -column) for row, column in way) for way in turned]
    return tuple(dict.fromkeys(tuple(sorted(way)) for way in turned + flipped))


def attacked_from(hero: Square, pattern: Offsets) -> Area:
    """Return the squares of the pattern that lie on the map; a pattern may reach over its edge."""
    places = (hero.moved(rows, columns) for rows, columns in pattern)
    return area_of(place for place in places if place.is_on_map)
