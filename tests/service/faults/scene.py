"""A service, one server or two, and a client of it who asks until it is told that each thing is done."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any
from uuid import uuid4

import httpx

from tests.service.cups import UNHEARD, Cup
from tests.service.faults.bucket import ADDRESS, Bucket, run_bucket
from tests.service.faults.forked import ForkedServer
from tests.service.faults.invariants import Corrected, Promises, Published, what_is_wrong
from tests.service.faults.orders import Orders
from tests.service.postgres import make_database
from tests.service.seeded import PLAYERS, File, Sending
from tests.service.servers import PATIENCE, Notes, wait_until

LEASE = 1  # second
UNANSWERED = 2.0  # seconds after which the client asks again, another server if there is one
AGAIN = {409, 503, 507}
"""Answers that say that nothing was done, and to ask again."""


@dataclass(frozen=True)
class Store:
    """What a service keeps its things in."""

    database: str
    """sqlite or postgresql."""
    photos: str
    """disk or bucket."""

    def __str__(self) -> str:
        return f"{self.database}, {self.photos}"


class MistakeError(Exception):
    """The service answered what it should not."""


@dataclass(frozen=True)
class Scene:
    """A service with a tournament, and all that its client was told."""

    folder: Path
    store: Store
    address: str
    """Of the database."""
    servers: tuple[ForkedServer, ...]
    cup: Cup
    bucket: Bucket | None
    notes: Notes
    promised: Promises = field(default_factory=Promises)
    reviving: Lock = field(default_factory=Lock)
    """Held by whichever client starts servers again."""
    refused: list[str] = field(default_factory=list)
    """What was heard instead of an answer: statuses, and errors of the connection."""

    @property
    def orders(self) -> Orders:
        return Orders(self.folder)

    def upload(self, file: File, form: dict[str, Any] | None = None) -> None:
        """Send a photo until it is taken."""
        sending, key = Sending((file,), form or {}), {"Idempotency-Key": uuid4().hex}
        answer = self.ask(lambda web: self.cup.post(web, sending, key))
        self.promised.batches.append(answer.json())

    def correct(self, sheet: str, random: Random) -> None:
        """Correct the coins of a sheet until it is done; who hears nothing looks whether it was."""
        at = f"{self.cup.at}/sheets/{sheet}"
        seen = [self.ask(lambda web: web.get(at)).json()]
        coins = random.choice([each for each in range(10) if each != seen[0]["map"]["coins"]])
        while seen[-1]["map"]["coins"] != coins:
            version = {"If-Match": f'"{seen[-1]["version"]}"'}
            seen.append(self._correct_or_look(at, {"coins": coins}, version))
        self.promised.corrections.append(Corrected(sheet, seen[-1]["version"], coins))

    def _correct_or_look(self, at: str, said: dict[str, int], version: dict[str, str]) -> dict[str, Any]:
        """Return the sheet as it is after the correction, or if somebody has changed it, as it is now."""

        def correction(web: httpx.Client) -> httpx.Response:
            answer = web.post(f"{at}/corrections", json=said, headers=version)
            return web.get(at) if answer.status_code == 412 else answer

        after: dict[str, Any] = self.ask(correction).json()
        return after

    def publish(self, reason: str) -> None:
        """Publish until it is done."""
        said, key = {"reason": reason, "even_if_open": True}, {"Idempotency-Key": uuid4().hex}
        made = self.ask(lambda web: web.post(f"{self.cup.at}/publications", json=said, headers=key)).json()
        number, standings = made["number"], made["standings"]
        self.promised.publications.append(Published(self.cup.id, number, reason, standings))

    def ask(self, request: Callable[[httpx.Client], httpx.Response]) -> httpx.Response:
        """Ask one server after the other until one answers; start again what has died."""
        until = time.monotonic() + PATIENCE
        for at in cycle(range(len(self.servers))):
            assert time.monotonic() < until, "in vain: an answer"
            try:
                with self.cup.client(at) as web:
                    web.timeout = httpx.Timeout(UNANSWERED)
                    response = request(web)
            except httpx.TransportError as error:
                self.refused.append(type(error).__name__)
                self.revive()
            else:
                if response.is_success:
                    return response
                self.refused.append(str(response.status_code))
                if response.status_code not in AGAIN:
                    raise MistakeError(f"answered {response.status_code}: {response.text[:200]}")
            time.sleep(UNHEARD)
        raise AssertionError

    def revive(self) -> None:
        """Start the servers that have died."""
        with self.reviving:
            for server in self.servers:
                if server.has_ended():
                    server.launch()

    def rest(self) -> None:
        """Wait until all servers answer, and all is read."""
        wait_until(self._is_up, "the servers")
        wait_until(self.cup.is_done, "the reading")

    def _is_up(self) -> bool:
        self.revive()
        return all(server.answers() for server in self.servers)

    def what_is_wrong(self) -> list[str]:
        """Return what does not hold, now that all has come to rest."""
        photos = ADDRESS if self.bucket else str(self.folder / "data" / "photos")
        return what_is_wrong(self.address, photos, self.promised, self.folder / "data")

    def kill(self) -> None:
        """End all servers."""
        for server in self.servers:
            if not server.has_ended():
                server.kill()


@contextmanager
def open_scene(
    store: Store,
    postgres: str | None,
    set_environment: Callable[[str, str], None],
    *,
    players: Sequence[str] = PLAYERS,
    **settings: object,
) -> Iterator[Scene]:
    """Serve a new tournament: by two servers on PostgreSQL, by one on SQLite.

    Args:
        store: where all is kept.
        postgres: address of a PostgreSQL server, if it is on one.
        set_environment: sets what leads to a bucket, for the servers and for us.
        players: who plays.
        settings: of the servers.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="surveyor-scene-")))
        bucket = stack.enter_context(run_bucket()) if store.photos == "bucket" else None
        for name, value in bucket.environment.items() if bucket else ():
            set_environment(name, value)
        address = f"sqlite:///{folder / 'data' / 'surveyor.db'}"
        if store.database == "postgresql":
            assert postgres is not None
            address = make_database(postgres, uuid4().hex)
        notes, blobs = Notes(folder / "notes"), ADDRESS if bucket else str(folder / "data" / "photos")
        values: dict[str, object] = {"readers": 1, "lease_seconds": LEASE, "blobs": blobs}
        servers = tuple(
            ForkedServer(folder, notes, address, **(values | settings))
            for _ in range(1 if store.database == "sqlite" else 2)
        )
        try:
            for server in servers:
                server.start()
            yield Scene(
                folder, store, address, servers, Cup(address, *servers, players=players), bucket, notes
            )
        finally:
            for server in servers:
                if not server.has_ended():
                    server.kill()
