"""The sheets of a tournament as they stand, as far as their places and results go."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, select

from engine import Season
from service.documents.errors import NotHereError
from service.store.tables import sheets
from service.tournament.names import is_identifier


class State(StrEnum):
    """What becomes of a sheet."""

    SCORED = "scored"
    REVIEW = "review"
    """A person has to look at it; what it comes to is provisional."""
    DISMISSED = "dismissed"
    """It counts no more."""


class PlacedBy(StrEnum):
    """How it is known whose sheet it is."""

    TOLD = "told"
    CODE = "code"
    NAME = "name"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A sheet as it stands."""

    id: str
    state: State
    player: str | None
    round: str | None
    season: Season | None
    placed_by: PlacedBy | None
    map: Mapping[str, Any]
    """Side, terrain, coins, boxes, final: the keys of a surveyor/map@1 document."""
    doubts: tuple[Mapping[str, Any], ...]
    likeness: str
    version: int


def likeness_of(read: Mapping[str, Any]) -> str:
    """Return the SHA-256 by which two maps are told to be the same: of the side and what is drawn on it."""
    shown = json.dumps([read["side"], read["terrain"]], separators=(",", ":"))
    return hashlib.sha256(shown.encode()).hexdigest()


def list_sheets(db: Connection, tournament: str) -> Iterator[SheetRow]:
    """Yield the sheets of a tournament that count, in a stable order."""
    wanted = select(sheets).where(sheets.c.tournament_id == tournament, sheets.c.state != State.DISMISSED)
    for row in db.execute(wanted.order_by(sheets.c.id)):
        yield sheet_of(row)


def find_sheet(db: Connection, tournament: str, sheet: str) -> SheetRow:
    """Return a sheet of a tournament, dismissed or not.

    Raises:
        NotHereError: There is none of this identifier in it.
    """
    row = None
    if is_identifier(sheet):
        wanted = select(sheets).where(sheets.c.tournament_id == tournament, sheets.c.id == sheet)
        row = db.execute(wanted).one_or_none()
    if row is None:
        raise NotHereError("sheet")
    return sheet_of(row)


def sheet_of(row: Row[Any]) -> SheetRow:
    """Return a row of the table as a record."""
    return SheetRow(
        row.id,
        State(row.state),
        row.player_id,
        row.round_id,
        Season(row.season) if row.season else None,
        PlacedBy(row.placed_by) if row.placed_by else None,
        row.map,
        tuple(row.doubts),
        row.likeness,
        row.version,
    )
