"""The game that a photo likely shows: the edicts of the photo before, and the season."""

from engine import Season
from service.documents import Reading
from service.scans.rows import ScanBrief, StatedGame
from service.sheets.asread import SURE_OF_SIDE, last_written
from service.sheets.doubts import SheetDoubt
from service.sheets.rows import MapInForce
from service.store.events import now

SAME_GAME = 6 * 3600.0  # seconds in which another photo is likely of the same game
MOST_DRAWN = ((33, Season.SPRING), (57, Season.SUMMER), (75, Season.FALL))
"""Squares drawn at the end of a season, at most: between those of 36 games of bots of both games."""


def likely_game(last: list[ScanBrief], reading: Reading) -> StatedGame:
    """Return what likely holds for this photo too: the last one's edicts, the last season with numbers.

    Without numbers it is the last photo's season, or else the one by whose end so much is drawn.
    """
    written, drawn = written_season(reading), drawn_season(reading)
    if last and (now() - last[0].received_at).total_seconds() < SAME_GAME:
        game = last[0].game
        if not _is_another_game(last[0], reading, written):
            return StatedGame(game.edicts, written or game.season or drawn, game.solo)
    return StatedGame(season=written or drawn)


def _is_another_game(last: ScanBrief, reading: Reading, season: Season | None) -> bool:
    """Tell whether a photo is plainly not of the last one's game: another side, or a season gone by."""
    before = {sheet.map.side for sheet in last.sheets if not _is_doubted(sheet)}
    sides = {sheet.side for sheet in reading.sheets if sheet.side_confidence >= SURE_OF_SIDE}
    if before and sides and not before & sides:
        return True
    seasons, season_before = list(Season), last.game.season
    if season is None or season_before is None:
        return False
    return seasons.index(season) < seasons.index(season_before)


def _is_doubted(sheet: MapInForce) -> bool:
    return any(isinstance(doubt, SheetDoubt) for doubt in sheet.doubts)


def written_season(reading: Reading) -> Season | None:
    """Return the last season of which numbers are written on the first sheet."""
    return last_written(reading.sheets[0].boxes) if reading.sheets else None


def drawn_season(reading: Reading) -> Season | None:
    """Return the season by whose end as many squares are drawn as on the first sheet."""
    if not reading.sheets:
        return None
    drawn = sum(terrain.is_drawn for row in reading.sheets[0].terrain for terrain in row)
    return next((season for most, season in MOST_DRAWN if drawn <= most), Season.WINTER)
