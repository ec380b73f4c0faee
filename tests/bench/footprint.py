"""What a sheet costs the service: seconds of a processor, bytes, rows, transactions; all measured."""

import io
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from sqlalchemy import event, func, insert, select, text

from service.access.actors import SINGLE_USER
from service.documents import Reading
from service.intake.receive import BatchDetails, Sent, open_batch, receive_files
from service.readingqueue.claims import claim_pages, shared_clock
from service.readingqueue.newreadings import settle_page
from service.readingqueue.readingloop import LEASE
from service.store.blobs import FolderBlobs
from service.store.database import Database, open_database
from service.store.events import now
from service.store.tables import metadata, tournaments
from service.work.processlimits import prepare
from service.work.sources import BytesSource
from service.work.tasks import PageResult, PageTask, load_reader, read_page
from tests.bench.photos import PHOTOS, new_photos

SHEETS = 200


@dataclass(frozen=True, slots=True)
class Footprint:
    """What one sheet costs."""

    seconds: tuple[float, ...]
    """Of a processor, for the reading of each sample photo."""
    photo_bytes: float
    """Of a sample photo."""
    row_bytes: float
    """In the database, with its indexes."""
    rows: Mapping[str, float]
    """By table."""
    transactions: float
    """That write."""
    row_seconds: float
    """Of a processor, for receiving, claiming and settling it, without HTTP."""

    @property
    def events(self) -> float:
        """Lines in the log."""
        return self.rows.get("events", 0.0)


def measure() -> Footprint:
    """Read the sample photos here, and take many of them through the tables of an embedded database."""
    prepare()
    load_reader().load()
    read_page(PageTask(BytesSource(PHOTOS[0]), "warm.jpg"))
    seconds, results = zip(*(_read(photo) for photo in PHOTOS), strict=True)
    with TemporaryDirectory(prefix="surveyor-footprint-") as folder:
        database = open_database(f"sqlite:///{folder}/surveyor.db")
        database.migrate()
        empty, before = _size(database), _count(database)
        began = time.process_time()
        transactions = _take_through(database, Path(folder) / "photos", results)
        row_seconds = (time.process_time() - began) / SHEETS
        row_bytes, rows = (_size(database) - empty) / SHEETS, _count(database)
        database.close()
    per_sheet = {name: (rows[name] - before[name]) / SHEETS for name in rows if rows[name] > before[name] + 1}
    return Footprint(seconds, mean(map(len, PHOTOS)), row_bytes, per_sheet, transactions, row_seconds)


def _read(photo: bytes) -> tuple[float, PageResult]:
    began = time.process_time()
    read = read_page(PageTask(BytesSource(photo), "photo.jpg"))
    return time.process_time() - began, read


def _of_photo(reading: Reading, sha256: str) -> Reading:
    """Return a reading as if it were of another photo."""
    return reading.model_copy(update={"photo": reading.photo.model_copy(update={"sha256": sha256})})


def _take_through(database: Database, folder: Path, results: tuple[PageResult, ...]) -> float:
    """Send each photo alone, claim it, and keep its reading; return the transactions of each."""
    blobs, committed = FolderBlobs(folder), [0]
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))

    def count(_: object) -> None:
        committed[0] += 1

    event.listen(database.engine, "commit", count)
    for at, photo in enumerate(new_photos(SHEETS)):
        with database.begin() as db:
            batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
        receive_files(database, blobs, batch, [Sent(f"{at}.jpg", io.BytesIO(photo))])
        with database.begin() as db:
            moment = shared_clock(db)
            [claim] = claim_pages(db, "bench", 1, at=moment, until=moment + timedelta(seconds=LEASE))
        with database.begin() as db:
            read = results[at % len(results)]
            reading = _of_photo(read.reading, claim.sha256)
            assert settle_page(db, claim, reading, read.seen)
    return committed[0] / SHEETS


def _count(database: Database) -> dict[str, int]:
    with database.read() as db:
        return {
            table.name: db.execute(select(func.count()).select_from(table)).scalar_one()
            for table in metadata.sorted_tables
        }


def _size(database: Database) -> float:
    with database.read() as db:
        pages = db.execute(text("PRAGMA page_count")).scalar_one()
        free = db.execute(text("PRAGMA freelist_count")).scalar_one()
        size = db.execute(text("PRAGMA page_size")).scalar_one()
    return float((pages - free) * size)
