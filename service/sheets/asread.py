"""Sheets as they were read, before anybody corrected anything."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Connection, Text, cast, select

from engine import Season, Square, Terrain
from engine.scoreboxes import WrittenSeason, last_written
from service.documents import Reading, Reason, Sheet, SheetMap, SquareAt
from service.documents.readings import SHEET_UNREAD
from service.scores.certainty import Subject, is_printed
from service.sheets.rows import SheetRow
from service.store.tables import Rows, pages, readings

SURE_OF_SIDE = 0.99
"""Probability of a side from which it is surely read."""
MOST_DRAWN = ((33, Season.SPRING), (57, Season.SUMMER), (76, Season.FALL))
"""Most squares that are drawn by the end of each season, taken from 36 games of bots."""


def shown_season(terrain: Sequence[Sequence[Terrain]], boxes: Sequence[WrittenSeason]) -> Season:
    """Return the season at whose end a sheet was likely photographed.

    It is the last season with written numbers, or a later one if more is drawn than by the end of that:
    players who photograph a sheet to learn the score of a season have not written it yet.
    """
    drawn = sum(each.is_drawn for row in terrain for each in row)
    by_drawing = next((season for most, season in MOST_DRAWN if drawn <= most), Season.WINTER)
    return max(by_drawing, last_written(boxes) or Season.SPRING, key=list(Season).index)


def likely_season(row: SheetRow) -> Season:
    """Return the season of a sheet, or the likeliest if it has no player yet.

    Where nothing else is said and no numbers are written it is that of winter.
    """
    if row.season is not None and (row.player or row.season is not Season.WINTER):
        return row.season
    return shown_season(row.map.terrain, row.map.boxes) if last_written(row.map.boxes) else Season.WINTER


def sheet_as_read(db: Connection, row: SheetRow) -> Sheet:
    """Return what the picture said of a sheet."""
    return reading_of(db, row.page).sheets[row.number]


def sheets_as_read(db: Connection, rows: Sequence[SheetRow]) -> dict[str, Sheet]:
    """Return what the pictures of many sheets said, by their ids, all looked up at once."""
    wanted = _readings(pages.c.id.in_({row.page for row in rows}))
    by_page = {row.id: Reading.model_validate_json(row.document) for row in db.execute(wanted)}
    return {row.id: by_page[row.page].sheets[row.number] for row in rows}


def reading_of(db: Connection, page: str) -> Reading:
    """Return the reading in force of a page that was read."""
    return Reading.model_validate_json(db.execute(_readings(pages.c.id == page)).one().document)


def _readings(of_pages: ColumnElement[bool]) -> Rows:
    """Return the query of the readings in force of some pages, as they are written."""
    return (
        select(pages.c.id, cast(readings.c.document, Text).label("document"))
        .join_from(pages, readings, pages.c.reading_id == readings.c.id)
        .where(of_pages)
    )


def reason_of(reading: Reading, sheet: Sheet) -> Reason | None:
    """Return why a sheet needs a person's eye: its own reason, or the photo's if it is alone on it.

    That another sheet on the photo was not read is said of the first, unless that has a weightier reason.
    """
    if len(reading.sheets) == 1:
        return reading.reason
    is_light = sheet.reason is None or Subject.of(sheet.reason) is not None
    lost = reading.reason is not None and reading.reason.code == SHEET_UNREAD
    return reading.reason if lost and is_light and sheet is reading.sheets[0] else sheet.reason


def read_surely(reading: Reading, number: int) -> frozenset[SquareAt]:
    """Return the squares that are certain once the sheet as a whole is known to be read right.

    What its side prints is among them, however sure the side was.
    """
    sheet, least = reading.sheets[number], usual_doubt(reading)
    covered = sheet.covered
    return frozenset(
        (row, column)
        for row, shares in enumerate(sheet.confidence)
        for column, share in enumerate(shares)
        if (share >= least or is_printed(sheet, Square(row, column))) and (row, column) not in covered
    )


def usual_doubt(reading: Reading) -> float:
    """Return the confidence below which a square is doubtful on a sheet that surely lies as it was read."""
    from vision.read.calibration import doubt_below  # scores of a reading need no vision

    return doubt_below(reading.model or "")


def is_said_another_side(map: SheetMap, read: Sheet) -> bool:
    """Tell whether somebody chose another side than the one that was surely read; pages warn of that."""
    return map.side is not read.side and read.side_confidence >= SURE_OF_SIDE
