"""The map of one player: read from and written as text or JSON, never changed in place."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.areas import WHOLE_MAP, Area, area_of, bit, squares_of
from engine.errors import RUINS, MapFormatError, PrintError, check_kind
from engine.fields import check_schema, read_choice, read_list, read_object, read_square, read_terrain
from engine.layouts import LAYOUTS, Side
from engine.notation import Rows, draw_notation, parse_notation
from engine.squares import ALL_SQUARES, ROWS, SIZE, Square
from engine.terrain import DESTROYED, EMPTY, MOUNTAIN, WASTELAND, Terrain

__all__ = ["MAP_SCHEMA", "SIZE", "MapSheet", "Side", "Square"]

MAP_SCHEMA = "surveyor/map@1"


@dataclass(frozen=True, slots=True, init=False, repr=False)
class MapSheet:
    """A map of eleven rows of eleven squares, with the ruins printed on it.

    On a sheet of a side A to D the mountains and wastelands are those of that side.

    >>> sheet = MapSheet.blank(Side.A).with_terrain({Square(0, 0): Terrain.FARM, Square(1, 5): Terrain.WATER})
    >>> print(str(sheet)[:23])
    A..........
    ...^.w.....
    """

    _areas: tuple[Area, ...]
    """The squares of each terrain, in the order of `Terrain`."""
    ruins_area: Area
    """The ruins squares, drawn on or not."""
    side: Side
    """The printed side of the sheet."""

    def __init__(self, rows: Rows, ruins: Collection[Square] = frozenset(), side: Side = Side.CUSTOM) -> None:
        """Take the terrain of each square, the top row first, the ruins, drawn on or not, and the side.

        Raises:
            MapFormatError: No sheet can show this, or it contradicts what is printed on the side.
        """
        _check_size(rows)
        _check_places(ruins, where="ruins")
        self._hold(_areas_of(rows), area_of(ruins), side)
        _check_sheet(self)

    def _hold(self, areas: tuple[Area, ...], ruins_area: Area, side: Side) -> "MapSheet":
        object.__setattr__(self, "_areas", areas)
        object.__setattr__(self, "ruins_area", ruins_area)
        object.__setattr__(self, "side", side)
        return self

    @classmethod
    def blank(cls, side: Side) -> "MapSheet":
        """Return the sheet on which nobody has drawn yet; a custom one has nothing printed on it."""
        side, sheet = Side(side), cls(((EMPTY,) * SIZE,) * SIZE)
        if side is Side.CUSTOM:
            return sheet
        layout = LAYOUTS[side]
        printed = sheet.drawn(area_of(layout.mountains), MOUNTAIN).drawn(
            area_of(layout.wastelands), WASTELAND
        )
        return cls(printed.rows, layout.ruins, side)

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
        check_schema(fields, MAP_SCHEMA, "side", "terrain")
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

    def __repr__(self) -> str:
        """Return the call that makes this map."""
        return f"MapSheet.parse({str(self)!r}, ruins=(), side=Side({self.side.value!r}))"

    def __iter__(self) -> Iterator[Square]:
        """Return the squares in reading order."""
        return iter(ALL_SQUARES)

    def __len__(self) -> int:
        """Count the squares."""
        return len(ALL_SQUARES)

    def __contains__(self, square: object) -> bool:
        """Tell whether this is a square of the map."""
        return isinstance(square, Square) and square.is_on_map

    def __getitem__(self, square: Square) -> Terrain:
        """Return what the square holds."""
        check_kind(square, Square, A_SQUARE)
        if not square.is_on_map:
            raise IndexError(f"{square} is not on the map")
        place = bit(square)
        return next(terrain for terrain, area in zip(Terrain, self._areas, strict=True) if area & place)

    @property
    def rows(self) -> Rows:
        """The terrain of each square, the top row first."""
        held = {square: terrain for terrain in Terrain for square in squares_of(self.area(terrain))}
        return tuple(tuple(held[square] for square in row) for row in ROWS)

    @property
    def ruins(self) -> frozenset[Square]:
        """The ruins squares, drawn on or not."""
        return frozenset(squares_of(self.ruins_area))

    @property
    def empty(self) -> Area:
        """The squares without anything, ruins that nobody has drawn on among them."""
        return self._areas[0]

    @property
    def filled(self) -> Area:
        """The squares with anything in them."""
        return WHOLE_MAP ^ self._areas[0]

    def area(self, terrain: Terrain) -> Area:
        """Return the squares that hold the terrain."""
        return self._areas[_PLACES[terrain]]

    def squares(self, *terrains: Terrain, among: Iterable[Square] = ALL_SQUARES) -> list[Square]:
        """Return the squares that hold one of the terrains, in reading order or in that of `among`."""
        wanted = sum(self.area(terrain) for terrain in set(terrains))
        return [square for square in among if wanted & bit(square)]

    def drawn(self, area: Area, terrain: Terrain) -> "MapSheet":
        """Return the map with the terrain in all squares of the area, whatever they held.

        Nothing is checked: for moves that the rules allow. `with_terrain` is for all else.
        """
        areas = [held & ~area for held in self._areas]
        areas[_PLACES[terrain]] |= area
        return object.__new__(MapSheet)._hold(tuple(areas), self.ruins_area, self.side)

    def with_terrain(self, drawn: Mapping[Square, Terrain]) -> "MapSheet":
        """Return the map as it is after this was drawn on it.

        >>> print(str(MapSheet.blank(Side.CUSTOM).with_terrain({Square(0, 1): Terrain.FARM}))[:11])
        .A.........

        Raises:
            MapFormatError: A square is not on the map, or is a printed mountain or wasteland.
        """
        _check_places(drawn)
        sheet = self
        for square, terrain in drawn.items():
            sheet = sheet.drawn(bit(square), Terrain(terrain))
        _check_sheet(sheet)
        return sheet


A_SQUARE = "a place on the map is a Square, its row and column counted from 0"
_BITS = tuple(tuple(map(bit, row)) for row in ROWS)
_PLACES = {terrain: place for place, terrain in enumerate(Terrain)}


def _areas_of(rows: Rows) -> tuple[Area, ...]:
    areas = dict.fromkeys(Terrain, 0)
    for row, places in zip(rows, _BITS, strict=True):
        for terrain, place in zip(row, places, strict=True):
            areas[terrain] |= place
    return tuple(areas.values())


def _check_size(rows: Rows) -> None:
    if len(rows) != SIZE:
        raise MapFormatError(f"a map has {SIZE} rows, not {len(rows)}", where="terrain")
    for number, row in enumerate(rows):
        if len(row) != SIZE:
            raise MapFormatError(f"a row has {SIZE} squares, not {len(row)}", where=f"terrain[{number}]")


def _check_places(squares: Iterable[Square], *, where: str = "") -> None:
    for square in squares:
        check_kind(square, Square, A_SQUARE)
        if not square.is_on_map:
            raise MapFormatError(
                f"{square} is not on the map, which has {SIZE} rows and columns", where=where
            )


def _check_sheet(sheet: MapSheet) -> None:
    for square in squares_of(sheet.ruins_area & (sheet.area(MOUNTAIN) | sheet.area(WASTELAND))):
        raise _contradiction(sheet, square, RUINS)
    if sheet.side is not Side.CUSTOM:
        _check_printed(sheet)


def _check_printed(sheet: MapSheet) -> None:
    layout = LAYOUTS[sheet.side]
    mountains, wastelands = area_of(layout.mountains), area_of(layout.wastelands)
    for square in squares_of(mountains & ~sheet.area(MOUNTAIN)):
        raise _contradiction(sheet, square, MOUNTAIN)
    # The Gorgon may destroy a wasteland square, but no mountain.
    for square in squares_of(wastelands & ~sheet.area(WASTELAND) & ~sheet.area(DESTROYED)):
        raise _contradiction(sheet, square, WASTELAND)
    for square in squares_of((sheet.area(MOUNTAIN) | sheet.area(WASTELAND)) & ~mountains & ~wastelands):
        raise _contradiction(sheet, square, "")


def _contradiction(sheet: MapSheet, square: Square, printed: str) -> PrintError:
    return PrintError(str(sheet.side), square, str(printed), str(sheet[square]))


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
