"""Sides of one's own: a home-made sheet, or a printed side corrected, described in a small TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from engine.documents import MapDocument
from engine.errors import CoinsError, MapFormatError, any_of
from engine.fields import check_keys, read_object, read_whole_number, shown
from engine.layouts import COIN_TRACK, LAYOUTS, Layout, Side
from engine.mapsheet import MapSheet
from engine.squares import ROWS, Square
from engine.terrain import Terrain

KEYS = ("name", "map", "coins", "replaces")
LARGEST_FILE = 100_000  # bytes


def load_side(path: str | Path) -> Layout:
    """Return the side that a TOML file describes; docs/custom-sides.md tells how.

    Raises:
        MapFormatError: There is no such file, or it describes no side; the message says where and what to do.
    """
    try:
        with Path(path).open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise MapFormatError(f"the file cannot be read: {error.strerror}", where=str(path)) from error
    if len(content) > LARGEST_FILE:
        raise MapFormatError("the file is too large to describe a side", where=str(path))
    return parse_side(content, where=str(path))


def parse_side(content: bytes, *, where: str) -> Layout:
    """Return the side that the text of a TOML file describes.

    Raises:
        MapFormatError: It describes no side.
    """
    try:
        fields = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MapFormatError("the file is no text; save it as UTF-8", where=where) from error
    except tomllib.TOMLDecodeError as error:
        raise MapFormatError(f"the file is no TOML: {error}", where=where) from error
    except (ValueError, RecursionError) as error:
        raise MapFormatError(
            "the file is no TOML that we can read: it nests too deep, or has a number of thousands of digits",
            where=where,
        ) from error
    return side_of(fields, where=where)


def side_of(fields: Mapping[str, object], *, where: str) -> Layout:
    """Return the side that these fields describe: `map`, and perhaps `name`, `coins` and `replaces`.

    >>> side = side_of({"name": "Home", "map": "^.........r " * 11, "coins": 9}, where="home")
    >>> side.name, side.coins, len(side.ruins)
    ('Home', 9, 11)

    Raises:
        MapFormatError: They describe no side.
    """
    check_keys(fields, KEYS, "a side", where=where)
    coins = fields.get("coins", COIN_TRACK)
    replaced = _read_replaced(fields.get("replaces"), f"{where}, replaces")
    return replace(
        _read_map(fields.get("map"), f"{where}, map"),
        name=_read_name(fields.get("name", Side.CUSTOM.value), f"{where}, name"),
        coins=read_whole_number(coins, most=COIN_TRACK, where=f"{where}, coins"),
        replaces=replaced,
        game=LAYOUTS[replaced].game if replaced else None,
    )


def fields_of(side: Layout) -> dict[str, object]:
    """Return the fields from which `side_of` makes the custom side again."""
    fields: dict[str, object] = {"name": side.name, "map": str(side), "coins": side.coins}
    return fields if side.replaces is None else fields | {"replaces": side.replaces.value}


def read_map_on(side: Layout, document: object) -> MapDocument:
    """Read a map document of which some may be left to the custom side.

    A map whose side is "custom", or the one that this side replaces, is taken as drawn on this side. Its
    mountains and wastelands may be given or left empty. Its ruins may be left out. Where
    the side replaces a printed one, ruins that the map lists are kept unless they are just those replaced.

    Raises:
        MapFormatError: The document is none, or contradicts the side.
        CoinsError: It has more coins than the side's coin track.
        EngineError: Its edicts do not lie on one table.
    """
    fields = read_object(document)
    if not is_drawn_on(side, fields.get("side")):
        return MapDocument.from_json(document)
    read = MapDocument.from_json({**fields, "side": Side.CUSTOM.value})
    if read.coins is not None and read.coins > side.coins:
        raise CoinsError(read.coins, side.coins)
    return replace(read, sheet=_printed_on(side, read.sheet))


def is_drawn_on(side: Layout, side_given: object) -> bool:
    """Whether maps that tell this side are taken as drawn on the custom one."""
    return side_given in (Side.CUSTOM, side.replaces or Side.CUSTOM)


def ruins_on(side: Layout, shown: frozenset[Square]) -> frozenset[Square]:
    """Return the ruins of a map on the custom side: those that it shows, if they are ones of its own."""
    corrected = LAYOUTS[side.replaces].ruins if side.replaces else None
    return side.ruins if not shown or shown == corrected else shown


def _printed_on(side: Layout, sheet: MapSheet) -> MapSheet:
    _check_ruins(side, sheet.ruins)
    rows = tuple(tuple(_checked(side, square, sheet[square]) for square in row) for row in ROWS)
    return MapSheet(rows, ruins_on(side, sheet.ruins), Side.CUSTOM)


def _check_ruins(side: Layout, shown: frozenset[Square]) -> None:
    """Refuse ruins that a home-made side has elsewhere; a map of a corrected printed side may know better."""
    if not shown or side.replaces or shown == side.ruins:
        return
    square = min(shown ^ side.ruins)
    has, shows = ("has", "leaves them out") if square in side.ruins else ("has no", "shows some")
    raise MapFormatError(
        f'the side "{side.name}" {has} ruins at {square}, the map {shows}; correct one of them', where="ruins"
    )


def _checked(side: Layout, square: Square, shown: Terrain) -> Terrain:
    """Return what the square holds: what the map shows, or where it shows nothing what is printed there."""
    printed = side[square]
    if shown is Terrain.EMPTY:
        return printed
    drawn = printed is Terrain.EMPTY and not shown.is_printed
    destroyed = printed is Terrain.WASTELAND and shown is Terrain.DESTROYED
    if shown is printed or drawn or destroyed:
        return shown
    has = f"has nothing printed at {square}" if printed is Terrain.EMPTY else f"has a {printed}"
    raise MapFormatError(
        f'the side "{side.name}" {has}, the map shows {shown}; correct one of them',
        where=f"terrain[{square.row}][{square.column}]",
    )


def _read_map(value: object, where: str) -> Layout:
    if not isinstance(value, str):
        raise MapFormatError('draw the map as 11 lines of 11 letters between """ and """', where=where)
    try:
        return Layout.parse(Side.CUSTOM, value)
    except MapFormatError as error:
        raise MapFormatError(str(error), where=where) from error


def _read_name(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise MapFormatError("a name is one line of text", where=where)
    return value


def _read_replaced(value: object, where: str) -> Side | None:
    if value is None:
        return None
    for side in LAYOUTS:
        if side == value:
            return side
    problem = (
        f"only a printed side is replaced: {any_of(LAYOUTS)}, in capitals and quotes, not {shown(value)}"
    )
    raise MapFormatError(problem, where=where)
