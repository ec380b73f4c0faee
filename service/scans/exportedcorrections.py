"""Exports the corrections of a service to a store, from which the networks learn.

The store is made to agree with the service: what is new is added, each once, and what was taken back, set
aside, deleted or erased since is taken out. Whose pencil it is stands there as the player's identifier.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection, select

from engine import Side, Square, Terrain
from service.access.actors import Role
from service.readings.correctionrecords import (
    ReadSheet,
    Speaker,
    lattice_of,
    records_of,
    with_rest_confirmed,
)
from service.readings.pictures import open_page
from service.readings.storedhandwriting import SheetKey, sheet_key
from service.scans.rows import all_scans
from service.sheets.asread import reading_of
from service.sheets.changesinforce import corrections_in_force, corrections_of_scan
from service.sheets.documents import SheetCorrection
from service.sheets.rows import State, list_sheets
from service.store.blobs import BlobMissingError, Blobs
from service.store.database import Database
from service.store.events import Event, EventKind
from service.store.photos import is_referred_to
from service.store.tables import events, photos, tournaments
from vision import VisionError
from vision.corrections import Correction, CorrectionStore
from vision.read.cells import rectify

STAFF = "staff"  # who said so where the log does not tell the role
SPEAKERS = frozenset({STAFF, *(role.value for role in Role)})
Key = tuple[SheetKey, Square, Terrain, str, str | None, str | None]
"""The fields that together identify a record."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The corrections of one sheet."""

    place: SheetKey
    read: ReadSheet
    said: Mapping[Key, tuple[Square, Terrain, Speaker]]
    """Each square once, by who spoke last of it."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The result of an export."""

    added: int
    """Squares."""
    taken_out: int
    """Squares whose correction was undone, or whose sheet was deleted."""
    sheets: int
    """On which something was added."""
    without_photo: int
    """Sheets without additions because their photo has been deleted."""


def export_corrections(database: Database, blobs: Blobs, store: CorrectionStore) -> Exported:
    """Make a store agree with the corrections of all sheets of a service.

    Raises:
        OSError: The store cannot be written to.
    """
    with database.read() as db:
        lessons = [*_of_tournaments(db), *_of_scans(db)]
        erased = _erased_players(db)
    current = {key for lesson in lessons for key in lesson.said}
    places = {lesson.place for lesson in lessons}
    with database.read() as db:
        gone = _deleted_photos(db, {record.photo for record in store.read()[0]})

    def is_unwanted(record: Correction) -> bool:
        if record.by not in SPEAKERS:
            return False
        if record.writer in erased or record.photo in gone:
            return True
        return sheet_key(record) in places and _key_of(record) not in current

    taken_out = store.take_out(is_unwanted)
    known = {_key_of(record) for record in store.read()[0]}
    added, without_photo = [], 0
    for lesson in lessons:
        new = [each for key, each in lesson.said.items() if key not in known]
        if not new:
            continue
        if _add(lesson, new, blobs, store):
            added.append(len(new))
        else:
            without_photo += 1
    return Exported(sum(added), taken_out, len(added), without_photo)


def _of_tournaments(db: Connection) -> Iterator[Lesson]:
    for tournament in db.execute(select(tournaments.c.id).order_by(tournaments.c.id)).scalars().all():
        for row in list_sheets(db, tournament):
            reading = reading_of(db, row.page)
            if reading.is_by_hand:
                continue
            read = ReadSheet(reading, row.number)
            said = [] if row.state == State.DISMISSED else corrections_in_force(db, row.tournament, row.id)
            yield _lesson(read, row.sha256, row.player, row.map.side, said)


def _of_scans(db: Connection) -> Iterator[Lesson]:
    for scan in all_scans(db):
        if scan.reading.is_by_hand:
            continue
        said = corrections_of_scan(db, scan.id)
        for number, sheet in enumerate(scan.sheets):
            own = [event for event in said if event.body["sheet"] == number]
            side = sheet.map.side
            yield _lesson(ReadSheet(scan.reading, number), scan.sha256, None, side, own)


def _lesson(read: ReadSheet, sha256: str, writer: str | None, side: Side, said: Iterable[Event]) -> Lesson:
    """Gather the last correction of each square of a sheet, with its author."""
    sheets = list(read.reading.sheets)
    sheets[read.number] = read.sheet.model_copy(update={"side": side})  # as a person may have said
    of_side = replace(read, reading=read.reading.model_copy(update={"sheets": tuple(sheets)}))
    squares: dict[Square, tuple[Terrain, Speaker]] = {}
    for event in said:
        correction = SheetCorrection.model_validate(event.body["correction"])
        who = Speaker(event.at.isoformat(), writer, event.body.get("role", STAFF))
        named = {Square(*each.square): each.terrain for each in correction.squares}
        answered = with_rest_confirmed(of_side, named) if correction.confirm else named
        for square, terrain in answered.items():
            if square in named or square not in squares:
                squares[square] = (terrain, who)
    place = (sha256, read.reading.photo.page, read.number)
    told = {
        (place, square, terrain, who.when, who.writer, who.by): (square, terrain, who)
        for square, (terrain, who) in squares.items()
    }
    return Lesson(place, of_side, told)


def _add(
    lesson: Lesson, new: Iterable[tuple[Square, Terrain, Speaker]], blobs: Blobs, store: CorrectionStore
) -> bool:
    """Add new corrections of a sheet; tell whether its photo is still stored."""
    sha256, page, _ = lesson.place
    try:
        image = open_page(blobs.get(sha256), page).image()
    except (BlobMissingError, VisionError):
        return False
    picture = rectify(image, lattice_of(lesson.read.sheet))
    by_speaker: dict[Speaker, dict[Square, Terrain]] = {}
    for square, terrain, speaker in new:
        by_speaker.setdefault(speaker, {})[square] = terrain
    made = [records_of(lesson.read, picture, said, speaker) for speaker, said in by_speaker.items()]
    records = [replace(record, photo=sha256) for some, _ in made for record in some]
    store.add(records, [png for _, pngs in made for png in pngs])
    return True


def _erased_players(db: Connection) -> frozenset[str]:
    erased = select(events.c.subject_id).where(events.c.kind == EventKind.PLAYER_ERASED)
    return frozenset(db.execute(erased).scalars())


def _deleted_photos(db: Connection, known: Iterable[str]) -> frozenset[str]:
    """Return those of some photos that were deleted, and to which nothing refers."""
    deleted = set(db.execute(select(photos.c.sha256).where(photos.c.deleted_at.is_not(None))).scalars())
    return frozenset(sha256 for sha256 in deleted.intersection(known) if not is_referred_to(db, sha256))


def _key_of(record: Correction) -> Key:
    return sheet_key(record), record.square, record.said, record.when, record.writer, record.by
