import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

import pytest
from sqlalchemy import event, func, insert, select, text, update
from sqlalchemy.exc import OperationalError

from service.store.database import Database, DatabaseError, open_database
from service.store.events import EventKind, list_events, record
from service.store.tables import new_id, tournaments

MOMENT = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
CUP = {"name": "Spring Cup", "edicts": ["Greenbough"], "created_at": MOMENT}


def test_the_steps_run_once(database: Database) -> None:
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="a", **CUP))
    database.migrate()
    with database.read() as db:
        assert db.execute(select(tournaments.c.name)).scalars().all() == ["Spring Cup"]


def test_servers_that_start_together_make_the_tables_once(empty_address: str) -> None:
    databases = [open_database(empty_address) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_migrate_alone, [empty_address] * 2))
    assert all(database.is_current() for database in databases)
    for database in databases:
        database.close()


def _migrate_alone(address: str) -> None:
    """Migrate in a process of its own: alembic keeps its context for all threads."""
    code = f"from service.store.database import open_database; open_database({address!r}).migrate()"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nobody_waits_for_ever_for_what_another_holds(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.database.BUSY_SECONDS", 1)
    second = open_database(database.engine.url.render_as_string(hide_password=False))
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="a", **CUP))
    with database.begin() as db:
        db.execute(select(tournaments).with_for_update())
        with pytest.raises(OperationalError, match="lock"):
            _touch_all(second)
    second.close()


def _touch_all(database: Database) -> None:
    with database.begin() as db:
        db.execute(update(tournaments).values(name="Cup"))


def test_a_newer_programs_database_is_not_touched(database: Database) -> None:
    with database.begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = 'later'"))
    with pytest.raises(DatabaseError, match="made by a newer Surveyor"):
        database.migrate()


def test_what_fails_on_the_way_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        _fail_on_the_way(database)
    with database.read() as db:
        assert db.execute(select(tournaments.c.id)).all() == []


def _fail_on_the_way(database: Database) -> None:
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="a", **CUP))
        raise ZeroDivisionError


def test_moments_and_documents_come_back_as_they_were(database: Database) -> None:
    with database.begin() as db:
        db.execute(insert(tournaments).values(id="a", **CUP))
    with database.read() as db:
        row = db.execute(select(tournaments)).one()
    assert (row.created_at, row.edicts, row.solo, row.stage, row.version) == (
        MOMENT,
        ["Greenbough"],
        False,
        "draft",
        1,
    )


def test_events_come_in_their_order_and_by_subject(database: Database) -> None:
    with database.begin() as db:
        record(db, "Ann", EventKind.TOURNAMENT_MADE, tournament="t", subject="t", name="Cup")
        record(db, "Bob", EventKind.SHEET_PLACED, tournament="t", subject="s", player="p")
        record(db, "Bob", EventKind.SHEET_PLACED, tournament="other", subject="s", player="p")
    with database.read() as db:
        everything = list_events(db, "t")
        of_sheet = list_events(db, "t", subject="s")
    assert [(event.actor, event.kind, event.body) for event in everything] == [
        ("Ann", EventKind.TOURNAMENT_MADE, {"name": "Cup"}),
        ("Bob", EventKind.SHEET_PLACED, {"player": "p"}),
    ]
    assert of_sheet == everything[1:]


def test_no_event_is_left_out_however_many_there_are(database: Database) -> None:
    with database.begin() as db:
        for number in range(250):
            record(db, "Ann", EventKind.SHEET_PLACED, tournament="t", subject="s", number=number)
    with database.read() as db:
        assert [event.body["number"] for event in list_events(db, "t", subject="s")] == list(range(250))


def test_identifiers_do_not_repeat() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("no address", "write it as postgresql://"),
        ("mysql://host/name", "databases of the kind mysql are not known"),
    ],
)
def test_other_databases_are_refused(address: str, message: str) -> None:
    with pytest.raises(DatabaseError, match=message):
        open_database(address)


def test_a_database_that_is_not_there_is_reported_without_its_password() -> None:
    database = open_database("postgresql://ann:secret@127.0.0.1:1/none")
    with pytest.raises(DatabaseError, match=r"127\.0\.0\.1:1/none cannot be used") as raised:
        database.migrate()
    assert "secret" not in str(raised.value)


def test_a_new_database_is_its_owners_alone(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'surveyor.db'}")
    with database.begin() as db:
        db.exec_driver_sql("CREATE TABLE a (b)")

    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    database.close()


def test_no_identifier_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-bcdefghijklmnop", "-xcdefghijklmnop", "a-cdefghijklmnop"])
    monkeypatch.setattr("service.store.tables.secrets.token_urlsafe", lambda _: next(drawn))

    assert new_id() == "a-cdefghijklmnop"


def test_writers_of_one_process_wait_for_each_other_however_little_sqlite_does(tmp_path: Path) -> None:
    database = open_database(f"sqlite:///{tmp_path / 'surveyor.db'}")
    event.listen(database.engine, "connect", _wait_not)
    database.migrate()

    def write(name: str) -> None:
        with database.begin() as db:
            db.execute(insert(tournaments).values(id=name, **CUP))
            sleep(0.01)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, "abcdefgh"))
    with database.read() as db:
        assert db.execute(select(func.count()).select_from(tournaments)).scalar_one() == 8
    database.close()


def _wait_not(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA busy_timeout = 0")


def test_who_waits_in_vain_for_another_writer_of_the_process_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.database.BUSY_SECONDS", 0.1)
    database = open_database(f"sqlite:///{tmp_path / 'surveyor.db'}")
    database.migrate()
    with database.begin(), pytest.raises(OperationalError, match="lock"), database.begin():
        pass
    with database.begin() as db:
        assert db.execute(select(tournaments.c.id)).all() == []
    database.close()
