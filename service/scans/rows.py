"""Scans as they are stored: a photo, its reading, and what its owner says of the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, update

from engine import Edict, Season, find_edict
from engine.certainty import SURE
from engine.scoring import EDICT_LETTERS
from service.access.actors import Actor
from service.documents import Reading, Reason, Sheet
from service.documents.conditions import check_version
from service.documents.errors import NotHereError
from service.documents.readings import NO_PICTURE
from service.readings.hints import Hints
from service.scans.reading import ScannedPhoto
from service.scores.certainty import Subject
from service.sheets.asread import reason_of
from service.sheets.doubts import doubts_of
from service.sheets.rows import KeptSheet, MapInForce, sheets_of_scans
from service.sheets.storing import keep_sheets_of_scan
from service.store.events import EventKind, now, record
from service.store.probabilities import keep_probabilities
from service.store.tables import Record, keys, scans


@dataclass(frozen=True, slots=True)
class StatedGame:
    """The facts of the game that the owner of a scan gave."""

    edicts: tuple[str | None, ...] = (None,) * len(EDICT_LETTERS)
    """The names in the places A B C D; None where unknown."""
    season: Season | None = None
    """The season that the sheet ends; None: not known."""
    solo: bool = False

    @property
    def known(self) -> tuple[Edict | None, ...]:
        """The edicts themselves."""
        return tuple(find_edict(name) if name else None for name in self.edicts)

    @property
    def lacking(self) -> tuple[str, ...]:
        """The places of unknown edicts that the score needs; without a season it needs all four."""
        counted = self.season.letters if self.season else EDICT_LETTERS
        return tuple(letter for letter in self.empty if letter in counted)

    @property
    def empty(self) -> tuple[str, ...]:
        """The places of unknown edicts; cards are chosen in this order."""
        places = zip(EDICT_LETTERS, self.edicts, strict=True)
        return tuple(letter for letter, name in places if not name)

    @property
    def is_known(self) -> bool:
        """Whether the season is known, with its edicts, so that there is a score."""
        return self.season is not None and not self.lacking

    def to_json(self) -> dict[str, object]:
        """Return what is stored, by the names of the columns."""
        return {
            "edicts": list(self.edicts),
            "season": self.season.value if self.season else None,
            "solo": self.solo,
        }

    @classmethod
    def of_row(cls, row: Record) -> "StatedGame":
        """Return what was stated, by the row of a scan."""
        return cls(tuple(row.edicts), Season(row.season) if row.season else None, row.solo)


@dataclass(frozen=True, slots=True)
class ScanBrief:
    """A scan in a list."""

    id: str
    name: str
    sha256: str
    page: int | None
    sheets: tuple[KeptSheet, ...]
    game: StatedGame
    received_at: datetime
    has_picture: bool
    """Whether there is a picture to look at: the photo could be decoded."""


@dataclass(frozen=True, slots=True)
class ScanRow(ScanBrief):
    """A scan, all of it."""

    owner: str
    pages: int
    hints: Hints
    reading: Reading
    version: int
    used_at: datetime


def id_of_sent(actor: Actor, once: str) -> str:
    """Return the identifier of the scan of a photo that is sent once, however often its answer is lost.

    `once` is a text that the sender drew for it.
    """
    return f"s{sha256(f'{actor.id} {once}'.encode()).hexdigest()[:23]}"


def has_scan(db: Connection, actor: Actor, scan: str) -> bool:
    """Whether there is such a scan of theirs."""
    wanted = select(scans.c.id).where(scans.c.id == scan, scans.c.owner == actor.id)
    return db.execute(wanted).one_or_none() is not None


def add_scan(
    db: Connection, actor: Actor, scan: str, read: ScannedPhoto, sha256: str, hints: Hints, game: StatedGame
) -> None:
    """Add a scan with this identifier, whose photo is stored in the same transaction."""
    reading, moment, asked = read.reading, now(), hints.to_json()
    db.execute(
        insert(scans).values(
            id=scan,
            owner=actor.id,
            name=reading.photo.name,
            sha256=sha256,
            page=read.page,
            pages=read.pages,
            asked=asked,
            reading=reading.model_dump(mode="json"),
            version=1,
            received_at=moment,
            used_at=moment,
            **game.to_json(),
        )
    )
    keep_probabilities(db, reading, read.seen)
    keep_sheets_of_scan(db, scan, sheets_as_read(reading))
    record(db, actor.name, EventKind.SCAN_MADE, tournament=None, subject=scan, sha256=sha256, asked=asked)


def sheets_as_read(reading: Reading) -> list[MapInForce]:
    """Return the sheets of a reading before any correction."""
    return [
        MapInForce(sheet.map, doubts_of(sheet, reason_in_scan(reading, sheet)))
        for sheet in without_unsure_coins(reading).sheets
    ]


def without_unsure_coins(reading: Reading) -> Reading:
    """Return the reading without the counts of coins that are less sure than a total should be.

    The likeliest is counted all the same, and asked about until the owner says a number.
    """
    sheets = tuple(
        sheet if sheet.coins_confidence >= SURE else sheet.model_copy(update={"coins": None})
        for sheet in reading.sheets
    )
    return reading.model_copy(update={"sheets": sheets})


def reason_in_scan(reading: Reading, sheet: Sheet) -> Reason | None:
    """Return why the sheet needs a person's eye; doubts about season boxes do not count here."""
    reason = reason_of(reading, sheet)
    return None if reason and Subject.of(reason) is Subject.BOXES else reason


def own_scan(db: Connection, actor: Actor, scan: str) -> ScanRow:
    """Return a scan to its owner.

    Raises:
        NotHereError: There is none, or it is somebody else's.
    """
    wanted = select(scans).where(scans.c.id == scan, scans.c.owner == actor.id)
    row = db.execute(wanted).one_or_none()
    if row is None:
        raise NotHereError("scan")
    return _rows(db, [row])[0]


def seen_scan(db: Connection, actor: Actor, scan: str, version: int) -> ScanRow:
    """Return a scan to its owner, who changes it as they saw it.

    Raises:
        NotHereError: There is none, or it is somebody else's.
        StaleError: It has another version by now.
    """
    found = own_scan(db, actor, scan)
    check_version(found.version, [version], "scan")
    return found


def list_scans(db: Connection, actor: Actor, most: int) -> list[ScanBrief]:
    """Return the last scans of a user, the latest first."""
    names = ("id", "name", "sha256", "page", "edicts", "season", "solo", "received_at")
    reason = scans.c.reading[("reason", "code")].as_string().label("reason")
    before = scans.c.reading[("reasons", 0, "code")].as_string().label("before")
    columns: list[ColumnElement[Any]] = [*(scans.c[name] for name in names), reason, before]
    wanted = select(*columns).where(scans.c.owner == actor.id)
    rows = db.execute(wanted.order_by(scans.c.received_at.desc(), scans.c.id).limit(most)).all()
    found = sheets_of_scans(db, [row.id for row in rows])
    return [
        ScanBrief(**_brief(row, found[row.id]), has_picture=not NO_PICTURE & {row.reason, row.before})
        for row in rows
    ]


def scans_of_player(db: Connection, player: str) -> list[ScanRow]:
    """Return all scans that were made with the keys of a player."""
    theirs = select(keys.c.id).where(keys.c.player_id == player)
    return _rows(db, db.execute(select(scans).where(scans.c.owner.in_(theirs))).all())


def all_scans(db: Connection) -> list[ScanRow]:
    """Return the scans of all users."""
    return _rows(db, db.execute(select(scans).order_by(scans.c.id)).all())


def mark_used(db: Connection, row: ScanRow) -> None:
    """Record that somebody has looked at a scan today."""
    db.execute(update(scans).where(scans.c.id == row.id).values(used_at=now()))


def _brief(row: Record, sheets: tuple[KeptSheet, ...]) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "sha256": row.sha256,
        "page": row.page,
        "sheets": sheets,
        "game": StatedGame.of_row(row),
        "received_at": row.received_at,
    }


def _rows(db: Connection, rows: Sequence[Record]) -> list[ScanRow]:
    found = sheets_of_scans(db, [row.id for row in rows])
    readings = [Reading.model_validate(row.reading) for row in rows]
    return [
        ScanRow(
            **_brief(row, found[row.id]),
            has_picture=reading.has_picture,
            owner=row.owner,
            pages=row.pages,
            hints=Hints.of_json(row.asked),
            reading=reading,
            version=row.version,
            used_at=row.used_at,
        )
        for row, reading in zip(rows, readings, strict=True)
    ]
