"""The review queue: sheets that wait for a person, those with the most stars at stake first."""

from dataclasses import dataclass

from sqlalchemy import Connection

from engine import Terrain
from service.documents import Document, Share, Sheet
from service.files.urgency import stakes_of
from service.sheets.asread import sheets_as_read
from service.sheets.doubts import Doubt, SquareDoubt
from service.sheets.rows import SheetRow, State, list_sheets


class OpenDoubt(Document):
    """A doubt to settle."""

    doubt: Doubt
    stake: float
    """Stars by which settling it is expected to change the score."""
    alternatives: dict[Terrain, Share]
    """What the square may hold, likeliest first; empty where it is no square."""


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A sheet that waits for a person."""

    sheet: SheetRow
    stake: float
    doubts: tuple[OpenDoubt, ...]
    """The most consequential first."""


def list_open(db: Connection, tournament: str) -> list[OpenSheet]:
    """Return every sheet in review, those with the most stars at stake first, then by the files' names."""
    rows = list_sheets(db, tournament, state=State.REVIEW)
    read = sheets_as_read(db, rows)
    found = [open_sheet(row, read[row.id]) for row in rows]
    return sorted(found, key=lambda each: (-round(each.stake, 2), each.sheet.file_name, each.sheet.id))


def open_sheet(row: SheetRow, read: Sheet) -> OpenSheet:
    """Return a sheet with its doubts, those with the most stars at stake first."""
    stakes = stakes_of(row.map, read, row.asked, row.edicts, row.season)
    doubts = [
        OpenDoubt(doubt=doubt, stake=round(stake, 3), alternatives=_alternatives(doubt, read))
        for doubt, stake in zip(row.asked, stakes, strict=True)
    ]
    ordered = sorted(doubts, key=lambda each: -each.stake)
    return OpenSheet(row, sum(stakes), tuple(ordered))


def _alternatives(doubt: Doubt, read: Sheet) -> dict[Terrain, float]:
    return doubt.shares(read) if isinstance(doubt, SquareDoubt) else {}
