"""What was read of sheets, before anybody corrected anything."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from service.documents import Reading, Sheet
from service.sheets.rows import SheetRow
from service.store.tables import pages, readings


def sheet_as_read(db: Connection, row: SheetRow) -> Sheet:
    """Return what the picture said of a sheet."""
    return reading_of(db, row.page).sheets[row.number]


def sheets_as_read(db: Connection, rows: Sequence[SheetRow]) -> dict[str, Sheet]:
    """Return what the pictures of many sheets said, by their ids, each page looked up once."""
    by_page = {page: reading_of(db, page) for page in {row.page for row in rows}}
    return {row.id: by_page[row.page].sheets[row.number] for row in rows}


def reading_of(db: Connection, page: str) -> Reading:
    """Return the reading in force of a page that was read."""
    wanted = select(readings.c.document).join(pages, pages.c.reading_id == readings.c.id)
    return Reading.model_validate(db.execute(wanted.where(pages.c.id == page)).scalar_one())


def map_of(sheet: Sheet) -> dict[str, Any]:
    """Return the part of a sheet that a person may correct."""
    return sheet.model_dump(mode="json", include={"side", "terrain", "coins", "boxes", "final"})
