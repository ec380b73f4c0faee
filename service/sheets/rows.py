"""Queries of sheets, those of tournaments and those of scans."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import ColumnElement, Connection, Select, bindparam, select

from engine import MapSheet, Season, Side, Square
from service.documents import Reason, SheetMap
from service.documents.errors import NotHereError
from service.sheets.doubts import Doubt, SheetDoubt, SquareDoubt, is_asked
from service.store.tables import (
    Record,
    Rows,
    files,
    is_identifier,
    pages,
    rounds,
    seats,
    sheets,
    tables,
    tournaments,
)

DOUBTS: TypeAdapter[tuple[Doubt, ...]] = TypeAdapter(tuple[Doubt, ...])
BLANK = SheetMap(side=Side.A, terrain=MapSheet.blank(Side.A).rows, coins=None, boxes=())
"""Stands for a map that was damaged in the database."""
DAMAGED = SheetDoubt(
    reason=Reason(
        code="map_damaged",
        message="What the database holds of this map cannot be a map: it was damaged there.",
        advice="Let its photo be read again.",
    )
)


class State(StrEnum):
    """The state of a sheet."""

    SCORED = "scored"
    REVIEW = "review"
    """A person has to look at it; its score is provisional."""
    DISMISSED = "dismissed"
    """It does not count."""


class PlacedBy(StrEnum):
    """How the player of a sheet is known."""

    TOLD = "told"
    CODE = "code"
    NAME = "name"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class MapInForce:
    """The map of a sheet as it stands, and its doubts."""

    map: SheetMap
    doubts: Sequence[Doubt]

    @property
    def doubtful(self) -> list[Square]:
        """The squares that are doubtful, in the order of their doubts."""
        return [Square(*doubt.square) for doubt in self.doubts if isinstance(doubt, SquareDoubt)]

    @property
    def is_damaged(self) -> bool:
        """Whether its map was damaged in the database, so that it counts nowhere."""
        return DAMAGED in self.doubts


@dataclass(frozen=True, slots=True)
class KeptSheet(MapInForce):
    """A sheet of a tournament or a scan."""

    id: str
    number: int
    """On the page, from 0."""
    state: State
    likeness: str
    version: int
    """Counts the changes."""

    @property
    def asked(self) -> tuple[Doubt, ...]:
        """The doubts that are asked about."""
        return tuple(doubt for doubt in self.doubts if is_asked(doubt))


@dataclass(frozen=True, slots=True)
class SheetRow(KeptSheet):
    """A sheet of a tournament."""

    tournament: str
    file: str
    file_name: str
    sha256: str
    """Of the photo or document."""
    page: str
    page_number: int | None
    player: str | None
    round: str | None
    season: Season | None
    """The season that the sheet shows the end of; that of winter is the final one."""
    placed_by: PlacedBy | None
    edicts: tuple[str, ...] = ()
    """Its edicts: the table's, else the round's, else the tournament's; none if not known."""


def likeness_of(map: SheetMap) -> str:
    """Return the SHA-256 of a map's side and terrains: equal maps have equal ones.

    It is "" of a map on which nothing is drawn, as many sheets may be before anybody has entered them.
    """
    if not any(terrain.is_drawn for row in map.terrain for terrain in row):
        return ""
    shown = json.dumps([map.side, map.terrain], separators=(",", ":"))
    return hashlib.sha256(shown.encode()).hexdigest()


def get_sheet(db: Connection, tournament: str, sheet: str, *, locked: bool = False) -> SheetRow | None:
    """Return a sheet of a tournament, dismissed or not; None if there is none.

    If it is locked, nobody else changes it until the transaction ends.
    """
    if not is_identifier(sheet):
        return None
    return next(iter(list_sheets(db, tournament, SheetFilter(sheet=sheet), locked=locked)), None)


def find_sheet(db: Connection, tournament: str, sheet: str, *, locked: bool = False) -> SheetRow:
    """Return a sheet of a tournament, as `get_sheet` does.

    Raises:
        NotHereError: There is none of this identifier in the tournament.
    """
    found = get_sheet(db, tournament, sheet, locked=locked)
    if found is None:
        raise NotHereError("sheet")
    return found


@dataclass(frozen=True, slots=True)
class SheetFilter:
    """The sheets of a tournament that are wanted: those for which all that is stated holds."""

    sheet: str | None = None
    file: str | None = None
    page: str | None = None
    player: str | None = None
    round: str | None = None
    season: Season | None = None
    state: State | None = None
    likeness: str | None = None
    counting: bool = False
    """Whether dismissed ones are left out."""
    after: str | None = None
    """The id after which the list begins."""

    def stated(self) -> dict[str, object]:
        """Return what is stated, by the names of `CONDITIONS`."""
        values = {name: getattr(self, name) for name in CONDITIONS}
        return {name: value for name, value in values.items() if value not in (None, False)}


CONDITIONS: Mapping[str, ColumnElement[bool]] = {
    "sheet": sheets.c.id == bindparam("sheet"),
    "file": pages.c.file_id == bindparam("file"),
    "page": pages.c.id == bindparam("page"),
    "player": sheets.c.player_id == bindparam("player"),
    "round": sheets.c.round_id == bindparam("round"),
    "season": sheets.c.season == bindparam("season"),
    "state": sheets.c.state == bindparam("state"),
    "likeness": sheets.c.likeness == bindparam("likeness"),
    "counting": sheets.c.state != State.DISMISSED,
    "after": sheets.c.id > bindparam("after"),
}
"""What has to hold for a row of which this is stated."""

ALL_SHEETS = SheetFilter()
COUNTING = SheetFilter(counting=True)
"""All but dismissed ones."""
IN_REVIEW = SheetFilter(state=State.REVIEW)


def list_sheets(
    db: Connection,
    tournament: str,
    wanted: SheetFilter = ALL_SHEETS,
    *,
    locked: bool = False,
    most: int | None = None,
) -> list[SheetRow]:
    """Return sheets of a tournament by their ids.

    With `locked`, nobody else changes them until the transaction ends.
    """
    stated = wanted.stated()
    rows = _sheets_in_place(tuple(stated), locked=locked)
    limited = rows if most is None else rows.limit(most)
    return [sheet_of(row) for row in db.execute(limited, {"tournament": tournament, **stated})]


def sheet_of(row: Record) -> SheetRow:
    """Return a row of `sheets`, with `file_id`, `file_name`, `sha256` and `page_number`, as a record."""
    return SheetRow(
        **_standing(row),
        tournament=row.tournament_id,
        file=row.file_id,
        file_name=row.file_name,
        sha256=row.sha256,
        page=row.page_id,
        page_number=row.page_number,
        player=row.player_id,
        round=row.round_id,
        season=Season(row.season) if row.season else None,
        placed_by=PlacedBy(row.placed_by) if row.placed_by else None,
        edicts=_first_known(row.table_edicts, row.round_edicts, row.tournament_edicts),
    )


def sheets_of_scans(db: Connection, scans: Collection[str]) -> Mapping[str, tuple[KeptSheet, ...]]:
    """Return the sheets of each of some scans, in their order on the photo; of a scan without any, none."""
    found: dict[str, tuple[KeptSheet, ...]] = defaultdict(tuple)
    wanted = select(sheets).where(sheets.c.scan_id.in_(scans)).order_by(sheets.c.number)
    for row in db.execute(wanted):
        found[row.scan_id] += (KeptSheet(**_standing(row)),)
    return found


def _standing(row: Record) -> dict[str, Any]:
    map, doubts, state = _map_of(row.map), DOUBTS.validate_python(row.doubts), State(row.state)
    if map is None and DAMAGED not in doubts:
        doubts = (DAMAGED, *doubts)
    return {
        "map": map or BLANK,
        "doubts": doubts,
        "id": row.id,
        "number": row.number,
        "state": State.REVIEW if map is None and state is State.SCORED else state,
        "likeness": row.likeness,
        "version": row.version,
    }


def _map_of(stored: object) -> SheetMap | None:
    try:
        return SheetMap.model_validate(stored)
    except ValidationError:
        return None


def edicts_at(db: Connection, tournament: str, round: str | None, player: str | None) -> tuple[str, ...]:
    """Return the edicts by which a player's sheets of a round are scored, as far as they are known."""
    place = {"tournament": tournament, "round": round, "player": player}
    return _first_known(*db.execute(_edicts_in_place(), place).one())


def _first_known(*choices: list[str] | None) -> tuple[str, ...]:
    return next((tuple(names) for names in choices if names is not None), ())


_EDICTS = (
    tables.c.edicts.label("table_edicts"),
    rounds.c.edicts.label("round_edicts"),
    tournaments.c.edicts.label("tournament_edicts"),
)


@cache
def _edicts_in_place() -> Select[Any, Any, Any]:
    """Return the query of the edicts of a place, built once, as that takes longer than to answer it."""
    its_round = (rounds.c.tournament_id == tournaments.c.id) & (rounds.c.id == bindparam("round"))
    seat = (seats.c.round_id == rounds.c.id) & (seats.c.player_id == bindparam("player"))
    return (
        select(*_EDICTS)
        .outerjoin(rounds, its_round)
        .outerjoin(seats, seat)
        .outerjoin(tables, tables.c.id == seats.c.table_id)
        .where(tournaments.c.id == bindparam("tournament"))
    )


@cache
def _sheets_in_place(stated: tuple[str, ...], *, locked: bool) -> Rows:
    """Return the query of the sheets of a tournament of which this is stated, built once as well."""
    seat = (seats.c.round_id == sheets.c.round_id) & (seats.c.player_id == sheets.c.player_id)
    rows = (
        select(
            sheets,
            pages.c.file_id,
            pages.c.number.label("page_number"),
            files.c.name.label("file_name"),
            files.c.sha256,
            *_EDICTS,
        )
        .join(pages, pages.c.id == sheets.c.page_id)
        .join(files, files.c.id == pages.c.file_id)
        .join(tournaments, tournaments.c.id == sheets.c.tournament_id)
        .outerjoin(rounds, rounds.c.id == sheets.c.round_id)
        .outerjoin(seats, seat)
        .outerjoin(tables, tables.c.id == seats.c.table_id)
        .where(sheets.c.tournament_id == bindparam("tournament"), *(CONDITIONS[name] for name in stated))
        .order_by(sheets.c.id)
    )
    return rows.with_for_update(of=sheets) if locked else rows
