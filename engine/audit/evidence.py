"""A map as it was handed in, whether any sheet can show it or not."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.areas import Area, area_of
from engine.customsides import is_drawn_on, ruins_on
from engine.errors import MapFormatError
from engine.fields import read_choice, read_list, read_object, read_square, read_terrain, read_written
from engine.layouts import COIN_TRACK, LAYOUTS, Layout, Side
from engine.mapsheet import MAP_SCHEMA, MapSheet
from engine.scoreboxes import WrittenSeason, read_boxes
from engine.scoring import Season
from engine.squares import Square
from engine.terrain import Terrain

READING_SCHEMA = "surveyor/reading@1"
SURE = 0.99  # coins read with less confidence may be misread


@dataclass(frozen=True, slots=True)
class Evidence:
    """A map to be audited, and what else is known of it."""

    sheet: MapSheet
    """The map as drawn, on a sheet of side custom: so it may contradict the print."""
    layout: Layout | None = None
    """The print of the side; without it, that which the map itself shows."""
    coins: int | None = None
    season: Season | None = None
    """The season that ends with this map."""
    doubts: Mapping[Square, tuple[Terrain, ...]] | None = None
    """Terrains that the doubtful squares of a reading may hold instead; None if it is no reading."""
    coins_are_sure: bool = True
    stated_ruins: frozenset[Square] = frozenset()
    """The ruins that the document lists, if it lists any."""
    boxes: tuple[WrittenSeason, ...] = ()
    """The written season scores, as far as they were read."""

    @classmethod
    def of(cls, sheet: MapSheet, *, coins: int | None = None, season: Season | None = None) -> "Evidence":
        """Return a map of the game as evidence."""
        layout = None if sheet.side is Side.CUSTOM else LAYOUTS[sheet.side]
        return cls(_as_custom(sheet, sheet.ruins), layout, coins, season, stated_ruins=sheet.ruins)

    @property
    def mountains(self) -> Area:
        """The printed mountains."""
        return area_of(self.layout.mountains) if self.layout else self.sheet.area(Terrain.MOUNTAIN)

    @property
    def wastelands(self) -> Area:
        """The printed wastelands."""
        return area_of(self.layout.wastelands) if self.layout else self.sheet.area(Terrain.WASTELAND)

    @property
    def track(self) -> int:
        """How many coins the track has."""
        return self.layout.coins if self.layout else COIN_TRACK

    def blank(self) -> "Evidence":
        """Return the same sheet before anything was drawn on it."""
        printed = MapSheet.blank(Side.CUSTOM)
        printed = printed.drawn(self.mountains, Terrain.MOUNTAIN).drawn(self.wastelands, Terrain.WASTELAND)
        sheet = _as_custom(printed, self.sheet.ruins)
        return Evidence(sheet, self.layout, coins=0, stated_ruins=self.stated_ruins)

    def with_square(self, square: Square, terrain: Terrain) -> "Evidence":
        """Return the evidence as if this square held the terrain."""
        return replace(self, sheet=self.sheet.drawn(area_of([square]), terrain))


def read_evidence(document: object, layout: Layout | None = None) -> tuple[Evidence, ...]:
    """Read a surveyor/map@1 or the sheets of a surveyor/reading@1 document, even if it contradicts the print.

    Args:
        document: The document.
        layout: The sheet of maps of side custom, if it is described anywhere.

    Raises:
        MapFormatError: It is none of these documents.
    """
    fields = read_object(document)
    if fields.get("schema") == READING_SCHEMA:
        sheets = read_list(fields.get("sheets"), where="sheets")
        return tuple(_read_sheet(read_object(sheet), layout) for sheet in sheets)
    if fields.get("schema") != MAP_SCHEMA:
        raise MapFormatError(f'expected "{MAP_SCHEMA}" or "{READING_SCHEMA}"', where="schema")
    return (_read_map(fields, layout),)


def _read_map(fields: Mapping[str, object], custom: Layout | None) -> Evidence:
    side = read_choice(fields.get("side"), Side, where="side")
    is_custom = custom is not None and is_drawn_on(custom, side)
    layout = custom if is_custom else LAYOUTS.get(side)
    drawn = MapSheet.from_json(
        {"schema": MAP_SCHEMA, "side": "custom", "terrain": fields.get("terrain"), "ruins": []}
    )
    listed = frozenset(
        read_square(place, where=f"ruins[{number}]")
        for number, place in enumerate(read_list(fields.get("ruins") or [], where="ruins"))
    )
    ruins = layout.ruins if layout else listed
    if custom and is_custom:
        drawn, ruins = _with_print(drawn, custom), ruins_on(custom, listed)
    season = fields.get("season")
    return Evidence(
        _as_custom(drawn, ruins),
        layout,
        read_written(fields.get("coins"), where="coins"),
        None if season is None else read_choice(season, Season, where="season"),
        stated_ruins=listed,
    )


def _with_print(sheet: MapSheet, layout: Layout) -> MapSheet:
    """Return the map with what is printed wherever it shows nothing."""
    printed = sheet.drawn(area_of(layout.mountains) & sheet.empty, Terrain.MOUNTAIN)
    return printed.drawn(area_of(layout.wastelands) & sheet.empty, Terrain.WASTELAND)


def _read_sheet(fields: Mapping[str, object], custom: Layout | None) -> Evidence:
    evidence = _read_map(fields, custom)
    sure = fields.get("coins_confidence")
    return replace(
        evidence,
        doubts=_read_doubts(fields, evidence.sheet),
        coins_are_sure=isinstance(sure, int | float) and sure >= SURE,
        boxes=read_boxes(fields.get("boxes")),
    )


def _read_doubts(fields: Mapping[str, object], sheet: MapSheet) -> dict[Square, tuple[Terrain, ...]]:
    alternatives = read_object(fields.get("alternatives") or {})
    doubts = {}
    for number, place in enumerate(read_list(fields.get("doubtful") or [], where="doubtful")):
        square = read_square(place, where=f"doubtful[{number}]")
        where = f"alternatives[{square.row},{square.column}]"
        names = read_object(alternatives.get(f"{square.row},{square.column}") or {})
        listed = [read_terrain(name, where=where) for name in names]
        doubts[square] = tuple(terrain for terrain in listed if terrain is not sheet[square])
    return doubts


def _as_custom(sheet: MapSheet, ruins: frozenset[Square]) -> MapSheet:
    """Return the map on a sheet of side custom, where ruins and print may contradict each other."""
    empty = MapSheet.blank(Side.CUSTOM)
    copy = MapSheet(empty.rows, ruins)
    for terrain in Terrain:
        copy = copy.drawn(sheet.area(terrain), terrain)
    return copy
