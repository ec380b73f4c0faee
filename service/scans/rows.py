"""The scans as they are kept: a photo, what was read of it, what its owner said since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Column, Connection, Row, insert, select, update

from engine import Edict, Season, find_edict
from engine.scoring import EDICT_LETTERS
from service.access.actors import Actor
from service.documents import Reading, Reason, Sheet
from service.documents.errors import NotHereError
from service.ledger.settle import reason_of
from service.scores.certainty import OF_BOXES
from service.sheets.asread import map_of
from service.sheets.doubts import Doubt, doubts_of
from service.store.events import Deed, now, record
from service.store.signs import keep_signs
from service.store.tables import keys, new_id, scans
from vision import SheetReading

SLOTS = 4
DOUBTS: TypeAdapter[list[Doubt]] = TypeAdapter(list[Doubt])


@dataclass(frozen=True, slots=True)
class ScannedMap:
    """One sheet of the photo, as it stands."""

    map: Mapping[str, Any]
    """side, terrain, coins, boxes, final: as `service.sheets.asread.map_of` gives them."""
    doubts: Sequence[Doubt] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what is kept."""
        return {"map": dict(self.map), "doubts": DOUBTS.dump_python(list(self.doubts), mode="json")}

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "ScannedMap":
        """Return what was kept."""
        return cls(kept["map"], DOUBTS.validate_python(kept["doubts"]))


@dataclass(frozen=True, slots=True)
class GameTold:
    """What is known of the game beside the photo."""

    edicts: tuple[str | None, ...] = (None,) * SLOTS
    """The names in the places A B C D; None where nobody has told."""
    season: Season | None = None
    """The season that the sheet ends; None: not told."""
    solo: bool = False

    @property
    def known(self) -> tuple[Edict | None, ...]:
        """The edicts themselves."""
        return tuple(find_edict(name) if name else None for name in self.edicts)

    @property
    def lacking(self) -> tuple[str, ...]:
        """The places that the score counts and nobody has told; without a season all four count."""
        counted = self.season.letters if self.season else EDICT_LETTERS
        places = zip(EDICT_LETTERS, self.edicts, strict=True)
        return tuple(letter for letter, name in places if letter in counted and not name)

    def to_json(self) -> dict[str, Any]:
        """Return what is kept, by the names of the columns."""
        return {
            "edicts": list(self.edicts),
            "season": self.season.value if self.season else None,
            "solo": self.solo,
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "GameTold":
        """Return what was kept."""
        season = Season(kept["season"]) if kept["season"] else None
        return cls(tuple(kept["edicts"]), season, bool(kept["solo"]))


@dataclass(frozen=True, slots=True)
class ScanBrief:
    """A scan in a list."""

    id: str
    name: str
    sha256: str
    page: int | None
    sheets: tuple[ScannedMap, ...]
    game: GameTold
    received_at: datetime


@dataclass(frozen=True, slots=True)
class ScanRow(ScanBrief):
    """A scan, all of it."""

    owner: str
    pages: int
    asked: Mapping[str, Any]
    reading: Reading
    version: int
    used_at: datetime


def add_scan(
    db: Connection,
    actor: Actor,
    reading: Reading,
    *,
    sha256: str,
    page: int | None,
    pages: int,
    asked: Mapping[str, Any],
    game: GameTold,
    seen: Sequence[SheetReading] = (),
) -> str:
    """Keep a scan whose photo is kept in the same transaction; return its identifier."""
    scan, moment = new_id(), now()
    db.execute(
        insert(scans).values(
            id=scan,
            owner=actor.id,
            name=reading.photo.name,
            sha256=sha256,
            page=page,
            pages=pages,
            asked=dict(asked),
            reading=reading.model_dump(mode="json"),
            sheets=[sheet.to_json() for sheet in maps_of(reading)],
            version=1,
            received_at=moment,
            used_at=moment,
            **game.to_json(),
        )
    )
    keep_signs(db, reading, seen)
    record(db, actor.name, Deed.SCAN_MADE, tournament=None, subject=scan, sha256=sha256, asked=dict(asked))
    return scan


def maps_of(reading: Reading) -> list[ScannedMap]:
    """Return the sheets of a reading as they stand before anybody corrects them."""
    return [
        ScannedMap(map_of(sheet), doubts_of(sheet, _reason_of(reading, sheet))) for sheet in reading.sheets
    ]


def _reason_of(reading: Reading, sheet: Sheet) -> Reason | None:
    """Return why the sheet needs a person's eye; its season boxes are a check that nobody asked for."""
    reason = reason_of(reading, sheet)
    return None if reason and reason.code in OF_BOXES else reason


def own_scan(db: Connection, actor: Actor, scan: str) -> ScanRow:
    """Return a scan to its owner.

    Raises:
        NotHereError: There is none, or it is somebody else's.
    """
    wanted = select(scans).where(scans.c.id == scan, scans.c.owner == actor.id)
    row = db.execute(wanted).one_or_none()
    if row is None:
        raise NotHereError("scan")
    return _row(row)


def list_scans(db: Connection, actor: Actor, most: int) -> list[ScanBrief]:
    """Return somebody's last scans, the latest first."""
    columns: list[Column[Any]] = [
        scans.c[name] for name in ("id", "name", "sha256", "page", "sheets", "edicts", "season")
    ]
    wanted = select(*columns, scans.c.solo, scans.c.received_at).where(scans.c.owner == actor.id)
    rows = db.execute(wanted.order_by(scans.c.received_at.desc(), scans.c.id).limit(most))
    return [ScanBrief(**_brief(row)) for row in rows]


def scans_of_player(db: Connection, player: str) -> list[ScanRow]:
    """Return all scans that were made with the keys of a player."""
    theirs = select(keys.c.id).where(keys.c.player_id == player)
    return [_row(row) for row in db.execute(select(scans).where(scans.c.owner.in_(theirs)))]


def all_scans(db: Connection) -> list[ScanRow]:
    """Return everybody's scans, for what is done on the service's own machine."""
    return [_row(row) for row in db.execute(select(scans).order_by(scans.c.id))]


def mark_used(db: Connection, row: ScanRow) -> None:
    """Remember that somebody has looked at a scan today."""
    db.execute(update(scans).where(scans.c.id == row.id).values(used_at=now()))


def _brief(row: Any) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "sha256": row.sha256,
        "page": row.page,
        "sheets": tuple(map(ScannedMap.of_json, row.sheets)),
        "game": GameTold.of_json({"edicts": row.edicts, "season": row.season, "solo": row.solo}),
        "received_at": row.received_at,
    }


def _row(row: Row[Any]) -> ScanRow:
    return ScanRow(
        **_brief(row),
        owner=row.owner,
        pages=row.pages,
        asked=row.asked,
        reading=Reading.model_validate(row.reading),
        version=row.version,
        used_at=row.used_at,
    )
