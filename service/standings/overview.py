"""Tournaments at a glance: how many play, how many sheets there are, and how many wait for a person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, case, func, select

from service.files.states import count_files
from service.sheets.rows import State
from service.store.tables import events, players, sheets


@dataclass(frozen=True, slots=True)
class Glance:
    """A tournament in three numbers."""

    players: int = 0
    sheets: int = 0
    """Those that count."""
    review: int = 0
    """Of these, those that wait for a person."""


def glance_at(db: Connection, tournaments: Sequence[str]) -> Mapping[str, Glance]:
    """Return the numbers of several tournaments by their identifiers."""
    counted = select(players.c.tournament_id, func.count()).group_by(players.c.tournament_id)
    rows = db.execute(counted.where(players.c.tournament_id.in_(tournaments)))
    playing = {row[0]: int(row[1]) for row in rows}
    waiting = func.sum(case((sheets.c.state == State.REVIEW, 1), else_=0))
    wanted = select(sheets.c.tournament_id, func.count(), waiting).group_by(sheets.c.tournament_id)
    wanted = wanted.where(sheets.c.tournament_id.in_(tournaments), sheets.c.state != State.DISMISSED)
    lying = {row[0]: (int(row[1]), int(row[2])) for row in db.execute(wanted)}
    return {each: Glance(playing.get(each, 0), *lying.get(each, (0, 0))) for each in tournaments}


def fingerprint(db: Connection, tournament: str, *more: object) -> str:
    """Return an ETag that is another one as soon as anything was done in a tournament, or is being read."""
    done = select(func.max(events.c.id), func.count()).where(events.c.tournament_id == tournament)
    files = sorted(count_files(db, tournament).items())
    contents = repr((tuple(db.execute(done).one()), files, more))
    return f'"{sha256(contents.encode()).hexdigest()[:32]}"'
