"""A client of the service for Python: what the HTTP API does, in a few calls.

    with Client("https://scores.example.org", key="srv_...") as client:
        cup = client.find_tournament("Spring Cup")
        batch = client.upload(cup, [Path("ann.jpg"), Path("bob.jpg")])
        status = client.wait(cup, batch)
        standings = client.standings(cup)

Answers are the service's JSON documents as they are (docs/schemas); calls that may be repeated are, when the
network or the server fails on the way, and an upload is taken in once.
"""

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import httpx
import tenacity

PATIENCE = 300.0  # seconds that a request is tried again
LONGEST_PAUSE = 30.0  # seconds between two tries
TIMEOUT = httpx.Timeout(120.0, connect=10.0)
AGAIN = frozenset({409, 429, 502, 503, 504, 507})
"""Answers after which the same request may succeed; 409 is that of a request that is still under way."""

Json = dict[str, Any]


class ServiceError(Exception):
    """The service refused a request; its message says what to do."""

    def __init__(self, status: int, problem: Json, pause: float | None = None) -> None:
        """Take the status, the problem document, and the seconds after which to ask again."""
        super().__init__(problem.get("detail") or problem.get("title") or f"status {status}")
        self.status = status
        self.problem = problem
        self.pause = pause


class UnreachableError(Exception):
    """No service answers there."""


class AddressError(ValueError):
    """A service cannot have this address."""


class Client:
    """Talks to one service."""

    def __init__(
        self,
        address: str,
        key: str | None = None,
        *,
        patience: float = PATIENCE,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """Take where the service is, and the key if it asks for one.

        Args:
            address: As `http://127.0.0.1:8000`.
            key: As `surveyor key make` prints it.
            patience: Seconds that a request is tried again if the network or the server fails.
            transport: What carries requests, for tests.

        Raises:
            AddressError: It is not the address of a service.
        """
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._web = httpx.Client(
            base_url=_checked_address(address), headers=headers, timeout=TIMEOUT, transport=transport
        )
        self._address = address
        self._retrying = tenacity.Retrying(
            stop=tenacity.stop_after_delay(patience),
            wait=_pause,
            retry=tenacity.retry_if_exception(_may_succeed),
            reraise=True,
        )

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._web.close()

    def read(self, photo: str | Path, *, side: str | None = None) -> Json:
        """Have one photo read; return its surveyor/reading@1.

        Raises:
            ServiceError: It was rejected; `problem["reason"]` says why.
            UnreachableError: No service answers.
        """
        fields = {"side": side} if side else {}
        return self._send_files("/v1/readings", "photo", [photo], fields)

    def score(self, map: Json) -> Json:
        """Return the surveyor/score@1 of a surveyor/map@1, which names its `edicts` and `season`."""
        return self.ask("POST", "/v1/scores", json=map)

    def make_tournament(self, name: str, **fields: Any) -> Json:
        """Make a tournament; `rounds`, `edicts`, `side` and `solo` may be given."""
        return self.ask("POST", "/v1/tournaments", json={"name": name} | fields)

    def find_tournament(self, name: str) -> str:
        """Return the identifier of the tournament of this name or identifier.

        Raises:
            LookupError: There is none, or several have the name.
        """
        listed = list(self.pages("/v1/tournaments", "tournaments"))
        found = [each["id"] for each in listed if name in (each["id"], each["name"])]
        if len(found) == 1:
            return str(found[0])
        names = ", ".join(sorted({each["name"] for each in listed})) or "none"
        several = (
            f"several have this name; say which, {' or '.join(found)}" if found else f"there are {names}"
        )
        raise LookupError(f'no single tournament is named "{name}": {several}')

    def add_players(self, tournament: str, names: Sequence[str]) -> Json:
        """Add players by their names."""
        if isinstance(names, str):  # else a player for each of its letters
            raise TypeError(f'names is a list of names, as ["{names}"], not one')
        return self.ask("POST", f"/v1/tournaments/{tournament}/players", json={"names": list(names)})

    def upload(self, tournament: str, files: Sequence[str | Path], *, name: str = "", **fields: str) -> Json:
        """Send files as one batch; when this returns they are safe, and read later.

        Args:
            tournament: Its identifier.
            files: Photos, PDFs, TIFFs, or zips of them.
            name: Tells this upload from another of the same files; without it they are the same.
            fields: `round`, `season`, `side`, `player`: what holds for all of them.
        """
        if isinstance(files, str | Path):
            raise TypeError(f'files is a list of paths, as ["{files}"], not one')
        where = f"/v1/tournaments/{tournament}/batches"
        key = _key_of([name, where, *sorted(fields.items())], map(Path, files))
        return self._send_files(where, "photos", files, fields, {"Idempotency-Key": key})

    def wait(
        self,
        tournament: str,
        batch: str | Json,
        *,
        tell: Callable[[Json], None] = lambda status: None,
        every: float = 1.0,
    ) -> Json:
        """Wait until all files of a batch have ended in a final state; return how it stands.

        Args:
            tournament: Its identifier.
            batch: The batch's, or what `upload` returned.
            tell: Is called again and again with how it stands.
            every: Seconds between two looks.
        """
        name = batch if isinstance(batch, str) else batch["id"]
        while True:
            status = self.ask("GET", f"/v1/tournaments/{tournament}/batches/{name}")
            tell(status)
            if status["done"]:
                return status
            time.sleep(every)

    def files(self, tournament: str, batch: str | None = None) -> Iterator[Json]:
        """Yield the files of a batch, and how each ended."""
        fields = {"batch": batch} if batch else {}
        yield from self.pages(f"/v1/tournaments/{tournament}/files", "files", **fields)

    def sheets(self, tournament: str, state: str | None = None) -> Iterator[Json]:
        """Yield the sheets as they stand."""
        fields = {"state": state} if state else {}
        yield from self.pages(f"/v1/tournaments/{tournament}/sheets", "sheets", **fields)

    def correct(self, tournament: str, sheet: Json, said: Json) -> Json:
        """Correct a sheet that was looked at; refused with 412 if somebody has changed it since."""
        where = f"/v1/tournaments/{tournament}/sheets/{sheet['id']}/corrections"
        return self.ask("POST", where, json=said, headers={"If-Match": f'"{sheet["version"]}"'})

    def review(self, tournament: str) -> Json:
        """Return the queue of what a person has to look at."""
        return self.ask("GET", f"/v1/tournaments/{tournament}/review")

    def standings(self, tournament: str) -> Json:
        """Return the standings as they are now, published or not."""
        return self.ask("GET", f"/v1/tournaments/{tournament}/standings")

    def publish(self, tournament: str, reason: str = "") -> Json:
        """Publish the standings; after the first time, with a reason."""
        return self.ask("POST", f"/v1/tournaments/{tournament}/publications", json={"reason": reason})

    def pages(self, where: str, what: str, **fields: str) -> Iterator[Json]:
        """Yield what a list holds, page after page."""
        after: str | None = None
        while True:
            page = self.ask("GET", where, params=fields | ({"after": after} if after else {}))
            yield from page[what]
            after = page.get("next") or page.get("after")
            if after is None:
                return

    def download(self, where: str, **fields: Any) -> bytes:
        """Return what is no JSON document, such as `/v1/tournaments/{id}/exports/standings.csv`, as it comes.

        Args:
            where: The path, from `/v1` on.
            fields: What `httpx.Client.get` takes: params, headers.

        Raises:
            ServiceError: The service refused.
            UnreachableError: No service answers.
        """
        return self._reach(lambda: self._web.get(where, **fields), again=True).content

    def ask(self, method: str, where: str, **fields: Any) -> Json:
        """Send any other request; return the JSON document of its answer, empty where it has none.

        Args:
            method: As "GET"; only that one is tried again by itself.
            where: The path, from `/v1` on.
            fields: What `httpx.Client.request` takes: json, params, content, headers.

        Raises:
            ServiceError: The service refused.
            UnreachableError: No service answers, or what answers is no JSON document.
        """
        return self._ask(lambda: self._web.request(method, where, **fields), again=method == "GET")

    def _send_files(
        self,
        where: str,
        field: str,
        files: Sequence[str | Path],
        fields: dict[str, str],
        headers: dict[str, str] | None = None,
    ) -> Json:
        def send() -> httpx.Response:
            with ExitStack() as opened:
                paths = map(Path, files)
                parts = [(field, (_name(path), opened.enter_context(path.open("rb")))) for path in paths]
                return self._web.post(where, files=parts, data=fields, headers=headers)

        return self._ask(send, again=True)

    def _ask(self, send: Callable[[], httpx.Response], *, again: bool) -> Json:
        """Send a request, if need be again, and return the document of its answer."""
        answer = self._reach(send, again=again)
        if not answer.content:
            return {}
        if "json" not in answer.headers.get("content-type", ""):
            there = answer.url.copy_with(path="/", query=None)
            raise UnreachableError(
                f"what answers at {there} is no Surveyor service, or not with JSON; `download` all else"
            )
        document: Json = answer.json()
        return document

    def _reach(self, send: Callable[[], httpx.Response], *, again: bool) -> httpx.Response:
        """Send a request, if need be again, and return its answer."""
        try:
            return self._retrying(lambda: _checked(send())) if again else _checked(send())
        except httpx.TransportError as error:
            problem = str(error) or type(error).__name__
            raise UnreachableError(f"no service answers at {self._address}: {problem}") from error


def _name(path: Path) -> str:
    """Return the name of a file to send, with its folder, which may name the round or the season.

    Bytes of it that are no text in UTF-8 are written as in an address, such as %E9.
    """
    name = path.name if path.parent.name in ("", ".", "..") else f"{path.parent.name}/{path.name}"
    return re.sub("[\udc80-\udcff]", lambda byte: f"%{ord(byte[0]) - 0xDC00:02X}", name)


def _checked_address(address: str) -> httpx.URL:
    try:
        url = httpx.URL(address.rstrip("/"))
    except httpx.InvalidURL:
        url = httpx.URL()
    if url.scheme not in ("http", "https") or not url.host:
        raise AddressError(f'"{address}" is no address of a service; write it as http://127.0.0.1:8000')
    return url


def _checked(response: httpx.Response) -> httpx.Response:
    """Return an answer that is no refusal."""
    if response.is_success:
        return response
    is_problem = response.headers.get("content-type", "").startswith("application/problem+json")
    after = response.headers.get("retry-after", "")
    pause = float(after) if after.isdecimal() else None
    raise ServiceError(response.status_code, response.json() if is_problem else {}, pause)


def _may_succeed(error: BaseException) -> bool:
    if isinstance(error, ServiceError):
        return error.status in AGAIN
    return isinstance(error, httpx.TransportError)


_backing_off = tenacity.wait_exponential_jitter(multiplier=0.2, max=LONGEST_PAUSE)


def _pause(state: tenacity.RetryCallState) -> float:
    """Wait as long as the service asks for, or longer after each try."""
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, ServiceError) and error.pause is not None:
        return min(error.pause, LONGEST_PAUSE)
    return _backing_off(state)


def _key_of(fields: object, files: Iterable[Path]) -> str:
    """Return an Idempotency-Key: the same for the same files of the same upload."""
    digest = hashlib.sha256(json.dumps(fields).encode())
    for path in files:
        digest.update(os.fsencode(Path(path.parent.name, path.name)))
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
