"""The server is killed at every step of an upload: nothing is lost, and nothing is there twice."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from sqlalchemy import select

from service.store.tables import batches, events, files
from tests.extent import or_all
from tests.service.cups import AGAIN, UNHEARD, Cup, looking_into
from tests.service.faults.forked import ForkedServer
from tests.service.faults.invariants import Promises, what_is_wrong
from tests.service.faults.orders import KILL, Orders
from tests.service.postgres import make_database
from tests.service.seeded import ALL_SEEN, File, Sending, photo_of
from tests.service.servers import Notes, Server, wait_until

NOTHING_YET = (
    "bytes received",
    "batch made",
    "photo half written",
    "photo not renamed",
    "photo written",
    "no row yet",
    "row added",
    "event added",
    "page in line",
)
"""Steps before the file is kept: whoever dies there leaves nothing."""
KEPT = (
    "file kept",
    "answer not stored",
    "answer not committed",
    "answer not sent",
    "claim not committed",
    "claimed",
    "split not committed",
    "reading",
    "result not kept",
    "result not added",
    "result not committed",
    "result kept",
)
"""Steps after it: the file ends in one state, whether or not it is sent again."""
LEASE = 1  # second
DATABASES = or_all(["sqlite"], ["sqlite", "postgresql"])


@dataclass(frozen=True)
class Scene:
    """A server that dies, and a tournament there."""

    server: Server
    cup: Cup
    address: str
    folder: Path
    promised: Promises

    @property
    def orders(self) -> Orders:
        return Orders(self.folder)

    def send(self, sending: Sending, key: str) -> httpx.Response:
        with self.cup.client() as web:
            return self.cup.post(web, sending, {"Idempotency-Key": key})

    def send_until_taken(self, sending: Sending, key: str) -> dict[str, Any]:
        while (response := self.send(sending, key)).status_code in AGAIN:
            time.sleep(UNHEARD)
        assert response.status_code == 202, response.text
        answer: dict[str, Any] = response.json()
        self.promised.batches.append(answer)
        return answer

    def start_again_after_its_death(self) -> None:
        assert self.server.process is not None
        assert self.server.process.wait(60) != 0
        self.server.start()

    def files_called(self, name: str) -> list[dict[str, Any]]:
        return [file for file in self.cup.files() if file["name"] == name]


@pytest.fixture(name="scene", scope="module", params=DATABASES)
def _scene(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Serve; each death is followed by a start, so that the next test finds a server again."""
    folder = tmp_path_factory.mktemp("kills")
    address = f"sqlite:///{folder / 'surveyor.db'}"
    if request.param == "postgresql":
        address = make_database(request.getfixturevalue("postgres"), uuid4().hex)
    server = ForkedServer(
        folder,
        Notes(folder / "notes"),
        address,
        lease_seconds=LEASE,
        readers=1,
    ).start()
    yield Scene(server, Cup(address, server), address, folder, Promises())
    server.kill()


def file_of(step: str) -> File:
    """Return a photo of its own for a step, or a document of two pages for the one that divides it."""
    pages = ALL_SEEN[:2] if "split" in step else ALL_SEEN[:1]
    ending = "pdf" if len(pages) > 1 else "jpg"
    return File(f"{step}.{ending}", photo_of(*pages, salt=step), "")


@pytest.mark.parametrize("step", or_all(["photo half written", "answer not sent"], [*NOTHING_YET, *KEPT]))
def test_a_kill_at_any_step_loses_nothing_and_doubles_nothing(scene: Scene, step: str) -> None:
    file = file_of(step)
    sending, key, before = Sending((file,)), f"key of {step}", None
    scene.orders.give(step, KILL)
    with suppress(httpx.TransportError):
        before = scene.send(sending, key).json()
    scene.start_again_after_its_death()

    if step in NOTHING_YET:
        assert (before, scene.files_called(file.name)) == (None, [])
    else:
        wait_until(scene.cup.is_done, "the reading of what was kept")
        [kept] = scene.files_called(file.name)
        assert kept["state"] in ("scored", "review")

    answer = scene.send_until_taken(sending, key)
    wait_until(scene.cup.is_done, "the reading")
    [kept] = scene.files_called(file.name)
    assert kept["state"] in ("scored", "review")
    assert [kept["id"]] == [each["id"] for each in answer["files"]]
    assert before is None or before == answer
    assert_said_once(scene.address, kept["id"], 2 if "split" in step else 1)


def assert_said_once(address: str, file: str, count: int) -> None:
    """The log has one line for the file, and one for each of its pages."""
    with looking_into(address) as db:
        kinds = Counter(db.execute(select(events.c.kind).where(events.c.subject_id == file)).scalars())
    assert kinds == {"file_received": 1, "page_read": count}


def test_of_all_that_died_nothing_is_left_over(scene: Scene) -> None:
    """Photos of uploads that were never sent again are swept out, and all that was acknowledged is there."""
    read = File("read.jpg", photo_of(ALL_SEEN[0], salt="read before"), "")
    scene.send_until_taken(Sending((read,)), uuid4().hex)
    wait_until(scene.cup.is_done, "the reading")
    scene.orders.give("photo written", KILL)
    lost = File("lost.jpg", photo_of(ALL_SEEN[0], salt="never again"), "")
    with suppress(httpx.TransportError), scene.cup.client() as web:
        scene.cup.post(web, Sending((lost,)), {})
    scene.start_again_after_its_death()

    with looking_into(scene.address) as db:
        begun = db.execute(
            select(batches.c.id).where(batches.c.id.not_in(select(files.c.batch_id)))
        ).scalar_one()
    promised = Promises([*scene.promised.batches, {"id": begun, "files": []}])
    assert what_is_wrong(scene.address, str(scene.folder / "data" / "photos"), promised) == []
