"""Who reads which page, for how long."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep

import pytest
from sqlalchemy import insert, select, update

from service.access.actors import SINGLE_USER
from service.documents import Reason
from service.intake.receive import BatchDetails, Sent, open_batch, receive_files
from service.readingqueue.claims import (
    MOST_ALONE,
    begin_alone,
    claim_pages,
    release_all_claims,
    renew_claims,
)
from service.readingqueue.readingloop import ReadingLoop
from service.store.blobs import MISSING, FolderBlobs
from service.store.database import Database
from service.store.events import now
from service.store.tables import pages, tournaments
from service.work.tasks import PageResult, PageTask
from service.work.workforce import SharedLock, Work, Workforce
from tests.service.stubs import CLEAR_PHOTO, STUB_WORK, get_stub_ready

LEASE = timedelta(seconds=60)


@pytest.fixture(name="begun")
def _begun(database: Database, tmp_path: Path) -> datetime:
    """Put two pages in line; return the moment."""
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
        batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
    sent = [Sent(f"{number}.jpg", BytesIO(CLEAR_PHOTO + bytes([number]))) for number in range(2)]
    receive_files(database, FolderBlobs(tmp_path / "photos"), batch, sent)
    return now()


def claim(database: Database, owner: str, at: datetime) -> list[str]:
    with database.begin() as db:
        return [claim.name for claim in claim_pages(db, owner, 9, at=at, until=at + LEASE)]


def test_what_one_has_claimed_no_other_gets_before_it_runs_out(database: Database, begun: datetime) -> None:
    assert claim(database, "one", begun) == ["0.jpg", "1.jpg"]
    assert claim(database, "other", begun + LEASE) == []
    assert claim(database, "other", begun + 2 * LEASE) == ["0.jpg", "1.jpg"]


def test_what_a_server_claimed_without_learning_of_it_runs_out(database: Database, begun: datetime) -> None:
    with database.begin() as db:
        learned, _ = claim_pages(db, "one", 9, at=begun, until=begun + LEASE)
    with database.begin() as db:
        renew_claims(db, "one", [learned.page], begun + 3 * LEASE)

    assert claim(database, "one", begun + 2 * LEASE) == ["1.jpg"]


def test_a_photo_that_only_another_server_has_is_left_to_that_server(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    with Workforce(1, work=STUB_WORK) as workforce:
        stranger = ReadingLoop(database, str(tmp_path / "elsewhere"), workforce, "stranger")
        stranger.start()
        while not tried(database):
            sleep(0.02)
        owner = ReadingLoop(database, str(tmp_path / "photos"), workforce, "owner")
        owner.start()
        while {state for state, _ in states(database)} != {"done"}:
            sleep(0.02)
        for loop in (stranger, owner):
            loop.stop(1.0)

    assert states(database) == [("done", None), ("done", None)]


def test_a_photo_that_was_missed_is_read_when_it_is_sent_again(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    lost = {"state": "done", "rejection": Reason.of(MISSING).model_dump(mode="json"), "done_at": begun}
    with database.begin() as db:
        db.execute(update(pages).values(lost))
        batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
    again = [Sent("again.jpg", BytesIO(CLEAR_PHOTO + bytes([1])))]
    receive_files(database, FolderBlobs(tmp_path / "photos"), batch, again)

    assert sorted(states(database)) == [("done", "photo_missing"), ("waiting", None)]


def test_photos_that_were_merely_claimed_are_not_blamed_for_the_deaths_of_servers(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    for death in range(7):
        assert len(claim(database, f"server {death}", begun + 2 * death * LEASE)) == 2

    read_all(database, tmp_path, MemoryOfTurns())

    assert states(database) == [("done", None), ("done", None)]


def test_what_a_server_died_over_is_read_alone(database: Database, begun: datetime, tmp_path: Path) -> None:
    claim(database, "dead", begun - 2 * LEASE)
    turns = MemoryOfTurns()

    read_all(database, tmp_path, turns)

    assert turns.taken == [True, True]
    with database.read() as db:
        assert db.execute(select(pages.c.begun_alone)).scalars().all() == [0, 0]


def test_a_photo_that_killed_servers_that_read_nothing_else_is_rejected(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    for death in range(MOST_ALONE + 1):
        at = begun - 2 * (MOST_ALONE + 1 - death) * LEASE
        with database.begin() as db:
            first, _ = claim_pages(db, f"server {death}", 9, at=at, until=at + LEASE)
            if death > 0:
                begin_alone(db, first)

    read_all(database, tmp_path, MemoryOfTurns())

    assert sorted(states(database), key=str) == [("done", "reader_died"), ("done", None)]


def test_a_server_that_stops_in_peace_blames_nobody(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    claim(database, "dead", begun - 2 * LEASE)
    with Workforce(1, work=Work(STUB_WORK.count, read_forever, get_stub_ready)) as workforce:
        loop = ReadingLoop(database, str(tmp_path / "photos"), workforce, "slow")
        loop.start()
        while not begun_alone(database):
            sleep(0.02)
        loop.stop(0.1)

    assert not begun_alone(database)
    assert {state for state, _ in states(database)} == {"waiting"}


def test_a_page_is_begun_when_its_worker_is_ready(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    """A server that is killed while it starts says nothing about the page that it would have read first."""
    claim(database, "dead", begun - 2 * LEASE)
    with Workforce(1, work=replace(STUB_WORK, get_ready=start_forever)) as workforce:
        loop = ReadingLoop(database, str(tmp_path / "photos"), workforce, "slow")
        loop.start()
        while workforce._free.qsize():  # until the worker has the page
            sleep(0.02)
        sleep(0.3)
        assert not begun_alone(database)
        loop.stop(0.1)


def test_who_sends_many_photos_makes_nobody_wait_but_themselves(database: Database, tmp_path: Path) -> None:
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="cup", name="Cup", edicts=[], created_at=now()))
    for sender, names in (("Ann", "abcd"), ("Bob", "x"), ("Ann", "e")):
        with database.begin() as db:
            batch = open_batch(db, replace(SINGLE_USER, name=sender), "cup", BatchDetails())
        sent = [Sent(name, BytesIO(CLEAR_PHOTO + name.encode())) for name in names]
        receive_files(database, FolderBlobs(tmp_path / "photos"), batch, sent)

    assert claim(database, "server", now()) == ["a", "x", "b", "c", "d", "e"]


def test_a_server_claims_more_once_no_more_than_its_workers_have_is_left(
    database: Database, begun: datetime, tmp_path: Path
) -> None:
    """Until then each page that is done would cost a transaction, in which others wait to write."""
    blobs, claimed = FolderBlobs(tmp_path / "photos"), []
    with Workforce(2, work=Work(STUB_WORK.count, read_forever, get_stub_ready)) as workforce:
        loop = ReadingLoop(database, str(blobs.folder), workforce, "busy")
        for names in ("", "a", "bcd"):  # beside the two that wait
            with database.begin() as db:
                batch = open_batch(db, SINGLE_USER, "cup", BatchDetails())
            receive_files(
                database, blobs, batch, [Sent(name, BytesIO(CLEAR_PHOTO + name.encode())) for name in names]
            )
            loop._turn()
            claimed.append(len(loop._held))

    assert claimed == [2, 3, 3]


class MemoryOfTurns(SharedLock):
    """Notes who worked alone."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[bool] = []

    @contextmanager
    def take(self, *, alone: bool) -> Iterator[None]:
        self.taken.append(alone)
        with super().take(alone=alone):
            yield


def start_forever() -> None:
    sleep(1000)


def read_forever(task: PageTask) -> PageResult:
    sleep(1000)
    raise AssertionError


def read_all(database: Database, folder: Path, turns: SharedLock) -> None:
    with Workforce(2, work=STUB_WORK) as workforce:
        workforce._turns = turns
        loop = ReadingLoop(database, str(folder / "photos"), workforce, "last")
        with database.begin() as db:
            release_all_claims(db)
        loop.start()
        until = monotonic() + 60
        while {state for state, _ in states(database)} != {"done"}:
            assert monotonic() < until
            sleep(0.02)
        loop.stop(1.0)


def begun_alone(database: Database) -> bool:
    with database.read() as db:
        return db.execute(select(pages.c.id).where(pages.c.begun_alone > 0)).first() is not None


def tried(database: Database) -> bool:
    """Tell whether a page was looked at in vain, and is free again."""
    with database.read() as db:
        given_back = pages.c.state == "waiting", pages.c.attempts > 0
        return db.execute(select(pages.c.id).where(*given_back)).first() is not None


def states(database: Database) -> list[tuple[str, str | None]]:
    with database.read() as db:
        rows = db.execute(select(pages.c.state, pages.c.rejection)).all()
    return [(row.state, row.rejection["code"] if row.rejection else None) for row in rows]
