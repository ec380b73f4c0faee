"""A player's photo: into the tournament, and a word on what became of it."""

import time

from fastapi import Response
from sqlalchemy import Connection
from starlette.datastructures import UploadFile

from engine.sentence import later
from service.access.actors import Actor
from service.documents import Reason
from service.documents.errors import NotHereError, UnreadablePhotoError
from service.files.documents import FINAL, FileState, FileStatus
from service.intake.receive import Sent, check_photo, open_batch, receive_files
from service.intake.uploadnames import path_name
from service.pages.visits import Visit, go_to
from service.readingqueue.claims import count_waiting
from service.routes.batches import find_stated, read_details
from service.routes.scope import own_file
from service.tournament.plan import Plan, load_plan
from service.web.resources import Resources

PATIENCE = 2.0  # seconds that a player's browser waits for the reading; the sheet's page tells the rest
LOOK = 0.05  # seconds between two looks
FULL = Reason(
    code="busy",
    message=later("So many photos wait to be read that no more are taken just now."),
    advice=later("Wait a minute, and send the photo again."),
)


def plan_of(db: Connection, actor: Actor) -> Plan:
    """Return the set-up of a player's tournament."""
    return load_plan(db, _tournament(actor))


def send_photo(visit: Visit, photo: UploadFile, fields: dict[str, str]) -> Response:
    """Take a player's photo into the tournament, and lead to where its fate is shown.

    Raises:
        UnreadablePhotoError: It is no photo, or there is no room for it.
        NotHereError: There is no such round.
    """
    resources, actor = visit.resources, visit.actor
    check_photo(photo.file)
    with resources.database.begin() as db:
        if count_waiting(db) >= resources.settings.most_waiting:
            raise UnreadablePhotoError(FULL)
        tournament = _tournament(actor)
        stated = find_stated(db, tournament, read_details(fields, actor))
        batch = open_batch(db, actor, tournament, stated)
    name = path_name(photo.filename or "") or "photo"
    [received] = receive_files(resources.database, resources.blobs, batch, [Sent(name, photo.file)])
    resources.loop.wake()
    state = _wait(resources, actor, received.id)
    here = "/" if state is FileState.REJECTED else visit.own_page
    return go_to(f"{here}?sent={received.id}")


def sent_photo(db: Connection, actor: Actor, file: str) -> FileStatus:
    """Return a photo that a player sent, and what became of it.

    Raises:
        NotHereError: They sent no such photo.
    """
    return own_file(db, actor, _tournament(actor), file)


def _wait(resources: Resources, actor: Actor, file: str) -> FileState:
    """Return how the file stands once that is final, or as long as somebody likes to wait."""
    until = time.monotonic() + PATIENCE
    while True:
        with resources.database.read() as db:
            state = own_file(db, actor, _tournament(actor), file).state
        if state in FINAL or time.monotonic() > until:
            return state
        time.sleep(LOOK)


def _tournament(actor: Actor) -> str:
    if actor.tournament is None:
        raise NotHereError("tournament")
    return actor.tournament
