"""Small maps of a player's seasons side by side: a few paths each, with the new squares highlighted."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine import ALL_SQUARES, EngineError, MapSheet, ScoreReport, Season, Square, Terrain
from service.documents import SheetMap
from service.pages.art.ink import path_of
from service.sheets.rows import SheetRow
from service.tournament.results import choose_sheet, score_season


@dataclass(frozen=True, slots=True)
class SmallMap:
    """A map as a few paths."""

    patches: Mapping[Terrain, str]
    """All squares of a terrain, as SVG has paths, in squares."""
    ruins: tuple[Square, ...]
    fresh: str
    """The squares that were drawn since the map before."""
    old: str
    """Those that were drawn before."""
    doubtful: str
    drawn: int
    """How many squares were drawn since then."""


@dataclass(frozen=True, slots=True)
class GrownMap:
    """The map of a player at the end of a season."""

    season: Season
    sheet: SheetRow
    map: SmallMap
    report: ScoreReport | None
    """The score of the season; None where the edicts or the coins are not known."""


def grown_maps(sheets: Sequence[SheetRow], *, show_doubts: bool) -> Iterator[GrownMap]:
    """Yield the seasons whose sheet is there, each map with what is new since that of the season before."""
    before: MapSheet | None = None
    for season in Season:
        sheet = choose_sheet(sheets, season)
        drawn = _map(sheet.map) if sheet else None
        if sheet and drawn:
            known = before if before or season is Season.SPRING else drawn  # what is new is not known
            small = small_map(drawn, known, sheet.doubtful if show_doubts else ())
            yield GrownMap(season, sheet, small, score_season(sheet))
        before = drawn


def _map(kept: SheetMap) -> MapSheet | None:
    try:
        return kept.to_engine()
    except EngineError:
        return None


def small_map(sheet: MapSheet, before: MapSheet | None = None, doubtful: Iterable[Square] = ()) -> SmallMap:
    """Return a map to be shown small, with what is new since the map before; without one, all is."""
    lying: dict[Terrain, list[Square]] = defaultdict(list)
    for square in ALL_SQUARES:
        if sheet[square] is not Terrain.EMPTY:
            lying[sheet[square]].append(square)
    drawn = [square for square in ALL_SQUARES if sheet[square].is_drawn]
    fresh = [square for square in drawn if before is None or sheet[square] is not before[square]]
    old = [square for square in drawn if square not in fresh]
    return SmallMap(
        {terrain: path_of(squares) for terrain, squares in lying.items()},
        tuple(square for square in sorted(sheet.ruins) if sheet[square] is Terrain.EMPTY),
        path_of(fresh),
        path_of(old),
        path_of(doubtful),
        len(fresh),
    )
