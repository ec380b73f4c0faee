"""Tournaments themselves: making, finding, changing and deleting them."""

from collections.abc import Collection
from functools import cache

from sqlalchemy import Connection, bindparam, delete, insert, select, tuple_, update

from service.documents.conditions import check_version
from service.documents.errors import NotHereError
from service.sheets.storing import weigh_again
from service.store.events import EventKind, now, record
from service.store.tables import Rows, events, is_identifier, new_id, tournaments
from service.tournament.documents import NewTournament, Tournament, TournamentChange
from service.tournament.names import check_coded_name, check_edict_names

PUBLISHED = "published"


def create_tournament(db: Connection, actor: str, asked: NewTournament) -> Tournament:
    """Make a tournament, and return it; it has no rounds yet.

    Raises:
        BadRequestError: The name or the edicts cannot be.
    """
    made, plain, edicts = (
        new_id(),
        check_coded_name(asked.name, "tournament"),
        check_edict_names(asked.edicts),
    )
    details = {"side": asked.side, "edicts": edicts, "solo": asked.solo, "created_at": now()}
    db.execute(insert(tournaments).values(id=made, name=plain, **details))
    record(db, actor, EventKind.TOURNAMENT_MADE, tournament=made, subject=made, name=plain)
    return find_tournament(db, made)


def find_tournament(db: Connection, tournament: str) -> Tournament:
    """Return a tournament.

    Raises:
        NotHereError: There is none of this identifier.
    """
    return _find(db, tournament, locked=False)


def lock_tournament(db: Connection, tournament: str) -> Tournament:
    """Return a tournament that nobody else changes, publishes or places sheets in until the transaction ends.

    Raises:
        NotHereError: There is none of this identifier.
    """
    return _find(db, tournament, locked=True)


def _find(db: Connection, tournament: str, *, locked: bool) -> Tournament:
    if is_identifier(tournament):
        row = db.execute(_one(locked=locked), {"tournament": tournament}).one_or_none()
        if row is not None:
            return Tournament.model_validate(row, from_attributes=True)
    raise NotHereError("tournament")


@cache
def _one(*, locked: bool) -> Rows:
    """Return the query of one tournament, built once, as that takes longer than to answer it."""
    wanted = select(tournaments).where(tournaments.c.id == bindparam("tournament"))
    return wanted.with_for_update(key_share=True) if locked else wanted


def list_tournaments(
    db: Connection, *, only: str | None = None, after: str | None = None, most: int = 50
) -> list[Tournament]:
    """Return tournaments, the newest first: all of them, or only the one of this identifier.

    The list begins after the tournament `after`.
    """
    wanted = select(tournaments).order_by(tournaments.c.created_at.desc(), tournaments.c.id.desc())
    if only is not None:
        wanted = wanted.where(tournaments.c.id == only)
    if after is not None:
        last = find_tournament(db, after)
        wanted = wanted.where(tuple_(tournaments.c.created_at, tournaments.c.id) < (last.created_at, last.id))
    rows = db.execute(wanted.limit(most))
    return [Tournament.model_validate(row, from_attributes=True) for row in rows]


def change_tournament(
    db: Connection, actor: str, tournament: str, asked: TournamentChange, *, expected: Collection[int]
) -> Tournament:
    """Change the settings of a tournament, and return it.

    Raises:
        NotHereError: There is none.
        StaleError: It has another version than those expected.
        BadRequestError: It cannot be changed so.
    """
    before = lock_tournament(db, tournament)
    check_version(before.version, expected, "tournament")
    changed = _checked(asked)
    if not changed:
        return before
    db.execute(update(tournaments).where(tournaments.c.id == tournament).values(**changed))
    if "edicts" in changed:
        weigh_again(db, tournament)
    changes = {
        key: {"before": _plain(getattr(before, key)), "after": value} for key, value in changed.items()
    }
    record(
        db, actor, EventKind.TOURNAMENT_CHANGED, tournament=tournament, subject=tournament, changes=changes
    )
    return next_version(db, tournament)


def _checked(asked: TournamentChange) -> dict[str, object]:
    checked = asked.model_dump(include=asked.model_fields_set)
    if "name" in checked:
        checked["name"] = check_coded_name(asked.name or "", "tournament")
    if "edicts" in checked:
        checked["edicts"] = check_edict_names(asked.edicts or ())
    if "solo" in checked:
        checked["solo"] = bool(asked.solo)
    return checked


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def next_version(db: Connection, tournament: str) -> Tournament:
    """Count a change of a tournament's set-up, and return it as it is now."""
    counted = update(tournaments).where(tournaments.c.id == tournament)
    db.execute(counted.values(version=tournaments.c.version + 1))
    return find_tournament(db, tournament)


def delete_tournament(db: Connection, actor: str, tournament: str, *, expected: Collection[int]) -> None:
    """Delete a tournament with all that is in it; the log keeps that it was deleted, and by whom.

    Raises:
        NotHereError: There is none.
        StaleError: It has another version than those expected.
    """
    found = lock_tournament(db, tournament)
    check_version(found.version, expected, "tournament")
    db.execute(delete(tournaments).where(tournaments.c.id == tournament))
    db.execute(delete(events).where(events.c.tournament_id == tournament))  # it names players and files
    record(db, actor, EventKind.TOURNAMENT_CHANGED, tournament=tournament, subject=tournament, deleted=True)
