"""Visibility: objects that an actor may not see do not exist for that actor."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Depends, Path
from sqlalchemy import Connection

from service.access.actors import Actor
from service.documents.errors import NotHereError
from service.files.batches import get_batch
from service.files.copies import may_see, name_own
from service.files.documents import BatchStatus, FileStatus
from service.files.states import get_file
from service.routes.parameters import PathId
from service.sheets.rows import SheetRow, get_sheet
from service.web.dependencies import ActorDep, DatabaseDep, ResourcesDep
from vision.decode.limits import MAX_PAGES


def own_batch(db: Connection, actor: Actor, tournament: str, batch: str) -> BatchStatus:
    """Return a batch that this actor may see."""
    found = get_batch(db, tournament, batch)
    if found is None or not actor.sees(tournament, found.player):
        raise NotHereError("batch")
    return found


def own_file(db: Connection, actor: Actor, tournament: str, file: str) -> FileStatus:
    """Return a file that this actor may see; a player, what was sent for them."""
    found = get_file(db, tournament, file)
    if found is None or not may_see(db, actor, tournament, file):
        raise NotHereError("file")
    return name_own(found, partial(may_see, db, actor, tournament))


def own_sheet(db: Connection, actor: Actor, tournament: str, sheet: str) -> SheetRow:
    """Return a sheet that this actor may see; a player, the own ones."""
    found = get_sheet(db, tournament, sheet)
    if found is None or not actor.sees(tournament, found.player):
        raise NotHereError("sheet")
    return found


@dataclass(frozen=True, slots=True)
class PageAsked:
    """A request about a page of a file: a photo is page 1."""

    tournament: PathId
    file: PathId
    page: Annotated[int, Path(ge=1, le=MAX_PAGES, description="A photo is page 1.")]
    resources: ResourcesDep
    actor: ActorDep

    def find_file(self, db: Connection) -> FileStatus:
        """Return the file, if this actor may see it."""
        return own_file(db, self.actor, self.tournament, self.file)


PageAskedDep = Annotated[PageAsked, Depends()]


def _batch(tournament: PathId, batch: PathId, database: DatabaseDep, actor: ActorDep) -> BatchStatus:
    with database.read() as db:
        return own_batch(db, actor, tournament, batch)


def _file(tournament: PathId, file: PathId, database: DatabaseDep, actor: ActorDep) -> FileStatus:
    with database.read() as db:
        return own_file(db, actor, tournament, file)


def _sheet(tournament: PathId, sheet: PathId, database: DatabaseDep, actor: ActorDep) -> SheetRow:
    with database.read() as db:
        return own_sheet(db, actor, tournament, sheet)


OwnBatch = Annotated[BatchStatus, Depends(_batch)]
OwnFile = Annotated[FileStatus, Depends(_file)]
OwnSheet = Annotated[SheetRow, Depends(_sheet)]
"""The rows that a route's path names, as they stand when the request comes, for those who may see them."""
