import pytest
from sqlalchemy import select

from engine import Side
from service.documents.errors import BadRequestError, ConflictError, NotHereError, StaleError
from service.printing.players import MOST_PLAYERS
from service.sheets.rows import State, find_sheet
from service.store.database import Database
from service.store.events import EventKind, list_events, record
from service.store.tables import players, rounds, seats, sheets, tables
from service.tournament.documents import MOST_ROUNDS, NewTournament, Player, TableChange, TournamentChange
from service.tournament.names import check_coded_name, check_edict_names
from service.tournament.plan import load_plan
from service.tournament.players import add_players, erase_player, list_players, rename_player
from service.tournament.rounds import (
    SeenRound,
    add_round,
    change_round,
    change_table,
    list_rounds,
    remove_last_round,
)
from service.tournament.seating import Seating, deal_seats, enrol_listed, seat_players
from service.tournament.tournaments import (
    change_tournament,
    create_tournament,
    delete_tournament,
    find_tournament,
    list_tournaments,
)
from tests.service.tournament.sheetrows import EDICTS, make_cup, put_sheet

OWN = ["Greenbough", "Golden granary", "great city", "Lost Barony"]
OWN_NAMES = ("Greenbough", "The Golden Granary", "Great City", "Lost Barony")


def test_a_tournament_is_kept_as_it_was_set_up(database: Database) -> None:
    with database.begin() as db:
        asked = NewTournament(name="  Spring   Cup ", side=Side.B, edicts=tuple(OWN), solo=True)
        made = create_tournament(db, "organiser", asked)
    with database.read() as db:
        found = find_tournament(db, made.id)
        [event] = list_events(db, made.id)

    assert found == made
    assert (found.name, found.side, found.edicts, found.solo) == ("Spring Cup", Side.B, OWN_NAMES, True)
    assert (found.stage, found.version) == ("draft", 1)
    assert (event.actor, event.kind) == ("organiser", EventKind.TOURNAMENT_MADE)


def test_changes_are_counted_and_told(database: Database) -> None:
    with database.begin() as db:
        made = create_tournament(db, "organiser", NewTournament(name="Cup"))
        changes = TournamentChange(name="Cup 2", edicts=tuple(OWN), side=Side.C)
        changed = change_tournament(db, "judge", made.id, changes, expected=frozenset({1}))
        with pytest.raises(StaleError):
            change_tournament(db, "judge", made.id, TournamentChange(name="Cup 3"), expected=frozenset({1}))
        [_, event] = list_events(db, made.id)

    assert (changed.name, changed.edicts, changed.side, changed.version) == ("Cup 2", OWN_NAMES, Side.C, 2)
    assert event.body["changes"]["name"] == {"before": "Cup", "after": "Cup 2"}


@pytest.mark.parametrize("name", ["", " \n", "x" * 33, "ü" * 23, "a\0b", "a\u202eb", "\ud800"])
def test_a_name_that_fits_no_code_is_refused(name: str) -> None:
    with pytest.raises(BadRequestError):
        check_coded_name(name, "player")


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["Greenbow"], 'did you mean "Greenbough"'),
        (["Greenbough"], "4 edicts, 1 given"),
        (["Greenbough"] * 4, "twice"),
        ([*OWN, "Silos"], "at most 4"),
    ],
)
def test_edicts_that_make_no_game_are_refused(names: list[str], problem: str) -> None:
    with pytest.raises(BadRequestError, match=problem):
        check_edict_names(names)


def test_tournaments_are_listed_page_by_page_the_newest_first(database: Database) -> None:
    with database.begin() as db:
        made = [
            create_tournament(db, "organiser", NewTournament(name=f"Cup {number}")) for number in range(5)
        ]
        first = list_tournaments(db, most=2)
        second = list_tournaments(db, most=2, after=first[-1].id)
        only = list_tournaments(db, only=made[1].id)
        with pytest.raises(NotHereError):
            list_tournaments(db, after="nobody")

    assert [cup.name for cup in first + second] == ["Cup 4", "Cup 3", "Cup 2", "Cup 1"]
    assert only == [made[1]]


def test_of_a_deleted_tournament_the_log_says_only_that_it_was_deleted(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        put_sheet(db, cup, "Ann")
        record(db, "Ann", EventKind.FILE_RECEIVED, tournament=cup.id, subject="a file", name="Ann.jpg")
        version = find_tournament(db, cup.id).version
        delete_tournament(db, "organiser", cup.id, expected=frozenset({version}))
        left = [db.execute(select(table)).all() for table in (players, rounds, sheets)]
        log = list_events(db, cup.id)
        with pytest.raises(NotHereError):
            find_tournament(db, cup.id)

    assert left == [[], [], []]
    assert [(event.kind, event.body) for event in log] == [(EventKind.TOURNAMENT_CHANGED, {"deleted": True})]


def test_players_are_added_all_or_none(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Bob"])
        add_players(db, "organiser", cup.id, ["<b>Ann</b>", "=1+1", " Zoe\u0308 "])
    for names, error in (
        (["Cid", "bob"], ConflictError),
        (["Cid", "CID"], BadRequestError),
        (["Cid", ""], BadRequestError),
        ([f"p{number}" for number in range(MOST_PLAYERS)], BadRequestError),
    ):
        with pytest.raises(error), database.begin() as db:
            add_players(db, "organiser", cup.id, names)
    with database.read() as db:
        assert {player.name for player in list_players(db, cup.id)} == {"<b>Ann</b>", "=1+1", "Bob", "Zoë"}


def test_players_are_listed_page_by_page(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Dee", "Ann", "Cid", "Bob"])
        first = list_players(db, cup.id, most=3)
        rest = list_players(db, cup.id, after=first[-1].id, most=3)

    assert [player.name for player in first + rest] == ["Ann", "Bob", "Cid", "Dee"]


def test_a_renamed_player_keeps_seat_and_sheets(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        sheet = put_sheet(db, cup, "Ann")
        renamed = rename_player(db, "organiser", cup.id, cup.players["Ann"], "ANN")
        with pytest.raises(ConflictError):
            rename_player(db, "organiser", cup.id, cup.players["Ann"], "bob")
        assert find_sheet(db, cup.id, sheet).player == renamed.id

    assert renamed.name == "ANN"


def test_an_erased_players_sheets_count_no_more_and_the_log_has_no_name(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        sheet = put_sheet(db, cup, "Ann")
        assert erase_player(db, "organiser", cup.id, cup.players["Ann"]) == 1
        dismissed = find_sheet(db, cup.id, sheet)
        log = [event.body for event in list_events(db, cup.id)]

    assert (dismissed.state, dismissed.player) == (State.DISMISSED, None)
    assert "Ann" not in str(log)


CSV = [
    b"name,table\r\nAnn,1\r\nBob,2\r\n",
    b'\xef\xbb\xbfTable;Name\n1;Ann\n2;"Bob"\n\n;\n',
    "Tisch\tSpieler\n1\tAnn\n2\t  Bob \n".encode("utf-16"),
    b"club,mesa,jugador\nx,1,Ann\ny,2,Bob\n",
]


@pytest.mark.parametrize("content", CSV, ids=["commas", "semicolons", "tabs in UTF-16", "other columns"])
def test_players_and_seats_come_from_csv_of_many_kinds(database: Database, content: bytes) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Bob"])
        added = enrol_listed(db, "organiser", cup.id, content)
        names = {player.id: player.name for player in list_players(db, cup.id)}
        [played] = list_rounds(db, cup.id)

    assert ([one.name for one in added.added], [one.name for one in added.known]) == (["Ann"], ["Bob"])
    assert added.seated == 2
    assert [(table.name, [names[one] for one in table.players]) for table in played.tables] == [
        ("1", ["Ann"]),
        ("2", ["Bob"]),
    ]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "Nobody"),
        (b"name\nAnn\n\nann\n", "Line 4: .* line 2 already"),
        (b"name\nAnn\nM\xfcller\n", "UTF-8"),
        (b"name\nAnn\n" + b"x" * 40 + b"\n" + b"y" * 40, "Line 3: .* too long .* Line 4: .* too long"),
        (b"foo,bar\nAnn,1\n", "Line 1: No column has the title"),
        (b"name\nSmith, Ann\n", "Line 2: It has more columns"),
        (b"name,table\n,7\n", "Line 2: No name"),
        (b"name\nA\x01nn\n", "plain line"),
        (b"name,name\nAnn,Bob\n", "Line 1: Two columns"),
        (b'name\n"Ann\nBob\n', "close every quote"),
        (b"name,table\nAnn," + b"x" * 40, "too long"),
    ],
    ids=[
        "empty",
        "twice",
        "latin 1",
        "long",
        "foreign",
        "comma",
        "nameless",
        "control sign",
        "title twice",
        "open quote",
        "long table",
    ],
)
def test_a_list_that_will_not_do_changes_nothing(database: Database, content: bytes, problem: str) -> None:
    with database.begin() as db:
        cup = make_cup(db, [])
    with pytest.raises(BadRequestError, match=problem), database.begin() as db:
        enrol_listed(db, "organiser", cup.id, content)
    with database.read() as db:
        assert list_players(db, cup.id) == []


def test_tables_of_a_list_need_one_round_without_any(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, [], rounds=2)
        with pytest.raises(BadRequestError, match="round=1"):
            enrol_listed(db, "organiser", cup.id, CSV[0])
        enrol_listed(db, "organiser", cup.id, CSV[0], number=2)
        with pytest.raises(ConflictError, match="tables already"):
            enrol_listed(db, "organiser", cup.id, CSV[0], number=2)
        assert [len(played.tables) for played in list_rounds(db, cup.id)] == [0, 2]


def test_edicts_are_the_tables_or_the_rounds_or_the_tournaments(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid"], rounds=2)
        ann, bob, cid = cup.players.values()
        version = find_tournament(db, cup.id).version
        silos = ("Silos", "Jorekburg", "Deepwood", "Caravansary")
        _, now = change_round(db, "organiser", SeenRound(cup.id, 2, frozenset({version})), OWN)
        tables_of_2 = [Seating("1", (ann,), silos), Seating("2", (bob,))]
        seat_players(db, "organiser", SeenRound(cup.id, 2, frozenset({now.version})), tables_of_2)
        plan = load_plan(db, cup.id)
        first, second = plan.rounds

    assert [plan.edicts(first, player) for player in (ann, bob, cid)] == [EDICTS] * 3
    assert [plan.edicts(second, player) for player in (ann, bob, cid)] == [silos, OWN_NAMES, OWN_NAMES]
    assert [plan.edicts_at(second, table) for table in second.tables] == [silos, OWN_NAMES]
    assert plan.edicts_at(second) == OWN_NAMES
    assert plan.edicts_at(second, second.tables[0].model_copy(update={"edicts": ()})) == ()
    assert [player.name for player in plan.expected(first)] == ["Ann", "Bob", "Cid"]
    assert [player.name for player in plan.expected(second)] == ["Ann", "Bob"]


def test_seating_anew_keeps_what_a_table_has(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        ann, bob = cup.players.values()
        version = find_tournament(db, cup.id).version
        seating = [Seating("1", (ann,), tuple(OWN)), Seating("2", (bob,))]
        before, now = seat_players(db, "organiser", SeenRound(cup.id, 1, frozenset({version})), seating)
        seating = [Seating("Table 10", (ann,)), Seating("1", (bob,)), Seating("Table 2", ())]
        after, _ = seat_players(db, "organiser", SeenRound(cup.id, 1, frozenset({now.version})), seating)
        assert [len(db.execute(select(kept)).all()) for kept in (seats, tables)] == [2, 3]

    assert after.tables[0].id == before.tables[0].id
    assert after.tables[0].edicts == OWN_NAMES
    sitting = [("1", (bob,)), ("Table 2", ()), ("Table 10", (ann,))]
    assert [(table.name, table.players) for table in after.tables] == sitting


def test_a_seating_that_cannot_be_is_refused(database: Database) -> None:
    with database.begin() as db:
        cup, other = make_cup(db), make_cup(db, ["Cid"], name="Other")
        ann, bob = cup.players.values()
        expected = frozenset({find_tournament(db, cup.id).version})
        for seating, problem in (
            ([Seating("1", (ann, ann))], '"Ann" is named 2 times'),
            ([Seating("1", (ann,)), Seating("1", (bob,))], 'table "1" is named 2 times'),
            ([Seating("1", (other.players["Cid"],))], "no player"),
            ([Seating(" ", (ann,))], "plain line"),
            ([Seating("1", (ann,), ("Silos",))], "1 given"),
        ):
            with pytest.raises(BadRequestError, match=problem):
                seat_players(db, "organiser", SeenRound(cup.id, 1, expected), seating)
        with pytest.raises(StaleError):
            seat_players(db, "organiser", SeenRound(cup.id, 1, frozenset({0})), [])
        assert list_rounds(db, cup.id)[0].tables == ()


@pytest.mark.parametrize(("many", "size"), [(1, 4), (4, 4), (9, 4), (10, 4), (2000, 6), (0, 4)])
def test_seats_are_dealt_evenly_and_the_same_from_a_seed(many: int, size: int) -> None:
    known = [Player(id=str(number), name=f"Player {number}") for number in range(many)]
    dealt = deal_seats(known, table_size=size, seed=3)
    again = deal_seats(list(reversed(known)), table_size=size, seed=3)
    sizes = [len(table.players) for table in dealt]

    assert dealt == again
    assert sorted(player for table in dealt for player in table.players) == sorted(one.id for one in known)
    assert len(sizes) == -(-many // size)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    assert many < 9 or deal_seats(known, table_size=size, seed=4) != dealt


def test_tables_are_changed_one_by_one(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        version = find_tournament(db, cup.id).version
        dealt = deal_seats(list_players(db, cup.id), table_size=1, seed=1)
        played, now = seat_players(db, "organiser", SeenRound(cup.id, 1, frozenset({version})), dealt)
        table, expected = played.tables[0].id, frozenset({now.version})
        with pytest.raises(ConflictError):
            change_table(db, "organiser", SeenRound(cup.id, 1, expected), table, TableChange(name="2"))
        with pytest.raises(NotHereError):
            change_table(db, "organiser", SeenRound(cup.id, 1, expected), "none", TableChange(name="3"))
        changes = TableChange(name="Window", edicts=tuple(OWN))
        played, _ = change_table(db, "organiser", SeenRound(cup.id, 1, expected), table, changes)

    assert [(table.name, table.edicts) for table in played.tables] == [("2", None), ("Window", OWN_NAMES)]


def test_rounds_are_added_and_the_last_one_removed_while_it_is_empty(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, rounds=3)
        put_sheet(db, cup, "Ann", 2)

        def remove(number: int) -> None:
            expected = frozenset({find_tournament(db, cup.id).version})
            remove_last_round(db, "organiser", SeenRound(cup.id, number, expected))

        with pytest.raises(ConflictError, match="last round"):
            remove(2)
        remove(3)
        with pytest.raises(ConflictError, match="Sheets"):
            remove(2)
        assert [played.number for played in list_rounds(db, cup.id)] == [1, 2]
        for _ in range(MOST_ROUNDS - 2):
            add_round(db, "organiser", cup.id)
        with pytest.raises(BadRequestError, match="at most 50"):
            add_round(db, "organiser", cup.id)


def test_what_is_of_another_tournament_is_not_here(database: Database) -> None:
    with database.begin() as db:
        cup, other = make_cup(db), make_cup(db, ["Cid"], name="Other")
        cid = other.players["Cid"]
        for deed in (
            lambda: rename_player(db, "x", cup.id, cid, "Dee"),
            lambda: erase_player(db, "x", cup.id, cid),
            lambda: list_players(db, cup.id, after=cid),
            lambda: find_tournament(db, "a\0b"),
            lambda: load_plan(db, "none"),
        ):
            with pytest.raises(NotHereError):
                deed()
        assert [player.name for player in list_players(db, other.id)] == ["Cid"]
