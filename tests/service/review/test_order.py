"""The review queue, straight from the database: what it costs."""

from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection, event

from engine import Season
from service.pages.sheets.shown import SheetShown
from service.review.order import list_open
from service.sheets.rows import State, list_sheets
from service.store.database import Database
from service.tournament.plan import load_plan
from tests.service.tournament.sheetrows import Cup, make_cup, put_sheet


def asked_by(db: Connection, ask: Callable[[], object]) -> list[str]:
    """Return the statements that a function sends to the database."""
    sent: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        sent.append(statement)

    event.listen(db, "before_cursor_execute", note)
    ask()
    event.remove(db, "before_cursor_execute", note)
    return sent


def put_in_line(db: Connection, cup: Cup) -> None:
    """Put a sheet of every season of every player into review."""
    for name in cup.players:
        for season in Season:
            put_sheet(db, cup, name, season=season, state=State.REVIEW)


def test_the_database_is_asked_no_more_often_where_more_sheets_wait(database: Database) -> None:
    with database.begin() as db:
        cups = make_cup(db, ["Ann"]), make_cup(db, ["Ann", "Bob", "Cid"], name="Other")
        for cup in cups:
            put_in_line(db, cup)
        few, many = (asked_by(db, partial(list_open, db, cup.id)) for cup in cups)

        assert [len(list_open(db, cup.id)) for cup in cups] == [4, 12]
    assert len(few) == len(many) == 2, many  # the sheets, and their readings


def test_a_sheet_is_shown_by_two_questions_to_the_database(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        put_in_line(db, cup)
        plan, (row, *_) = load_plan(db, cup.id), list_sheets(db, cup.id)

        sent = asked_by(db, lambda: SheetShown.load(db, row, plan))

    assert len(sent) == 2, sent  # its reading, and what was done to it
