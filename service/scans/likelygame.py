"""The game that a photo likely shows: the edicts of the photo before, and the season."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from engine import Season
from engine.scoreboxes import last_written
from service.documents import Reading
from service.scans.rows import ScanBrief, ScanRow, StatedGame
from service.sheets.asread import SURE_OF_SIDE, shown_season
from service.sheets.doubts import SheetDoubt
from service.store.events import now

SAME_GAME = 6 * 3600.0  # seconds in which another photo is likely of the same game


def likely_game(before: Sequence[ScanBrief], reading: Reading) -> StatedGame:
    """Return what likely holds for this photo too: the last one's edicts, and the season that it shows.

    Without written numbers that is the last photo's season, or else the one by whose end so much is drawn.

    Args:
        before: the owner's scans, the latest first; one without a sheet tells of no game.
        reading: what was read.
    """
    shown, written = _shown_season(reading), written_season(reading)
    last = next((scan for scan in before if scan.sheets), None)
    if last and _is_same_game(last, reading, now()):
        game = last.game
        return StatedGame(game.edicts, (game.season or shown) if written is None else shown, game.solo)
    return StatedGame(season=shown)


def season_guessed_by(scan: ScanRow, before: Sequence[ScanBrief]) -> Literal["boxes", "drawing", "last", ""]:
    """Return what the season was guessed by: boxes, drawing, the last scan; "" where it was not.

    Args:
        scan: a scan whose season nobody has stated.
        before: the owner's scans, the latest first.
    """
    season = scan.game.season
    if season is None:
        return ""
    if season is written_season(scan.reading):
        return "boxes"
    earlier = (each for each in before if each.sheets and each.received_at <= scan.received_at)
    last = next(earlier, None)
    if last and last.game.season is season and _is_same_game(last, scan.reading, scan.received_at):
        return "last"
    return "drawing"


def _is_same_game(last: ScanBrief, reading: Reading, at: datetime) -> bool:
    """Tell whether a photo that came then is likely of the last one's game."""
    is_soon = (at - last.received_at).total_seconds() < SAME_GAME
    season = _shown_season(reading) if written_season(reading) else None
    return is_soon and not _is_another_game(last, reading, season)


def _shown_season(reading: Reading) -> Season | None:
    """Return the season that the first sheet shows by its numbers, or by how much is drawn."""
    return shown_season(reading.sheets[0].terrain, reading.sheets[0].boxes) if reading.sheets else None


def _is_another_game(last: ScanBrief, reading: Reading, season: Season | None) -> bool:
    """Tell whether a photo is plainly not of the last one's game: another side, or a season gone by."""
    before = {
        sheet.map.side
        for sheet in last.sheets
        if not any(isinstance(doubt, SheetDoubt) for doubt in sheet.doubts)
    }
    sides = {sheet.side for sheet in reading.sheets if sheet.side_confidence >= SURE_OF_SIDE}
    if before and sides and not before & sides:
        return True
    seasons, season_before = list(Season), last.game.season
    if season is None or season_before is None:
        return False
    return seasons.index(season) < seasons.index(season_before)


def written_season(reading: Reading) -> Season | None:
    """Return the last season of which numbers are written on the first sheet."""
    return last_written(reading.sheets[0].boxes) if reading.sheets else None
