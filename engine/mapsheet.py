"""The map of one player: read from and written as text or JSON, never changed in place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.errors import MapFormatError
from engine.fields import read_choice, read_list, read_object, read_square, read_terrain
from engine.layouts import LAYOUTS, Side
from engine.notation import Rows, draw_notation, parse_notation
from engine.squares import ALL_SQUARES, SIZE, Square
from engine.terrain import Terrain

__all__ = ["MAP_SCHEMA", "SIZE", "MapSheet", "Side", "Square"]

MAP_SCHEMA = "surveyor/map@1"


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A map of eleven rows of eleven squares, with the ruins printed on it.

    On a sheet of a side A to D the mountains and wastelands are those of that side.

    >>> sheet = MapSheet.blank(Side.A).with_terrain({Square(0, 0): Terrain.FARM, Square(1, 5): Terrain.WATER})
    >>> print(str(sheet)[:23])
    A..........
    ...^.w.....
    """

    rows: Rows
    """The terrain of each square, the top row first."""
    ruins: frozenset[Square] = frozenset()
    """The ruins squares, drawn on or not."""
    side: Side = Side.CUSTOM
    """The printed side of the sheet."""

    def __post_init__(self) -> None:
        """Refuse a map that no sheet can show."""
        _check_size(self.rows)
        _check_ruins(self)
        if self.side is not Side.CUSTOM:
            _check_printed(self)

    @classmethod
    def blank(cls, side: Side) -> "MapSheet":
        """Return the sheet on which nobody has drawn yet; a custom one has nothing printed on it."""
        sheet = cls(((Terrain.EMPTY,) * SIZE,) * SIZE)
        if side is Side.CUSTOM:
            return sheet
        layout = LAYOUTS[side]
        printed = dict.fromkeys(layout.mountains, Terrain.MOUNTAIN)
        printed |= dict.fromkeys(layout.wastelands, Terrain.WASTELAND)
        return cls(sheet.with_terrain(printed).rows, layout.ruins, side)

    @classmethod
    def parse(
        cls, notation: str, *, ruins: Iterable[Square] | None = None, side: Side = Side.CUSTOM
    ) -> "MapSheet":
        """Return the map drawn as text; `str` draws it again.

        The ruins are those that the text shows in small letters and those in `ruins`. A text that shows none,
        without `ruins`, has the ruins of the side.

        Raises:
            MapFormatError: The text is no map, or contradicts what is printed on the side.
        """
        rows, shown = parse_notation(notation)
        if ruins is None and not shown:
            return cls(rows, _printed_ruins(side), side)
        return cls(rows, shown.union(ruins or ()), side)

    @classmethod
    def from_json(cls, document: object) -> "MapSheet":
        """Return the map of a surveyor/map@1 document.

        Raises:
            MapFormatError: The document is none, or contradicts what is printed on the side.
        """
        fields = read_object(document)
        if fields.get("schema") != MAP_SCHEMA:
            raise MapFormatError(f'expected "{MAP_SCHEMA}", not {fields.get("schema")!r:.40}', where="schema")
        side = read_choice(fields.get("side"), Side, where="side")
        return cls(_read_rows(fields.get("terrain")), _read_ruins(fields.get("ruins"), side), side)

    def to_json(self) -> dict[str, object]:
        """Return the map as a surveyor/map@1 document."""
        return {
            "schema": MAP_SCHEMA,
            "side": self.side.value,
            "terrain": [[terrain.value for terrain in row] for row in self.rows],
            "ruins": [list(square) for square in sorted(self.ruins)],
        }

    def __str__(self) -> str:
        """Draw the map as text, small letters on ruins."""
        return draw_notation(self.rows, self.ruins)

    def __getitem__(self, square: Square) -> Terrain:
        """Return what the square holds."""
        row, column = square
        if row < 0 or column < 0:
            raise IndexError(f"{square} is not on the map")
        return self.rows[row][column]

    def squares(self, *terrains: Terrain, among: Iterable[Square] = ALL_SQUARES) -> list[Square]:
        """Return the squares that hold one of the terrains, in reading order or in that of `among`."""
        return [square for square in among if self[square] in terrains]

    def is_beside(self, square: Square, terrain: Terrain) -> bool:
        """Whether a square adjacent to this one holds the terrain."""
        return any(self[neighbour] is terrain for neighbour in square.neighbours())

    def is_surrounded(self, square: Square) -> bool:
        """Whether filled squares or the edge of the map are on all four sides of the square."""
        return self.is_complete(square.neighbours())

    def is_complete(self, squares: Iterable[Square]) -> bool:
        """Whether all the squares are filled."""
        return all(self[square].is_filled for square in squares)

    def with_terrain(self, drawn: Mapping[Square, Terrain]) -> "MapSheet":
        """Return the map as it is after this was drawn on it.

        >>> print(str(MapSheet.blank(Side.CUSTOM).with_terrain({Square(0, 1): Terrain.FARM}))[:11])
        .A.........

        Raises:
            MapFormatError: A square is not on the map, or is a printed mountain or wasteland.
        """
        rows = [list(row) for row in self.rows]
        for square, terrain in drawn.items():
            if not square.is_on_map:
                raise MapFormatError(f"{_place(square)} is not on the map, which has {SIZE} rows and columns")
            rows[square.row][square.column] = terrain
        return replace(self, rows=tuple(tuple(row) for row in rows))


def _check_size(rows: Rows) -> None:
    if len(rows) != SIZE:
        raise MapFormatError(f"a map has {SIZE} rows, not {len(rows)}", where="terrain")
    for number, row in enumerate(rows):
        if len(row) != SIZE:
            raise MapFormatError(f"a row has {SIZE} squares, not {len(row)}", where=f"terrain[{number}]")


def _check_ruins(sheet: MapSheet) -> None:
    for square in sorted(sheet.ruins):
        if not square.is_on_map:
            raise MapFormatError(f"{_place(square)} is not on the map", where="ruins")
        if sheet[square] in (Terrain.MOUNTAIN, Terrain.WASTELAND):
            raise MapFormatError(f"{_place(square)} is a {sheet[square]}, not ruins", where="ruins")


def _check_printed(sheet: MapSheet) -> None:
    layout = LAYOUTS[sheet.side]
    for square in sorted(layout.mountains - set(sheet.squares(Terrain.MOUNTAIN))):
        raise _contradiction(sheet, square, f"has a mountain at {_place(square)}, the map {sheet[square]}")
    # The Gorgon may destroy a wasteland square, but no mountain.
    for square in sorted(layout.wastelands - set(sheet.squares(Terrain.WASTELAND, Terrain.DESTROYED))):
        raise _contradiction(sheet, square, f"has a wasteland at {_place(square)}, the map {sheet[square]}")
    for square in sheet.squares(Terrain.MOUNTAIN, Terrain.WASTELAND):
        if square not in layout.mountains | layout.wastelands:
            raise _contradiction(sheet, square, f"has no {sheet[square]} at {_place(square)}, the map has")


def _contradiction(sheet: MapSheet, square: Square, problem: str) -> MapFormatError:
    where = f"terrain[{square.row}][{square.column}]"
    return MapFormatError(
        f'side {sheet.side} {problem}; is it another side, or "{Side.CUSTOM}"?', where=where
    )


def _place(square: Square) -> str:
    return f"[{square.row}, {square.column}]"


def _printed_ruins(side: Side) -> frozenset[Square]:
    return frozenset() if side is Side.CUSTOM else LAYOUTS[side].ruins


def _read_rows(value: object) -> Rows:
    rows = read_list(value, where="terrain")
    return tuple(_read_row(row, where=f"terrain[{number}]") for number, row in enumerate(rows))


def _read_row(value: object, *, where: str) -> tuple[Terrain, ...]:
    names = read_list(value, where=where)
    return tuple(read_terrain(name, where=f"{where}[{number}]") for number, name in enumerate(names))


def _read_ruins(value: object, side: Side) -> frozenset[Square]:
    if value is None:
        return _printed_ruins(side)
    places = enumerate(read_list(value, where="ruins"))
    return frozenset(read_square(place, where=f"ruins[{number}]") for number, place in places)
