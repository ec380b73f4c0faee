"""The game that a photo likely shows: the edicts of the photo before, and the season."""

from engine import Season
from engine.scoreboxes import last_written
from service.documents import Reading
from service.scans.rows import ScanBrief, StatedGame
from service.sheets.asread import SURE_OF_SIDE, shown_season
from service.sheets.doubts import SheetDoubt
from service.sheets.rows import MapInForce
from service.store.events import now

SAME_GAME = 6 * 3600.0  # seconds in which another photo is likely of the same game


def likely_game(last: list[ScanBrief], reading: Reading) -> StatedGame:
    """Return what likely holds for this photo too: the last one's edicts, and the season that it shows.

    Without written numbers that is the last photo's season, or else the one by whose end so much is drawn.
    """
    shown = shown_season(reading.sheets[0].terrain, reading.sheets[0].boxes) if reading.sheets else None
    written = written_season(reading)
    if last and (now() - last[0].received_at).total_seconds() < SAME_GAME:
        game = last[0].game
        if not _is_another_game(last[0], reading, shown if written else None):
            return StatedGame(game.edicts, (game.season or shown) if written is None else shown, game.solo)
    return StatedGame(season=shown)


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
