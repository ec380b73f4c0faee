"""A clock that jumps by hours, forwards and back: nothing is lost or there twice, nobody is shut out."""

import io
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert, select

import service.access.sessions
import service.readingqueue.claims
import service.web.housekeeping
import service.web.idempotency
from service.access.actors import ORGANISER, SINGLE_USER
from service.access.ratelimits import Rates, TooOftenError
from service.access.sessions import find_session, open_session
from service.intake.receive import BatchDetails, Sent, open_batch, receive_files
from service.readingqueue.claims import claim_pages, shared_clock
from service.readingqueue.readingloop import ReadingLoop
from service.setup.settings import Settings
from service.store.blobs import FolderBlobs
from service.store.database import Database
from service.store.events import now
from service.store.tables import pages, readings, tournaments
from service.web.housekeeping import Housekeeper
from service.web.idempotency import Once
from service.work.workforce import Workforce
from tests.service.servers import wait_until
from tests.service.stubs import CLEAR_PHOTO, STUB_WORK

HOURS = timedelta(hours=5)
LEASE = timedelta(seconds=60)
LASTS = timedelta(hours=12)

Jump = Callable[[timedelta], None]


@pytest.fixture(name="jump")
def _jump(monkeypatch: pytest.MonkeyPatch) -> Jump:
    """Let the clock of the service go wrong by so much."""
    wrong = timedelta(0)

    def moved() -> datetime:
        return now() + wrong

    def jump(by: timedelta) -> None:
        nonlocal wrong
        wrong = by

    for module in (
        service.web.idempotency,
        service.access.sessions,
        service.web.housekeeping,
        service.readingqueue.claims,
    ):
        monkeypatch.setattr(module, "now", moved)
    return jump


@pytest.fixture(name="blobs")
def _blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path / "photos")


def send(database: Database, blobs: FolderBlobs, count: int) -> None:
    """Put photos in line."""
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
    sent = [Sent(f"{at}.jpg", io.BytesIO(CLEAR_PHOTO + bytes([at]))) for at in range(count)]
    receive_files(database, blobs, batch, sent)


def test_each_page_is_read_once_however_the_clock_jumps(
    database: Database, blobs: FolderBlobs, jump: Jump
) -> None:
    send(database, blobs, 12)
    with Workforce(1, work=STUB_WORK) as workforce:
        loop = ReadingLoop(database, str(blobs.folder), workforce, "one", lease=LEASE.total_seconds())
        loop.start()
        for done, by in ((1, HOURS), (4, -HOURS), (8, HOURS), (12, timedelta(0))):
            jump(by)
            wait_until(lambda: count_done(database) >= done, f"{done} pages")  # noqa: B023
            loop.wake()
        loop.stop(5)
    with database.read() as db:
        assert db.execute(select(pages.c.attempts)).scalars().all() == [1] * 12
        assert len(set(db.execute(select(readings.c.page_id)).scalars().all())) == 12
        assert len(db.execute(select(readings.c.id)).all()) == 12


def count_done(database: Database) -> int:
    with database.read() as db:
        return len(db.execute(select(pages.c.id).where(pages.c.state == "done")).all())


def test_a_dead_servers_pages_do_not_wait_for_a_clock_that_was_set_back(
    database: Database, blobs: FolderBlobs
) -> None:
    send(database, blobs, 1)

    def claim(owner: str, at: datetime, held: tuple[str, ...] = ()) -> list[str]:
        with database.begin() as db:
            claims = claim_pages(db, owner, 9, at=at, until=at + LEASE, held=held)
        return [claim.page for claim in claims]

    begun = now()
    [page] = claim("one", begun + HOURS)
    assert claim("two", begun + HOURS) == []
    assert claim("one", begun, held=(page,)) == []
    assert claim("two", begun) == [page]


def test_servers_of_one_database_go_by_its_clock(database: Database, jump: Jump) -> None:
    jump(HOURS)
    with database.read() as db:
        ahead = shared_clock(db) - now()
    assert ahead > HOURS / 2 if database.is_sqlite else abs(ahead) < LEASE


@pytest.mark.parametrize("by", [HOURS, -HOURS])
def test_what_a_server_died_over_is_done_by_the_next_whatever_the_clock_says(
    database: Database, jump: Jump, by: timedelta
) -> None:
    def request() -> Once:
        return Once(database, "ann", "key", "POST /", b"{}")

    request().begin()
    jump(by)
    assert request().begin() is None


def test_a_session_outlasts_a_jump_and_no_jump_lengthens_it(database: Database, jump: Jump) -> None:
    with database.begin() as db:
        cookie = open_session(db, ORGANISER, LASTS, None).cookie
    for by in (HOURS, -HOURS, timedelta(0)):  # each look makes it last for twelve hours from then
        jump(by)
        assert find_session(database, cookie, LASTS, None) is not None
    jump(LASTS + HOURS)
    assert find_session(database, cookie, LASTS, None) is None


def test_nobody_is_shut_out_for_the_hours_that_a_clock_was_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    rates, begun = Rates(Settings(upload_rate="2/minute")), time.time()
    monkeypatch.setattr(time, "time", lambda: begun)
    for _ in range(2):
        rates.count("upload_rate", "ann")
    with pytest.raises(TooOftenError):
        rates.count("upload_rate", "ann")
    monkeypatch.setattr(time, "time", lambda: begun - HOURS.total_seconds())
    for _ in range(2):
        rates.count("upload_rate", "ann")
    with pytest.raises(TooOftenError, match=r"Try again in [1-6]?\d seconds"):
        rates.count("upload_rate", "ann")


def test_no_photo_is_deleted_for_its_age_by_a_clock_that_has_jumped(
    database: Database, blobs: FolderBlobs, jump: Jump, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(database, blobs, 3)
    housekeeper = Housekeeper(database, blobs, retention_days=1)
    jump(timedelta(days=40))
    housekeeper.tidy()
    housekeeper.tidy()
    assert len(list(blobs.digests())) == 3

    monkeypatch.setattr(service.web.housekeeping, "SETTLED", 0.0)  # as if a day had passed
    housekeeper.tidy()
    assert list(blobs.digests()) == []
