"""The header Idempotency-Key: a request that is sent twice is carried out once.

A client that got no answer sends the same request with the same key again. If it was carried out, the stored
answer comes back, marked `Idempotency-Replayed: true`; if it is being carried out, 409; if the key belongs to
another request, 422; if the server died on the way, it is carried out now. Answers are kept for a day.

A route that creates something takes `once: OnceDep` and leaves its transaction to it::

    @router.post("", name="tournaments.create", status_code=201, response_model=Tournament)
    def create(document: NewTournament, actor: ActorDep, once: OnceDep) -> Response:
        def make(db: Connection) -> Answer:
            made = make_tournament(db, actor.name, document)
            return Answer.of(made, 201, Location=f"/v1/tournaments/{made.id}")

        return once.do(make)

The change and its answer are committed together. Without the header the change is simply made.

A route that needs several transactions calls `once.begin(digest)` before the first, which returns the stored
answer, or None (a form's bytes differ each time, so the digest is one of what was sent); it calls
`once.finish(db, answer)` in the last or `once.finish_alone(answer)` after it, and `once.give_up()` if it
fails. If they can take long, it iterates over `once.renewing(things)`, outside of transactions. The first
thing that it creates gets `once.name` as its identifier: sent again after a server died, the request goes on
with it.

Routes whose answers hold secrets, such as new keys, take no `OnceDep`: those answers must not be stored.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from time import monotonic
from typing import Annotated, TypeVar

from fastapi import Depends, Header, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.exceptions import HTTPException

from service.access.actors import Role
from service.store.database import Database
from service.store.events import now
from service.store.tables import Record, answers
from service.web.dependencies import ActorDep, DatabaseDep
from service.web.housekeeping import ANSWERS_KEPT

T = TypeVar("T")

GIVEN_UP = timedelta(seconds=20)  # after which a claim that is not renewed is another's: its server died
REPLAYED = "Idempotency-Replayed"

HELD_BY_ANOTHER = "This Idempotency-Key belongs to another request. Take a new one for each thing to do."
UNDER_WAY = "The same request is under way. Ask again in a moment."


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request, as it is stored."""

    status: int
    body: object
    """A JSON document."""
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, document: BaseModel, status: int = HTTPStatus.OK, **headers: str) -> "Answer":
        """Return the answer that is a document; `Location=` and `ETag=` become headers."""
        return cls(status, document.model_dump(mode="json"), headers)

    def to_response(self, *, replayed: bool = False) -> JSONResponse:
        """Return it as a response."""
        headers = dict(self.headers) | ({REPLAYED: "true"} if replayed else {})
        return JSONResponse(self.body, self.status, headers)


Action = Callable[[Connection], Answer]


class Once:
    """A request that is carried out once, however often it is sent."""

    def __init__(
        self, database: Database, actor: str, key: str | None, request: str, body: bytes | None
    ) -> None:
        """Take who asks, the key if there is one, method and path, and the body (None: not read)."""
        self._database = database
        self._actor, self._key = actor, key
        self._request, self._body = request, body
        self._asked: str | None = None
        self._claimed: datetime | None = None
        self._renewed = 0.0  # monotonic

    def do(self, action: Action) -> JSONResponse:
        """Carry the request out in a transaction, or return the answer that it got before.

        Raises:
            HTTPException: 409, it is being carried out; 422, the key belongs to another request.
        """
        before = self.begin()
        if before:
            return before
        try:
            with self._database.begin() as db:
                answer = action(db)
                self.finish(db, answer)
        except BaseException:
            self.give_up()
            raise
        return answer.to_response()

    def begin(self, content: str | None = None) -> JSONResponse | None:
        """Claim the key; return the answer if there is one already."""
        if self._key is None:
            return None
        self._asked = digest = self._digest(content)
        try:
            stored = self._claim(digest)
        except IntegrityError:  # somebody was a moment faster; now their claim is there
            stored = self._claim(digest)
        return stored.to_response(replayed=True) if stored else None

    def finish(self, db: Connection, answer: Answer) -> None:
        """Store the answer in the transaction of the change; raise 409 if the claim was lost meanwhile."""
        if self._key is None:
            return
        kept = {"status": answer.status, "body": answer.body, "headers": dict(answer.headers)}
        self._write(db, kept)

    def finish_alone(self, answer: Answer) -> None:
        """Store the answer in a transaction of its own."""
        if self._key is None:
            return
        with self._database.begin() as db:
            self.finish(db, answer)

    @property
    def name(self) -> str | None:
        """An identifier for what the request creates, the same whenever it is sent again.

        None without a key, and before `begin`.
        """
        if self._asked is None:
            return None
        identity = json.dumps([self._actor, self._key, self._asked])
        return urlsafe_b64encode(sha256(identity.encode()).digest()[:12]).decode()

    def renewing(self, things: Iterable[T]) -> Iterator[T]:
        """Yield things, and renew the claim between them.

        Raises:
            HTTPException: 409, the claim was lost.
        """
        for thing in things:
            if self._claimed is not None and monotonic() > self._renewed + GIVEN_UP.total_seconds() / 4:
                self._renew()
            yield thing

    def _renew(self) -> None:
        at = now()
        with self._database.begin() as db:
            self._write(db, {"at": at})
        self._hold(at)

    def give_up(self) -> None:
        """Release the claim, so that the request can be tried again."""
        if self._claimed is None:
            return
        with self._database.begin() as db:
            db.execute(delete(answers).where(*self._claim_held()))

    def _claim(self, digest: str) -> Answer | None:
        with self._database.begin() as db:
            row = db.execute(select(answers).where(*self._row()).with_for_update()).one_or_none()
            if row and not _is_over(row):
                return _stored(row, digest)
            if row:
                db.execute(delete(answers).where(*self._row()))
            at = now()
            claim = {"actor": self._actor, "key": self._key, "request": digest, "at": at}
            db.execute(insert(answers).values(**claim))
        self._hold(at)
        return None

    def _hold(self, since: datetime) -> None:
        self._claimed, self._renewed = since, monotonic()

    def _write(self, db: Connection, values: Mapping[str, object]) -> None:
        """Write into the claim; raise 409 if it was lost."""
        if db.execute(update(answers).where(*self._claim_held()).values(values)).rowcount == 0:
            raise HTTPException(HTTPStatus.CONFLICT, UNDER_WAY, {"Retry-After": "1"})

    def _claim_held(self) -> tuple[ColumnElement[bool], ...]:
        return *self._row(), answers.c.at == self._claimed, answers.c.status.is_(None)

    def _row(self) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
        return answers.c.actor == self._actor, answers.c.key == self._key

    def _digest(self, content: str | None) -> str:
        if content is None:
            if self._body is None:
                raise RuntimeError("say what was sent: the body is no JSON")
            content = sha256(self._body).hexdigest()
        return sha256(json.dumps([self._request, content]).encode()).hexdigest()


def _is_over(row: Record) -> bool:
    """Tell whether a row has expired, or its server died on the way.

    A row from the future has expired too: the clock was set back since.
    """
    lasts: timedelta = GIVEN_UP if row.status is None else ANSWERS_KEPT
    return bool(abs(now() - row.at) > lasts)


def _stored(row: Record, digest: str) -> Answer:
    if row.request != digest:
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY, HELD_BY_ANOTHER)
    if row.status is None:
        raise HTTPException(HTTPStatus.CONFLICT, UNDER_WAY, {"Retry-After": "1"})
    return Answer(row.status, row.body, row.headers)


async def get_once(
    request: Request,
    database: DatabaseDep,
    actor: ActorDep,
    idempotency_key: Annotated[
        str | None,
        Header(
            min_length=1,
            max_length=255,
            description="A random text of yours; sent again with the same request, it is not done twice.",
        ),
    ] = None,
) -> Once:
    """Return the request that is carried out once."""
    if actor.role is Role.PUBLIC:
        idempotency_key = None  # keys of people without a login cannot be told apart
    asked = f"{request.method} {request.url.path}?{request.url.query}"
    return Once(database, actor.id, idempotency_key, asked, await _json_body(request))


async def _json_body(request: Request) -> bytes | None:
    """Return the body if it is JSON or there is none: anything else may be long, and stays unread."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith("application/") and kind.endswith(("/json", "+json")):  # as FastAPI takes it
        return await request.body()
    has_body = "transfer-encoding" in request.headers or request.headers.get("content-length", "0") != "0"
    return None if has_body else b""


OnceDep = Annotated[Once, Depends(get_once)]
