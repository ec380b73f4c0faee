"""The files that were sent, each in one state, which follows from its pages and sheets."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, cast

import sqlalchemy as sa

from service.documents.readings import BLANK_PAGE
from service.files.documents import DISMISSED, FileState, FileStatus
from service.store.tables import Record, Rows, files, pages, sheets


@dataclass(frozen=True, slots=True)
class FileFilter:
    """The files of a tournament that are wanted: those for which all of this holds."""

    batch: str | None = None
    states: tuple[FileState, ...] = ()
    """Any of them; empty: in whatever state."""
    set_aside: bool | None = None
    """Whether a person set them aside; None: whether or not."""
    unread: bool = False
    """Whether they, or some page of them, could not be read, and nobody set them aside."""
    after: tuple[datetime, str] | None = None
    """The moment and the identifier after which the list begins."""

    def conditions(self, rows: sa.Subquery) -> Iterator[sa.ColumnElement[bool]]:
        """Yield what has to hold for the rows of files with their states."""
        if self.states:
            yield rows.c.state.in_([state.value for state in self.states])
        if self.set_aside is not None:
            yield _is_set_aside(rows) if self.set_aside else sa.not_(_is_set_aside(rows))
        if self.unread:
            yield _is_unread(rows)
        if self.after is not None:
            moment, last = self.after
            yield (rows.c.received_at > moment) | sa.and_(rows.c.received_at == moment, rows.c.id > last)


ALL_FILES = FileFilter()
TOURNAMENT: sa.BindParameter[str] = sa.bindparam("tournament")
"""Whose files a query is about: queries are built once, as that takes longer than to answer them."""
ORIGINAL = sa.func.coalesce(files.c.duplicate_of, files.c.id)
"""The file whose pages show what a file shows: itself, or the one with the same bytes."""


def list_files(
    db: sa.Connection,
    tournament: str,
    wanted: FileFilter = ALL_FILES,
    *,
    most: int | None = None,
    latest: bool = False,
) -> list[FileStatus]:
    """Return files of a tournament in the order in which they came, or with `latest` in the reverse order."""
    rows = _files(of_batch=wanted.batch is not None)
    order = (rows.c.received_at, rows.c.id)
    listed = sa.select(rows).order_by(*(each.desc() for each in order) if latest else order).limit(most)
    asked = listed.where(*wanted.conditions(rows))
    return [_row(row) for row in db.execute(asked, {"tournament": tournament, "batch": wanted.batch})]


def get_file(db: sa.Connection, tournament: str, file: str) -> FileStatus | None:
    """Return a file of a tournament; None if there is none."""
    row = db.execute(_one(), {"tournament": tournament, "file": file}).one_or_none()
    return None if row is None else _row(row)


def count_files(db: sa.Connection, tournament: str) -> dict[FileState, int]:
    """Return how many files are in each state; they add up to all files."""
    found = sum(count_in_batches(db, tournament).values(), Counter())
    return {state: found[state] for state in FileState}


def count_in_batches(
    db: sa.Connection, tournament: str, batch: str | None = None
) -> Mapping[str, Counter[FileState]]:
    """Return how many files of each batch, or of one, are in each state; empty ones are left out."""
    counted: defaultdict[str, Counter[FileState]] = defaultdict(Counter)
    asked = {"tournament": tournament, "batch": batch}
    for named, state, count in db.execute(_counted(of_batch=batch is not None), asked):
        counted[named][FileState(state)] = count
    return counted


def count_wanted(db: sa.Connection, tournament: str, wanted: FileFilter) -> int:
    """Return how many files of a tournament are wanted, in whatever batch."""
    rows = _files()
    counted = sa.select(sa.func.count()).select_from(rows).where(*wanted.conditions(rows))
    return db.execute(counted, {"tournament": tournament}).scalar_one()


@cache
def _files(*, of_batch: bool = False) -> sa.Subquery:
    """Return the files of a tournament, or of one batch, with their states."""
    wanted = _states()
    return (wanted.where(files.c.batch_id == sa.bindparam("batch")) if of_batch else wanted).subquery()


@cache
def _one() -> Rows:
    """Return the query of one file."""
    return _states().where(files.c.id == sa.bindparam("file"))


@cache
def _counted(*, of_batch: bool) -> sa.Select[str, str, int]:
    """Return the query of how many files of each batch are in each state."""
    rows = _files(of_batch=of_batch)
    place = rows.c.batch_id, rows.c.state
    return sa.select(*place, sa.func.count()).group_by(*place)


def _is_unread(rows: sa.Subquery) -> sa.ColumnElement[bool]:
    columns = rows.c
    is_done = columns.state.not_in([FileState.WAITING, FileState.READING])
    none_read = sa.and_(columns.state == FileState.REJECTED, columns.rejection.is_not(None))
    lacks_some = sa.or_(columns.sha256.is_(None), columns.unread > 0, none_read)
    return sa.and_(is_done, lacks_some, columns.dismissed_at.is_(None))


def _is_set_aside(rows: sa.Subquery) -> sa.ColumnElement[bool]:
    columns = rows.c
    all_sheets = sa.and_(columns.sha256.is_not(None), columns.rejection.is_(None))
    return sa.and_(columns.state == FileState.REJECTED, sa.or_(all_sheets, columns.dismissed_at.is_not(None)))


def _states() -> Rows:
    """Return the query of a tournament's files with their states; a duplicate has that of its original.

    What is counted is the tournament's alone: how much others have sent costs it nothing.
    """
    of_pages, of_sheets = _counted_pages(), _counted_sheets()
    sheet_count = sa.func.coalesce(of_sheets.c.sheets, 0)
    state = sa.case(
        (files.c.sha256.is_(None), FileState.REJECTED),
        (of_pages.c.claimed > 0, FileState.READING),
        (of_pages.c.waiting > 0, FileState.WAITING),
        (of_pages.c.rejected == of_pages.c.pages, FileState.REJECTED),
        (sa.and_(of_pages.c.unread > 0, files.c.dismissed_at.is_(None)), FileState.REVIEW),
        (of_sheets.c.review > 0, FileState.REVIEW),
        (of_sheets.c.dismissed == sheet_count, FileState.REJECTED),
        else_=FileState.SCORED,
    )
    return (
        sa.select(
            files,
            ORIGINAL.label("original"),
            state.label("state"),
            sa.func.coalesce(of_pages.c.pages, 0).label("pages"),
            sa.func.coalesce(of_pages.c.unread, 0).label("unread"),
            sheet_count.label("sheets"),
            of_pages.c.done_at,
            _first_rejection().label("rejection"),
        )
        .outerjoin(of_pages, of_pages.c.file_id == ORIGINAL)
        .outerjoin(of_sheets, of_sheets.c.file_id == ORIGINAL)
        .where(files.c.tournament_id == TOURNAMENT)
    )


def _counted_pages() -> sa.Subquery:
    """Return the query of how many pages each file has, by their states; blank pages are not unread ones."""
    is_rejected = sa.and_(pages.c.state == "done", pages.c.rejection.is_not(None))
    return (
        sa.select(
            pages.c.file_id,
            sa.func.count().label("pages"),
            _count(pages.c.state == "waiting").label("waiting"),
            _count(pages.c.state == "claimed").label("claimed"),
            _count(is_rejected).label("rejected"),
            _count(sa.and_(is_rejected, _code_of(pages.c.rejection) != BLANK_PAGE)).label("unread"),
            sa.func.max(pages.c.done_at).label("done_at"),
        )
        .where(pages.c.tournament_id == TOURNAMENT)
        .group_by(pages.c.file_id)
        .subquery("of_pages")
    )


def _counted_sheets() -> sa.Subquery:
    """Return the query of how many sheets each file has, by their states."""
    return (
        sa.select(
            pages.c.file_id,
            sa.func.count().label("sheets"),
            _count(sheets.c.state == "review").label("review"),
            _count(sheets.c.state == "dismissed").label("dismissed"),
        )
        .join(sheets, sheets.c.page_id == pages.c.id)
        .where(pages.c.tournament_id == TOURNAMENT)
        .group_by(pages.c.file_id)
        .subquery("of_sheets")
    )


def _count(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


def _code_of(rejection: Any) -> sa.ColumnElement[str]:
    return cast("sa.ColumnElement[str]", rejection["code"].as_string())


def _first_rejection() -> sa.ScalarSelect[object]:
    """Return the query of why the first page was rejected that is not blank, or else the first."""
    of_file = pages.alias("rejected_page")
    return (
        sa.select(of_file.c.rejection)
        .where(of_file.c.file_id == ORIGINAL, of_file.c.rejection.is_not(None))
        .order_by(_code_of(of_file.c.rejection) == BLANK_PAGE, of_file.c.number)
        .limit(1)
        .scalar_subquery()
    )


def _row(row: Record) -> FileStatus:
    is_rejected = row.state == FileState.REJECTED
    rejection = row.rejection if row.unread or is_rejected else None
    details = {
        "reason": row.refusal or rejection or (DISMISSED if is_rejected else None),
        "done_at": row.done_at and max(row.done_at, row.received_at),  # a duplicate came later
        "dismissed_at": row.dismissed_at if is_rejected or rejection else None,
    }
    return FileStatus.model_validate({**row._mapping, **details})
