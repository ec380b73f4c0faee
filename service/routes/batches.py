"""Uploads of photos, and the progress of reading them."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from http import HTTPStatus
from itertools import chain
from typing import TypeVar

from anyio import fail_after, sleep, to_thread
from fastapi import Request, Response
from sqlalchemy import Connection
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.exceptions import HTTPException

from engine import Season, Side
from engine.sentence import Sentence, later
from service.access.actors import Actor, Role
from service.access.keys import find_key_by_id
from service.documents.errors import NotHereError
from service.files.batches import list_batches
from service.files.copies import may_see, name_own
from service.files.documents import BatchList, BatchStatus, SentBatch
from service.intake.receive import BatchDetails, Sent, check_photo, open_batch, receive_files
from service.readingqueue.claims import count_waiting
from service.routes.parameters import PathId
from service.routes.scope import OwnBatch, own_batch
from service.routes.uploading import Upload, read_upload
from service.tournament.players import find_player
from service.tournament.rounds import find_round_id
from service.tournament.tournaments import find_tournament
from service.web.dependencies import ActorDep, ResourcesDep
from service.web.idempotency import Answer, Once, OnceDep
from service.web.jsonroutes import json_router
from service.web.problems import CONFLICT, TOO_LARGE, UNREADABLE, described
from service.web.resources import Resources

router = json_router("/v1/tournaments/{tournament}", "batches")

RETRY_AFTER = 30  # seconds
Named = TypeVar("Named", Season, Side)
PATIENCE = 30.0  # seconds that an upload waits while those before it are written
FULL = described(503, "So much is waiting to be read that nothing more is taken.")
BODY: dict[str, object] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["photos"],
                    "properties": {
                        "photos": {"type": "array", "items": {"type": "string", "format": "binary"}},
                        "round": {"type": "string"},
                        "season": {"type": "string", "enum": [season.value for season in Season]},
                        "side": {"type": "string", "enum": [side.value for side in Side]},
                        "player": {"type": "string"},
                    },
                }
            },
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        },
    }
}


@router.post(
    "/batches",
    name="batches.create",
    status_code=202,
    response_model=SentBatch,
    responses=UNREADABLE | TOO_LARGE | FULL | CONFLICT,
    openapi_extra=BODY,
)
async def create_batch(
    tournament: PathId,
    request: Request,
    resources: ResourcesDep,
    actor: ActorDep,
    once: OnceDep,
) -> Response:
    """Send photos, PDFs, TIFFs or zips of them; what is sent is safe when the answer comes, and read later.

    A form with files, and with the round, the season, the side or the player of all of them where that is
    known; or one file as the body itself, with these in the query, and its name as `name`. The same photo
    twice is the same sheet. Files that are no photos are listed as rejected; one that is sent alone
    is refused.
    """
    await to_thread.run_sync(check_room, resources, actor, tournament)
    upload = await read_upload(request)
    with closing(upload):
        async with in_turn(resources):
            return await to_thread.run_sync(_take_in_once, resources, actor, tournament, upload, once)


@router.get("/batches", name="batches.list")
def get_batches(tournament: PathId, resources: ResourcesDep, actor: ActorDep) -> BatchList:
    """Return the last hundred batches, the latest first; a player gets the own ones."""
    with resources.database.read() as db:
        find_tournament(db, tournament)
        rows = list_batches(db, tournament, player=actor.player if actor.role is Role.PLAYER else None)
    return BatchList(batches=tuple(rows))


@router.get("/batches/{batch}", name="batches.get")
def get_batch(batch: OwnBatch) -> BatchStatus:
    """Tell how far the reading of a batch has come."""
    return batch


@router.get(
    "/batches/{batch}/events",
    name="batches.events",
    response_class=EventSourceResponse,
    responses={200: {"content": {"text/event-stream": {}}, "description": "Counts as they change."}},
)
async def watch_batch(
    tournament: PathId,
    batch: PathId,
    resources: ResourcesDep,
    actor: ActorDep,
) -> EventSourceResponse:
    """Tell of each change as it happens, as server-sent events `progress`; the last is `done`."""

    def status() -> BatchStatus:
        with resources.database.read() as db:
            return own_batch(db, actor, tournament, batch)

    def is_still_let_in() -> bool:  # a key may be revoked while somebody watches
        with resources.database.read() as db:
            return actor.key is None or find_key_by_id(db, actor.key) is not None

    await to_thread.run_sync(status)  # what is not there is refused before the stream begins

    async def changes() -> AsyncIterator[ServerSentEvent]:
        seen = None
        while (seen is None or not seen.done) and await to_thread.run_sync(is_still_let_in):
            now = await to_thread.run_sync(status)
            if now != seen:
                data = json.dumps(now.model_dump(mode="json"))
                yield ServerSentEvent(data, event="done" if now.done else "progress")
            seen = now
            await sleep(resources.settings.progress_seconds)

    return EventSourceResponse(changes())


def check_room(resources: Resources, actor: Actor, tournament: str) -> None:
    """Refuse an upload before its body is read, while too much waits to be read already.

    Raises:
        HTTPException: Nothing is taken now.
    """
    with resources.database.read() as db:
        find_tournament(db, tournament)
        waiting = count_waiting(db)
    if waiting >= resources.settings.most_waiting:
        detail = Sentence(
            "%(pages)s pages are waiting to be read. Try again in a while; nothing was taken in.",
            pages=waiting,
        )
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE, detail, {"Retry-After": str(RETRY_AFTER), "Connection": "close"}
        )


@asynccontextmanager
async def in_turn(resources: Resources) -> AsyncIterator[None]:
    """Wait until few enough others are written at this moment.

    Raises:
        HTTPException: They take too long.
    """
    try:
        with fail_after(PATIENCE):
            await resources.intake.acquire()
    except TimeoutError as error:
        detail = later("Other uploads are not written yet. Try again in a while; nothing was taken in.")
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE, detail, {"Retry-After": str(RETRY_AFTER)}
        ) from error
    try:
        yield
    finally:
        resources.intake.release()


def _take_in_once(
    resources: Resources, actor: Actor, tournament: str, upload: Upload, once: Once
) -> Response:
    """Take the files in, or give the answer that the same request got before."""
    before = once.begin(upload.digest())
    if before:
        return before
    try:
        sent = take_in(resources, actor, tournament, upload, once)
        where = f"/v1/tournaments/{tournament}/batches/{sent.id}"
        answer = Answer.of(sent, HTTPStatus.ACCEPTED, Location=where)
        once.finish_alone(answer)
    except BaseException:
        once.give_up()
        raise
    finally:
        resources.loop.wake()
    return answer.to_response()


def take_in(resources: Resources, actor: Actor, tournament: str, upload: Upload, once: Once) -> SentBatch:
    """Store an upload, and put it in line to be read; the caller wakes the loop.

    Raises:
        UnreadablePhotoError: A single file came, and it is no photo.
    """
    details = read_details(upload.fields, actor)
    files = once.renewing(_checked(upload))
    with resources.database.begin() as db:
        batch = open_batch(db, actor, tournament, find_stated(db, tournament, details), once.name)
    received = receive_files(resources.database, resources.blobs, batch, files)

    def is_own(original: str) -> bool:
        with resources.database.read() as db:
            return may_see(db, actor, tournament, original)

    return SentBatch(id=batch.id, files=tuple(name_own(file, is_own) for file in received))


def _checked(upload: Upload) -> Iterator[Sent]:
    """Return the files; one that is sent alone is refused at once if it is no photo."""
    files = upload.files()
    first = next(files)
    if upload.is_single and first.photo is not None:
        check_photo(first.photo)
    return chain([first], files)


def read_details(fields: Mapping[str, str], actor: Actor) -> BatchDetails:
    """Return what the fields of an upload state of its files; a player's show their own sheets.

    Raises:
        HTTPException: There is no such season or side, or a player names another.
    """
    details = {key: value.strip() for key, value in fields.items() if value.strip()}
    player = details.get("player")
    if actor.role is Role.PLAYER:
        if player not in (None, actor.player):
            raise HTTPException(HTTPStatus.FORBIDDEN, later("You can send your own sheets only."))
        player = actor.player
    return BatchDetails(
        round=details.get("round"),
        season=_one_of(Season, details.get("season"), later("season")),
        side=_one_of(Side, details.get("side"), later("side")),
        player=player,
    )


def _one_of(kind: type[Named], given: str | None, what: str) -> Named | None:
    if given is None:
        return None
    known = next((each for each in kind if each.value.lower() == given.lower()), None)
    if known is None:
        names = ", ".join(each.value for each in kind)
        raise HTTPException(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            Sentence(
                'There is no %(thing)s "%(name)s"; there are %(names)s.',
                thing=what,
                name=given[:40],
                names=names,
            ),
        )
    return known


def find_stated(db: Connection, tournament: str, details: BatchDetails) -> BatchDetails:
    """Return what was stated, the round by its identifier.

    Raises:
        NotHereError: There is no such round or player.
    """
    played = None if details.round is None else find_round_id(db, tournament, details.round)
    if details.round is not None and played is None:
        raise NotHereError("round")
    if details.player is not None:
        find_player(db, tournament, details.player)
    return replace(details, round=played)
