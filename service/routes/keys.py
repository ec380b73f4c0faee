"""Keys for organisers, judges, players and programs."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import Query
from pydantic import AfterValidator, AwareDatetime, Field
from starlette.exceptions import HTTPException

from engine.sentence import Sentence
from service.access.actors import Role
from service.access.keys import (
    Key,
    KeyFor,
    KeyScopeError,
    NewKey,
    list_keys,
    make_keys,
    revoke_key,
)
from service.documents import Document
from service.routes.parameters import IDENTIFIER, PLAIN, PathId
from service.store.events import now
from service.web.dependencies import ActorDep, DatabaseDep, SettingsDep
from service.web.jsonroutes import json_router
from service.web.problems import BAD_KEY, NO_KEY

router = json_router("/v1/keys", "keys")

Identifier = Annotated[str, Field(pattern=IDENTIFIER)]


def _in_utc(moment: datetime) -> datetime:
    """Return the moment in UTC, as it is stored."""
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("there is no such day in UTC") from error


def _to_come(moment: datetime) -> datetime:
    if moment <= now():
        raise ValueError("this is over already; leave it out for a key that lasts until it is revoked")
    return moment


class KeyWanted(Document):
    """A key to make; of a role player without a player, one for each player of the tournament."""

    role: Role
    label: Annotated[str, Field(min_length=1, max_length=100, pattern=PLAIN)] | None = None
    """Whose it is: what they do is logged under this name. A player's own by default."""
    tournament: Identifier | None = None
    """The only tournament that it opens; null: all."""
    player: Identifier | None = None
    expires_at: Annotated[AwareDatetime, AfterValidator(_in_utc), AfterValidator(_to_come)] | None = None


class NewKeyDocument(Key):
    """A key that was made, with what is shown this once."""

    key: str
    """To be sent as `Authorization: Bearer`, or exchanged for a session."""
    link: str
    """To be printed as a QR code: what follows the # goes to no server and into no log."""


class Keys(Document):
    """Keys, the newest first."""

    keys: tuple[Key, ...]


class NewKeys(Document):
    """The keys that were made, players' in the order of their names."""

    keys: tuple[NewKeyDocument, ...]


@router.post("", name="keys.create", status_code=201, responses=BAD_KEY)
def post_keys(wanted: KeyWanted, actor: ActorDep, database: DatabaseDep, settings: SettingsDep) -> NewKeys:
    """Make a key, or one for each player of a tournament. They are shown now and never again."""
    try:
        with database.begin() as db:
            made = make_keys(db, actor.name, KeyFor(**dict(wanted)))
    except KeyScopeError as error:
        raise HTTPException(
            HTTPStatus.UNPROCESSABLE_ENTITY, Sentence("No such key can be: %(problem)s.", problem=str(error))
        ) from error
    return NewKeys(keys=tuple(_shown(key, settings.public_address or "") for key in made))


@router.get("", name="keys.list")
def get_keys(
    database: DatabaseDep,
    tournament: Annotated[Identifier | None, Query(description="Only those of this one.")] = None,
) -> Keys:
    """List all keys, also those that open nothing any more."""
    with database.read() as db:
        return Keys(keys=tuple(list_keys(db, tournament)))


@router.delete("/{key}", name="keys.revoke", status_code=204, responses=NO_KEY)
def delete_key(key: PathId, actor: ActorDep, database: DatabaseDep) -> None:
    """Let a key open nothing from now on; who logged in with it is logged out."""
    with database.begin() as db:
        if not revoke_key(db, actor.name, key):
            raise HTTPException(HTTPStatus.NOT_FOUND)


def _shown(made: NewKey, address: str) -> NewKeyDocument:
    link = f"{address}/join#{made.secret}"
    return NewKeyDocument(**made.key.model_dump(), key=made.secret, link=link)
