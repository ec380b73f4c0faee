"""Names of erased players, taken out of whatever is kept beside what was theirs."""

import json
from collections.abc import Collection
from functools import reduce
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, select, update

from service.sheets.writing import rewrite_doubts
from service.store.tables import answers, batches, events, files, pages, readings
from service.tournament.documents import Player
from service.tournament.filenames import read_file_name
from service.tournament.players import ERASED, without_name

FILE = "erased"


def forget_names(db: Connection, tournament: str, player: str, names: Collection[str]) -> None:
    """Take a player's names out of readings of shared pages, files' names, senders, flags, log and answers.

    Args:
        db: the transaction.
        tournament: where they played.
        player: their identifier.
        names: how they are and were called.
    """
    of_files = _files_named(db, tournament, player, names)
    db.execute(update(files).where(files.c.id.in_(of_files)).values(name=FILE))
    theirs = events.c.tournament_id == tournament, events.c.subject_id.in_(of_files)
    db.execute(update(events).where(*theirs).values(body={"erased": True}))
    sent = update(batches).where(batches.c.tournament_id == tournament, batches.c.received_by.in_(names))
    db.execute(sent.values(received_by=ERASED))
    _rewrite(db, events, events.c.body, events.c.tournament_id == tournament, names)
    rewrite_doubts(db, tournament, lambda doubts: reduce(without_name, names, doubts))
    read = select(pages.c.id).where(pages.c.tournament_id == tournament)
    _rewrite(db, readings, readings.c.document, readings.c.page_id.in_(read), names)
    _forget_answers(db, {player, *names})


def _files_named(db: Connection, tournament: str, player: str, names: Collection[str]) -> list[str]:
    """Return the files whose names say the whole name of the player."""
    theirs = [Player(id=player, name=name) for name in names]
    listed = db.execute(select(files.c.id, files.c.name).where(files.c.tournament_id == tournament))
    return [
        row.id
        for row in listed
        if any(read_file_name(row.name, [each], tournament="", rounds=0).is_full_name for each in theirs)
    ]


def _rewrite(db: Connection, table: Table, column: Column[Any], where: Any, names: Collection[str]) -> None:
    for row in db.execute(select(table.c.id, column.label("text")).where(where)).all():
        without = reduce(without_name, names, row.text)
        if without != row.text:
            db.execute(update(table).where(table.c.id == row.id).values({column.name: without}))


def _forget_answers(db: Connection, words: Collection[str]) -> None:
    """Forget the answers to requests that speak of the player: sent again, they are done again."""
    for row in db.execute(select(answers.c.actor, answers.c.key, answers.c.body)).all():
        text = json.dumps(row.body, ensure_ascii=False)
        if any(word in text for word in words):
            db.execute(delete(answers).where(answers.c.actor == row.actor, answers.c.key == row.key))
