"""Read the fields of a JSON document, each with an error that names the field and what it should hold."""

import json
import math
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from engine.errors import MapFormatError, any_of, find_nearest
from engine.squares import SIZE, Square
from engine.terrain import Terrain

LEAST_WRITTEN, MOST_WRITTEN = -200, 999
"""Between these lies what a player can have written below a map."""
Choice = TypeVar("Choice", bound=StrEnum)


def read_object(value: object) -> Mapping[str, object]:
    """Return the value if it is a JSON object, or raise MapFormatError."""
    if not isinstance(value, Mapping):
        raise MapFormatError(f"a map document is a JSON object, not {shown(value)}")
    return value


def check_schema(fields: Mapping[str, object], schema: str, *needed: str) -> None:
    """Refuse a document that is of another schema, or lacks a field it needs.

    Raises:
        MapFormatError: It is so; every field that is missing is named.
    """
    if "schema" in fields and fields["schema"] != schema:
        raise MapFormatError(f'expected "{schema}", not {shown(fields["schema"])}', where="schema")
    missing = [key for key in ("schema", *needed) if key not in fields]
    if missing:
        write = ", ".join(f'"schema": "{schema}"' if key == "schema" else f'"{key}"' for key in missing)
        needs = f"missing; write {write}, which a {schema} document needs"
        raise MapFormatError(needs, where=", ".join(missing))


def read_list(value: object, *, where: str) -> list[object]:
    """Return the value if it is a list, or raise MapFormatError."""
    if not isinstance(value, list):
        raise MapFormatError(f"expected a list, not {shown(value)}", where=where)
    return value


def read_text(value: object, *, where: str) -> str:
    """Return the value if it is text, or raise MapFormatError."""
    if not isinstance(value, str):
        raise MapFormatError(f"expected a name, not {shown(value)}", where=where)
    return value


def read_whole_number(value: object, *, least: int = 0, most: int, where: str) -> int:
    """Return the value if it is a whole number from `least` to `most`, or raise MapFormatError."""
    number = whole(value)
    if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
        raise MapFormatError(
            f"expected a whole number from {least} to {most}, not {shown(value)}", where=where
        )
    return number


def read_written(value: object, *, where: str) -> int | None:
    """Return the value if it is a number as it is written below a map, or null; else raise MapFormatError."""
    if value is None:
        return None
    number = whole(value)
    if type(number) is not int:
        raise MapFormatError(f"expected a whole number or null, not {shown(value)}", where=where)
    if not LEAST_WRITTEN <= number <= MOST_WRITTEN:
        raise MapFormatError(f"expected {LEAST_WRITTEN} to {MOST_WRITTEN}, not {shown(value)}", where=where)
    return number


def whole(value: object) -> object:
    """Return a whole number that is written with a point as an integer, and all else as it is.

    In JSON they are the same, and many programs write all their numbers so.

    >>> whole(3.0), whole(3.5), whole("3.0")
    (3, 3.5, '3.0')
    """
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_choice(value: object, choices: type[Choice], *, where: str) -> Choice:
    """Return the one of the choices that the value names, or raise MapFormatError."""
    for choice in choices:
        if choice == value:
            return choice
    raise MapFormatError(f"expected {any_of(choices)}, not {shown(value)}", where=where)


def read_terrain(value: object, *, where: str) -> Terrain:
    """Return the terrain that the value names, or raise MapFormatError with the nearest names."""
    name = read_text(value, where=where)
    terrain = _TERRAINS.get(name)
    if terrain is None:
        nearest = any_of(find_nearest(name, Terrain))
        raise MapFormatError(f"{shown(name)} is no terrain; did you mean {nearest}?", where=where)
    return terrain


_TERRAINS = {terrain.value: terrain for terrain in Terrain}
"""By name; every square of every map is looked up here."""


def read_square(value: object, *, where: str) -> Square:
    """Return the square of a [row, column] pair, or raise MapFormatError."""
    numbers = read_list(value, where=where)
    if len(numbers) != 2:
        raise MapFormatError(f"expected [row, column], not {shown(value)}", where=where)
    row, column = (read_whole_number(number, most=SIZE - 1, where=where) for number in numbers)
    return Square(row, column)


def check_keys(fields: Mapping[str, object], known: Iterable[str], what: str, *, where: str = "") -> None:
    """Refuse a key that is none of the known ones, with the nearest of them.

    Raises:
        MapFormatError: There is such a key; `what` tells what has none like it.
    """
    names = list(known)
    for key in fields:
        if key not in names:
            nearest = any_of(find_nearest(str(key), names))
            raise MapFormatError(f"{what} has no {shown(str(key))}; did you mean {nearest}?", where=where)


def shown(value: object) -> str:
    """Return the beginning of a value as a JSON document has it, for messages.

    >>> shown(None), shown("farm"), shown([True, 2])
    ('null', '"farm"', '[true, 2]')
    """
    if isinstance(value, str):
        return f'"{value:.40}"'
    if isinstance(value, float) and not math.isfinite(value):
        return "what is no number"
    try:
        return f"{json.dumps(value, default=str, ensure_ascii=False):.40}"
    except RecursionError:  # what could just be read, this many calls deeper, cannot be written
        return "what is nested too deep"
