"""Files with the same bytes: players are not told of another's, judges for whom each was sent."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection, select

from engine import Season
from service.access.actors import Actor
from service.files.documents import FileStatus, SentFile
from service.sheets.storing import SheetPlace
from service.store.events import Event
from service.store.tables import batches, files

File = TypeVar("File", SentFile, FileStatus)
IsOwn = Callable[[str], bool]
"""Tells of a file, by its identifier, whether it is somebody's."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A file that was sent after another with the same bytes."""

    name: str
    place: SheetPlace
    """As far as its sender stated it."""


def list_copies(db: Connection, tournament: str, file: str, sha256: str) -> list[Copy]:
    """Return the files that were sent after one with the same bytes."""
    stated = select(files.c.name, batches.c.player_id, batches.c.round_id, batches.c.season)
    of_file = stated.join(batches, files.c.batch_id == batches.c.id).where(
        files.c.tournament_id == tournament, files.c.sha256 == sha256, files.c.duplicate_of == file
    )
    return [
        Copy(name, SheetPlace(player, played, Season(season) if season else None))
        for name, player, played, season in db.execute(of_file.order_by(files.c.received_at, files.c.id))
    ]


def may_see(db: Connection, actor: Actor, tournament: str, file: str) -> bool:
    """Tell whether an actor may see a file of a tournament; a player, what was sent for them."""
    of_file = select(batches.c.player_id).join(files, files.c.batch_id == batches.c.id)
    return actor.sees(tournament, db.execute(of_file.where(files.c.id == file)).scalar())


def name_own(file: File, is_own: IsOwn) -> File:
    """Return a file that names one with the same bytes only if it is somebody's own."""
    if file.duplicate_of is None or is_own(file.duplicate_of):
        return file
    return file.model_copy(update={"duplicate_of": None})


def name_own_in(event: Event, is_own: IsOwn) -> Event:
    """Return an event that names a file with the same bytes only if it is somebody's own."""
    named = event.body.get("duplicate_of")
    if named is None or is_own(named):
        return event
    return event.model_copy(update={"body": {**event.body, "duplicate_of": None}})
