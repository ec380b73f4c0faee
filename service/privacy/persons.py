"""Personal data of one player: all of it handed out, or all of it erased."""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, delete, select, update

from service.documents import Reason
from service.files.copies import name_own, name_own_in
from service.files.documents import FileStatus
from service.files.states import get_file
from service.placing.filenames import read_file_name
from service.scans.deleting import erase_scans
from service.scans.rows import ScanRow, scans_of_player
from service.sheets.asread import reading_of
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.sheets.storing import rewrite_doubts
from service.store.blobs import Blobs
from service.store.events import Event, list_events, now
from service.store.photos import delete_photo, is_referred_to
from service.store.probabilities import delete_probabilities
from service.store.tables import answers, batches, events, files, pages, readings, sheets
from service.tournament.documents import Player
from service.tournament.players import ERASED as ERASED_NAME
from service.tournament.players import erase_player, find_player, names_of, without_name

ERASED_FILE = "erased"
"""The name of a file whose own name is erased."""
ERASED = Reason(
    code="erased",
    message="This file showed a player whose data was erased.",
    advice="Nothing can be done about it any more.",
)


@dataclass(frozen=True, slots=True)
class KeptData:
    """All data of a player but the name."""

    sheets: tuple[SheetRow, ...]
    files: tuple[FileStatus, ...]
    """With their sheets on them, or sent by them."""
    events: tuple[Event, ...]
    scans: tuple[ScanRow, ...] = ()
    """The scans that they made with their key."""


def find_data(db: Connection, tournament: str, player: str) -> KeptData:
    """Return all data of a player of a tournament."""
    theirs = list_sheets(db, tournament, SheetFilter(player=player))
    named = {sheet.file for sheet in theirs} | set(_sent_for(db, tournament, player))
    found = [get_file(db, tournament, file) for file in sorted(named)]
    subjects = [player, *sorted(named), *(sheet.id for sheet in theirs)]
    entries = [event for subject in subjects for event in list_events(db, tournament, subject=subject)]
    return KeptData(
        tuple(theirs),
        tuple(name_own(row, named.__contains__) for row in found if row is not None),
        tuple(
            name_own_in(event, named.__contains__) for event in sorted(entries, key=lambda event: event.id)
        ),
        tuple(scans_of_player(db, player)),
    )


def erase_person(db: Connection, blobs: Blobs, actor: str, tournament: str, player: str) -> None:
    """Erase a player: the name, wherever it stands, the photos of their sheets, and what was read of them.

    Raises:
        NotHereError: There is no such player in the tournament.
    """
    names = names_of(db, tournament, find_player(db, tournament, player))
    data = find_data(db, tournament, player)
    erase_player(db, actor, tournament, player)
    erase_data(db, blobs, actor, tournament, data)
    _forget_names(db, tournament, player, names)
    _forget_answers(db, {player, *names, *(row.id for row in data.files)})


def erase_data(db: Connection, blobs: Blobs, actor: str, tournament: str, data: KeptData) -> None:
    """Erase the files that show only this player's sheets: photos, readings, names, and what the log says.

    Sheets on a photo beside those of others stay, without a player; every file is still counted.
    """
    own = {sheet.id for sheet in data.sheets}
    for sheet in data.sheets:  # of those on a photo that stays, how the player draws goes too
        delete_probabilities(db, reading_of(db, sheet.page), sheet.number)
    for row in data.files:
        if not _shows_others(db, row, own):
            _erase_file(db, blobs, actor, row)
    erase_scans(db, blobs, actor, data.scans)
    _forget_events(db, tournament, [event.subject for event in data.events])


def _sent_for(db: Connection, tournament: str, player: str) -> list[str]:
    sent = select(files.c.id).join(batches, batches.c.id == files.c.batch_id)
    wanted = sent.where(files.c.tournament_id == tournament, batches.c.player_id == player)
    return list(db.execute(wanted).scalars())


def _shows_others(db: Connection, row: FileStatus, own: set[str]) -> bool:
    shown = select(sheets.c.id).join(pages, pages.c.id == sheets.c.page_id)
    found = db.execute(shown.where(pages.c.file_id == row.original)).scalars()
    return not set(found) <= own


def _erase_file(db: Connection, blobs: Blobs, actor: str, row: FileStatus) -> None:
    same = files.c.tournament_id == row.tournament, files.c.sha256 == row.sha256
    alike = [row.id] if row.sha256 is None else list(db.execute(select(files.c.id).where(*same)).scalars())
    db.execute(delete(pages).where(pages.c.file_id.in_(alike)))  # with their readings and sheets
    refusal = ERASED.model_dump(mode="json")
    gone = update(files).where(files.c.id.in_(alike))
    db.execute(  # set aside, as nobody can do anything about it
        gone.values(name=ERASED_FILE, sha256=None, duplicate_of=None, refusal=refusal, dismissed_at=now())
    )
    if row.sha256 is not None and not is_referred_to(db, row.sha256):
        delete_photo(db, blobs, actor, row.sha256)
    _forget_events(db, row.tournament, alike)


def _forget_events(db: Connection, tournament: str, subjects: Iterable[str | None]) -> None:
    theirs = (
        events.c.tournament_id == tournament,
        events.c.subject_id.in_([each for each in subjects if each]),
    )
    db.execute(update(events).where(*theirs).values(body={"erased": True}))


def _forget_names(db: Connection, tournament: str, player: str, names: Collection[str]) -> None:
    """Erase a player's names from readings of shared pages, names of files, senders, doubts, log."""

    def rewrite(document: object) -> object:
        return reduce(without_name, names, document)

    of_files = _files_named(db, tournament, player, names)
    db.execute(update(files).where(files.c.id.in_(of_files)).values(name=ERASED_FILE))
    _forget_events(db, tournament, of_files)
    sent = update(batches).where(batches.c.tournament_id == tournament, batches.c.received_by.in_(names))
    db.execute(sent.values(received_by=ERASED_NAME))
    _rewrite(db, events.c.body, events.c.tournament_id == tournament, rewrite)
    rewrite_doubts(db, tournament, rewrite)
    read = select(pages.c.id).where(pages.c.tournament_id == tournament)
    _rewrite(db, readings.c.document, readings.c.page_id.in_(read), rewrite)
    shared = read.where(pages.c.file_id.in_(of_files))
    _rewrite(db, readings.c.document, readings.c.page_id.in_(shared), _without_file_name)


def _without_file_name(reading: Any) -> object:
    return reading | {"photo": reading["photo"] | {"name": ERASED_FILE}}


def _files_named(db: Connection, tournament: str, player: str, names: Collection[str]) -> list[str]:
    """Return the files whose names say the whole name of the player."""
    theirs = [Player(id=player, name=name) for name in names]
    listed = db.execute(select(files.c.id, files.c.name).where(files.c.tournament_id == tournament))
    return [
        row.id
        for row in listed
        if any(read_file_name(row.name, [each], tournament="", rounds=0).is_full_name for each in theirs)
    ]


def _rewrite(
    db: Connection,
    column: Column[object],
    where: ColumnElement[bool],
    rewrite: Callable[[object], object],
) -> None:
    """Rewrite a column of JSON where that changes it."""
    table = column.table
    for row in db.execute(select(table.c.id, column.label("document")).where(where)).all():
        rewritten = rewrite(row.document)
        if rewritten != row.document:
            db.execute(update(table).where(table.c.id == row.id).values({column.name: rewritten}))


def _forget_answers(db: Connection, words: Collection[str]) -> None:
    """Forget the answers to requests that hold one of these words: sent again, they are done again."""
    for row in db.execute(select(answers.c.actor, answers.c.key, answers.c.body)).all():
        text = json.dumps(row.body, ensure_ascii=False)
        if any(word in text for word in words):
            db.execute(delete(answers).where(answers.c.actor == row.actor, answers.c.key == row.key))
