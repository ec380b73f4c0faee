"""Nothing is lost and nothing counted twice, whoever dies on the way."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import select

from service.store.tables import pages
from tests.extent import in_test_all, or_all
from tests.service.cups import Cup, looking_into
from tests.service.faults.forked import ForkedServer
from tests.service.faults.invariants import Promises, what_is_wrong
from tests.service.postgres import Postgres, make_database, run_postgres
from tests.service.seeded import (
    ALL_SEEN,
    NO_PHOTO,
    File,
    Sending,
    named,
    placings,
    sendings,
)
from tests.service.servers import Notes, Server, kill_reader, wait_until

LEASE = 2  # seconds after which a dead server's pages are taken up
SERVER, READER = "server", "reader"
KILLED = dict(
    or_all(
        [(15, READER), (40, SERVER), (65, READER)],
        [(15, READER), (40, READER), (60, SERVER), (85, READER), (110, READER), (135, SERVER), (165, READER)],
    )
)
"""Who is killed once so many pages were read."""


@pytest.fixture(name="notes")
def _notes(tmp_path: Path) -> Notes:
    return Notes(tmp_path / "notes")


@pytest.fixture(name="address", params=or_all(["sqlite"], ["sqlite", "postgresql"]))
def _address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'surveyor.db'}"
    return make_database(request.getfixturevalue("postgres"), uuid4().hex)


@pytest.fixture(name="server")
def _server(tmp_path: Path, notes: Notes, address: str) -> Iterator[Server]:
    server = ForkedServer(tmp_path, notes, address, lease_seconds=LEASE).start()
    yield server
    server.kill()


def test_a_tournament_survives_whoever_dies(
    server: Server, notes: Notes, address: str, tmp_path: Path
) -> None:
    cup, sent = Cup(address, server), sendings()
    with ThreadPoolExecutor(1) as aside:
        sending = aside.submit(cup.send_all, sent, notes)
        for read, who in KILLED.items():
            wait_until(lambda: sending.done() or notes.ended() >= read, f"{read} pages read")  # noqa: B023
            if who is READER:
                kill_reader(server, notes)
            else:
                server.kill()
                server.start()
        answers = sending.result()
    wait_until(cup.is_done, "the last page")

    files = cup.files()
    assert Counter((row["name"], row["state"]) for row in files) == expected_states(sent)
    assert {row["id"] for row in files} == {file["id"] for answer in answers for file in answer["files"]}
    assert_nothing_is_wrong(address, tmp_path, answers)
    assert placed_sheets(cup) == Counter((seen.player, seen.round, seen.season) for seen in ALL_SEEN)
    assert standings(cup) == expected_standings()


def expected_states(sent: list[Sending]) -> Counter[tuple[str, str]]:
    return Counter((file.name, file.state) for sending in sent for file in sending.files)


def expected_standings() -> list[tuple[Any, ...]]:
    doubtful = {seen.player for seen in ALL_SEEN if seen.is_doubtful}
    return [
        (
            placing.rank,
            placing.shared,
            placing.result.player,
            placing.result.total,
            placing.result.lost_to_monsters,
            "provisional" if placing.result.player in doubtful else "settled",
        )
        for placing in placings()
    ]


def standings(cup: Cup, at: int = 0) -> list[tuple[Any, ...]]:
    fields = ("rank", "shared", "player", "total", "lost_to_monsters", "state")
    return [tuple(row[key] for key in fields) for row in cup.get("standings", at)["ranking"]["placings"]]


def placed_sheets(cup: Cup) -> Counter[tuple[Any, ...]]:
    """Return how many sheets lie in each place."""
    names = {id: name for name, id in cup.players.items()}
    numbers = {id: number for number, id in cup.rounds.items()}
    return Counter(
        (names.get(sheet["player"]), numbers.get(sheet["round"]), sheet["season"]) for sheet in cup.sheets()
    )


def assert_nothing_is_wrong(address: str, folder: Path, answers: list[dict[str, Any]]) -> None:
    """All that was acknowledged is there, once, and nothing else."""
    data = folder / "data"
    assert what_is_wrong(address, str(data / "photos"), Promises(answers), data) == []


def some_sheets(count: int) -> list[Sending]:
    """Return photos of some sheets, each sent alone."""
    return [
        Sending((named(seen),), {}, 1) for seen in [sheet for sheet in ALL_SEEN if not sheet.coded][:count]
    ]


@pytest.fixture(name="started")
def _started(tmp_path: Path, notes: Notes, address: str) -> Iterator[Server]:
    """Start a server as its command does, with a session of its own."""
    server = Server(tmp_path, notes, address, lease_seconds=LEASE).start()
    yield server
    server.kill()


def test_who_is_asked_to_stop_finishes_what_is_under_way(started: Server, notes: Notes, address: str) -> None:
    cup = Cup(address, started)
    with cup.client() as web:
        for sending in some_sheets(30):
            cup.send(web, sending)
    wait_until(lambda: notes.ended() >= 5, "a few pages")
    assert started.stop() == 0
    wait_until(started.has_left_nobody, "the end of its processes")

    with looking_into(address) as db:
        states = Counter(db.execute(select(pages.c.state)).scalars())
    assert states["claimed"] == 0
    assert states["done"] == notes.ended() == len(notes.begun())
    started.start()
    wait_until(cup.is_done, "the last page")
    assert Counter(notes.begun()).most_common(1)[0][1] == 1
    assert len(notes.begun()) == 30


@in_test_all
def test_two_servers_share_the_work_and_tell_the_same(notes: Notes, postgres: str, tmp_path: Path) -> None:
    address = make_database(postgres, uuid4().hex)
    both = [Server(tmp_path, notes, address) for _ in range(2)]
    try:
        for server in both:
            server.start()
        cup = Cup(address, *both)
        answers = cup.send_all(sendings(), notes)
        wait_until(cup.is_done, "the last page")
        assert standings(cup, 0) == standings(cup, 1) == expected_standings()
        assert Counter(notes.begun()).most_common(1)[0][1] == 1
        assert {server for _, server, *_ in notes.lines()} == {server.pid for server in both}
        assert_nothing_is_wrong(address, tmp_path, answers)
    finally:
        for server in both:
            server.kill()


def test_an_upload_that_a_server_dies_over_goes_on_where_it_was(
    server: Server, notes: Notes, address: str, tmp_path: Path
) -> None:
    cup, place = Cup(address, server), tmp_path / "data" / "photos"
    packed = tuple(named(seen) for seen in ALL_SEEN[:48])
    no_photos = tuple(File(f"words {number}.txt", NO_PHOTO, "rejected") for number in range(2))
    with ThreadPoolExecutor(1) as aside, cup.client() as web:
        sending = aside.submit(cup.send, web, Sending((*no_photos, *packed), zipped=True))
        wait_until(lambda: len(list(place.glob("??/*"))) >= 20, "some photos")
        server.kill()
        assert not sending.done()
        server.start()
        answer = sending.result()
    wait_until(cup.is_done, "the last page")
    assert [file["name"] for file in answer["files"]] == [file.name for file in (*no_photos, *packed)]
    assert [row["id"] for row in cup.files()] == [file["id"] for file in answer["files"]]
    assert_nothing_is_wrong(address, tmp_path, [answer])


@pytest.fixture(name="fragile")
def _fragile() -> Iterator[Postgres]:
    """Serve a PostgreSQL that no other test uses."""
    with run_postgres() as server:
        yield server


@in_test_all
def test_a_database_that_goes_away_is_waited_for(fragile: Postgres, notes: Notes, tmp_path: Path) -> None:
    address = make_database(fragile.address, "cup")
    server = ForkedServer(tmp_path, notes, address, lease_seconds=LEASE).start()
    try:
        cup, sent, place = Cup(address, server), some_sheets(80), tmp_path / "data" / "photos"
        packed = tuple(named(seen) for seen in ALL_SEEN[-80:] if not seen.coded and seen.round == 2)
        with ThreadPoolExecutor(2) as aside, cup.client() as web:
            answers = cup.send_all(sent[:30], notes)  # the last of them are not read yet
            before = len(list(place.glob("??/*")))
            in_the_middle = aside.submit(cup.send, web, Sending(packed, zipped=True))
            wait_until(lambda: len(list(place.glob("??/*"))) >= before + 3, "some photos of a zip")
            fragile.stop()
            assert not in_the_middle.done()
            sending = aside.submit(cup.send_all, sent[30:], notes)
            wait_until(lambda: len(cup.refused) >= 20, "clients that ask again")
            assert_is_away(web.get(f"{cup.at}/standings"))
            assert (web.get("/readyz").status_code, web.get("/healthz").status_code) == (503, 200)
            fragile.start()
            answers += sending.result()
            answer = in_the_middle.result()
        assert [file["name"] for file in answer["files"]] == [file.name for file in packed]
        wait_until(cup.is_done, "the last page")
        for refused in cup.refused:
            if refused.status_code == 503:
                assert_is_away(refused)
        assert_nothing_is_wrong(address, tmp_path, [*answers, answer])
        assert len(cup.files()) == len(cup.sheets()) == len(sent) + len(packed)
    finally:
        server.kill()


@in_test_all
def test_a_standby_is_waited_for_until_it_takes_changes(
    fragile: Postgres, notes: Notes, tmp_path: Path
) -> None:
    """What it refused was told as a mistake of ours, and the service called itself ready."""
    server = ForkedServer(tmp_path, notes, make_database(fragile.address, "cup")).start()
    try:
        cup, sent = Cup(f"{fragile.address}/cup", server), some_sheets(10)
        answers = cup.send_all(sent[:5], notes)
        fragile.become_standby()
        with ThreadPoolExecutor(1) as aside, cup.client() as web:
            sending = aside.submit(cup.send_all, sent[5:], notes)
            wait_until(lambda: sending.done() or len(cup.refused) >= 10, "clients that ask again")
            assert_is_away(web.post(f"{cup.at}/players", json={"names": ["Zoe"]}))
            assert web.get(f"{cup.at}/standings").status_code == 200
            assert (web.get("/readyz").status_code, web.get("/healthz").status_code) == (503, 200)
            fragile.promote()
            answers += sending.result()
            assert web.get("/readyz").status_code == 200
        wait_until(cup.is_done, "the last page")
        assert_nothing_is_wrong(f"{fragile.address}/cup", tmp_path, answers)
    finally:
        server.kill()


def assert_is_away(response: httpx.Response) -> None:
    """It says that the database is away, and when to ask again."""
    answered = response.status_code, response.headers["content-type"], response.headers["retry-after"]
    assert answered == (503, "application/problem+json", "5")
    assert response.json()["type"] == "urn:surveyor:problem:database"
