"""A tournament over HTTP, as patient clients see it."""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Any
from uuid import uuid4

import httpx
from sqlalchemy import Connection, select

from service.store.database import open_database
from service.store.tables import rounds
from tests.service.clients import client_of
from tests.service.seeded import PLAYERS, ROUNDS, Sending
from tests.service.servers import Notes, Server, wait_until
from tests.service.stubs import EDICTS

CLIENTS = 8
AHEAD = 30  # pages that may be sent before those in front of them are read
UNHEARD = 0.1  # seconds between two attempts of a client
AGAIN = {409, 503}


@contextmanager
def looking_into(address: str) -> Iterator[Connection]:
    """Look into the database itself."""
    database = open_database(address)
    with database.read() as db:
        yield db
    database.close()


class Cup:
    """A tournament over HTTP, as patient clients see it."""

    def __init__(self, address: str, *servers: Server, players: Sequence[str] = PLAYERS) -> None:
        self.servers = servers
        self.refused: list[httpx.Response] = []
        with self.client() as web:
            said = {"name": "Survivors' Cup", "edicts": EDICTS, "rounds": ROUNDS}
            self.id = web.post("/v1/tournaments", json=said).json()["id"]
            self.at = f"/v1/tournaments/{self.id}"
            added = web.post(f"{self.at}/players", json={"names": players}).json()["added"]
        self.players = {player["name"]: player["id"] for player in added}
        with looking_into(address) as db:
            numbered = select(rounds.c.number, rounds.c.id).where(rounds.c.tournament_id == self.id)
            self.rounds = {row.number: row.id for row in db.execute(numbered)}

    def client(self, at: int = 0) -> httpx.Client:
        server = self.servers[at % len(self.servers)]
        return client_of(server.address, timeout=60)

    def get(self, path: str, at: int = 0) -> dict[str, Any]:
        with self.client(at) as web:
            document: dict[str, Any] = web.get(f"{self.at}/{path}").json()
            return document

    def send(self, web: httpx.Client, sending: Sending) -> dict[str, Any]:
        """Send until an answer comes, as the same request every time."""
        key = {"Idempotency-Key": uuid4().hex}
        while True:
            try:
                response = self.post(web, sending, key)
            except httpx.TransportError:
                time.sleep(UNHEARD)
                continue
            if response.status_code not in AGAIN:
                break
            self.refused.append(response)
            time.sleep(UNHEARD)
        assert response.status_code == 202, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def post(self, web: httpx.Client, sending: Sending, headers: dict[str, str]) -> httpx.Response:
        ids: dict[str, dict[Any, str]] = {"player": self.players, "round": self.rounds}
        form = {key: ids.get(key, {}).get(value, value) for key, value in sending.form.items()}
        files = [("photos", part) for part in sending.parts()]
        return web.post(f"{self.at}/batches", files=files, data=form, headers=headers)

    def send_all(self, sent: Sequence[Sending], notes: Notes) -> list[dict[str, Any]]:
        """Send with eight clients at once, none of them far ahead of the reading; return all answers."""
        before = accumulate((sending.pages for sending in sent), initial=0)
        queue = list(zip(sent, before, strict=False))
        with ThreadPoolExecutor(CLIENTS) as clients:
            shares = [
                clients.submit(self._send_share, at, queue[at::CLIENTS], notes) for at in range(CLIENTS)
            ]
            return [answer for share in shares for answer in share.result()]

    def _send_share(
        self, at: int, share: Sequence[tuple[Sending, int]], notes: Notes
    ) -> list[dict[str, Any]]:
        answers = []
        with self.client(at) as web:
            for sending, before in share:
                wait_until(partial(_is_near, notes, before), "the reading of what was sent")
                answers.append(self.send(web, sending))
        return answers

    def is_done(self) -> bool:
        return not self.get("files?state=waiting&state=reading")["files"]

    def files(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.get("files?most=500")["files"]
        return found

    def sheets(self) -> list[dict[str, Any]]:
        """Return all sheets, which come page by page."""
        found: list[dict[str, Any]] = []
        query = "sheets?most=200"
        while True:
            listed = self.get(query)
            found += listed["sheets"]
            if listed["next"] is None:
                return found
            query = f"sheets?most=200&after={listed['next']}"


def _is_near(notes: Notes, before: int) -> bool:
    return notes.ended() >= before - AHEAD
