"""The review queue: sheets that wait for a person, those with the most stars at stake first."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from engine import EngineError, MapSheet, Season, Square, Terrain, find_edict, score_map
from service.documents import Document, Share, Sheet, SheetMap, SquareAt
from service.sheets.asread import sheets_as_read
from service.sheets.doubts import CoinsDoubt, Doubt, PlaceDoubt, SheetDoubt, SquareDoubt, of_place
from service.sheets.rows import IN_REVIEW, SheetRow, list_sheets

COINS = 3.0
"""Stars that an unread coin track is worth, about: what players fill in a season or two."""
SHEET = 20.0
"""Stars at stake if the sheet as a whole, or whose it is, is doubtful: about a season's score."""
LEAST = 0.01
"""No doubt counts for nothing."""


class OpenDoubt(Document):
    """A doubt to settle."""

    doubt: Doubt
    stake: float
    """The expected change of the score by settling it, in stars."""
    alternatives: dict[Terrain, Share]
    """The possible terrains of the square, likeliest first; empty for other doubts."""


@dataclass(frozen=True, slots=True)
class OpenSheet:
    """A sheet that waits for a person."""

    sheet: SheetRow
    stake: float
    doubts: tuple[OpenDoubt, ...]
    """The most consequential first."""


def list_open(db: Connection, tournament: str) -> list[OpenSheet]:
    """Return every sheet in review: first those whose player, round or season is in doubt.

    They count for nobody until that is settled. Then come those with the most stars at stake, then by the
    files' names.
    """
    rows = list_sheets(db, tournament, IN_REVIEW)
    read = sheets_as_read(db, rows)
    found = [open_sheet(row, read[row.id]) for row in rows]
    return sorted(found, key=_order)


def _order(found: OpenSheet) -> tuple[bool, float, str, str]:
    return not of_place(found.sheet.doubts), -round(found.stake, 2), found.sheet.file_name, found.sheet.id


def open_sheet(row: SheetRow, read: Sheet) -> OpenSheet:
    """Return a sheet with its doubts, those with the most stars at stake first."""
    stakes = _stakes_of(row, read)
    doubts = [
        OpenDoubt(
            doubt=doubt,
            stake=round(stake, 3),
            alternatives=doubt.shares(read) if isinstance(doubt, SquareDoubt) else {},
        )
        for doubt, stake in zip(row.asked, stakes, strict=True)
    ]
    ordered = sorted(doubts, key=lambda each: -each.stake)
    return OpenSheet(row, sum(stakes), tuple(ordered))


def _stakes_of(row: SheetRow, read: Sheet) -> list[float]:
    """Return by how many stars each doubt that is asked about is expected to change the score.

    For a square that is the sum over what it may hold, of the probability times the change of the score, by
    all edicts that are known; without any, the chance that it is wrong. Without a season all edicts count.
    """
    score = _Scorer(row.map, row.edicts, row.season)
    return [max(LEAST, _stake(doubt, score, read)) for doubt in row.asked]


class _Scorer:
    """Scores the map with one square changed."""

    def __init__(self, map: SheetMap, edicts: Sequence[str], season: Season | None) -> None:
        self._map = map
        self._edicts = tuple(find_edict(name) for name in edicts)
        self._season = season if len(self._edicts) == 4 else None

    def change(self, square: SquareAt, terrain: Terrain) -> float:
        """Return by how much the score changes if that stands on the square."""
        if self._map.at(square) is terrain:
            return 0.0
        if not self._edicts:
            return 1.0
        try:
            changed = self._sheet.with_terrain({Square(*square): terrain})
            return abs(self._score(changed) - self._total)
        except EngineError:  # what cannot be, such as a hero on a mountain
            return 1.0

    @cached_property
    def _sheet(self) -> MapSheet:
        return self._map.to_engine()

    @cached_property
    def _total(self) -> int:
        return self._score(self._sheet)

    def _score(self, sheet: MapSheet) -> int:
        return score_map(sheet, self._edicts, coins=0, season=self._season).total


def _stake(doubt: Doubt, score: _Scorer, read: Sheet) -> float:
    match doubt:
        case SquareDoubt(square=square):
            shares = doubt.chances(read)
            return sum(share * score.change(square, terrain) for terrain, share in shares.items())
        case CoinsDoubt():
            return COINS
        case SheetDoubt() | PlaceDoubt():
            return SHEET
