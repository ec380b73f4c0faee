"""The table of sheets: one module writes it, each change is of one version and makes the state anew."""

import re
from pathlib import Path

import pytest

import service
from service.documents.errors import StaleError
from service.sheets.doubts import CoinsDoubt
from service.sheets.rows import State, find_sheet
from service.sheets.storing import change_sheet, dismiss_sheets_of, place_of, rewrite_doubts
from service.store.database import Database
from tests.service.tournament.sheetrows import last_map, make_cup, put_sheet

WRITES = re.compile(r"\b(?:insert|update|delete)\(sheets\)")


def test_one_module_writes_the_table_of_sheets() -> None:
    room = Path(service.__file__).parent
    writing = [path for path in room.rglob("*.py") if WRITES.search(path.read_text(encoding="utf-8"))]
    assert [path.relative_to(room).as_posix() for path in writing if "versions" not in path.parts] == [
        "sheets/storing.py"
    ]


def test_a_change_is_of_one_version_and_leaves_the_rest(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        before = find_sheet(db, cup.id, put_sheet(db, cup, "Ann", doubts=[CoinsDoubt()], state=State.REVIEW))
        state = change_sheet(db, before, map=last_map(coins=7))
        after = find_sheet(db, cup.id, before.id)

    assert (state, after.state, after.version) == (State.REVIEW, State.REVIEW, 2)
    assert (after.map.coins, after.doubts) == (7, before.doubts)
    assert place_of(after) == place_of(before)


def test_a_change_of_an_older_version_is_stale_and_changes_nothing(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        before = find_sheet(db, cup.id, put_sheet(db, cup, "Ann"))
        change_sheet(db, before, doubts=[CoinsDoubt()])
        with pytest.raises(StaleError):
            change_sheet(db, before, doubts=[])
        after = find_sheet(db, cup.id, before.id)

    assert (after.version, after.state) == (2, State.REVIEW)


def test_the_state_follows_the_doubts_unless_the_sheet_is_set_aside(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        sheet = put_sheet(db, cup, "Ann", doubts=[CoinsDoubt()], state=State.REVIEW)

        def change(**values: object) -> State:
            return change_sheet(db, find_sheet(db, cup.id, sheet), **values)  # type: ignore[arg-type]

        states = [
            change(dismissed=True),
            change(doubts=[]),
            change(dismissed=False),
            change(doubts=[CoinsDoubt()]),
        ]

    assert states == [State.DISMISSED, State.DISMISSED, State.SCORED, State.REVIEW]


def test_sheets_of_a_player_who_is_erased_leave_their_places(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        anns, bobs = put_sheet(db, cup, "Ann"), put_sheet(db, cup, "Bob")
        assert dismiss_sheets_of(db, cup.id, cup.players["Ann"]) == 1
        erased, other = find_sheet(db, cup.id, anns), find_sheet(db, cup.id, bobs)

    assert (erased.state, erased.player, erased.placed_by, erased.version) == (State.DISMISSED, None, None, 2)
    assert (other.state, other.player, other.version) == (State.SCORED, cup.players["Bob"], 1)


def test_doubts_are_rewritten_only_where_they_change(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        doubted = put_sheet(db, cup, "Ann", doubts=[CoinsDoubt()], state=State.REVIEW)
        sure = put_sheet(db, cup, "Bob")
        rewrite_doubts(db, cup.id, lambda doubts: [{"kind": "square", "square": [0, 1]} for _ in doubts])
        versions = find_sheet(db, cup.id, doubted).version, find_sheet(db, cup.id, sure).version
        kinds = [doubt.kind for doubt in find_sheet(db, cup.id, doubted).doubts]

    assert (versions, kinds) == ((2, 1), ["square"])
