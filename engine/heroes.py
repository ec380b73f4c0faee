"""The strikes of heroes: the attack pattern of a card, turned and flipped, seen from a square."""

from functools import cache

from engine.areas import Area, area_of
from engine.shapes import Offsets, turned_and_flipped
from engine.squares import Square


@cache
def ways_to_turn(pattern: Offsets) -> tuple[Offsets, ...]:
    """Return the pattern turned and flipped in all ways that differ, as printed first.

    The rules are silent on turning a hero's pattern; that it is allowed is a rule switch of the set-up.
    """
    return tuple(dict.fromkeys(tuple(sorted(way)) for way in turned_and_flipped(pattern)))


def attacked_from(hero: Square, pattern: Offsets) -> Area:
    """Return the squares of the pattern that lie on the map; a pattern may reach over its edge."""
    places = (hero.moved(rows, columns) for rows, columns in pattern)
    return area_of(place for place in places if place.is_on_map)
