from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, update

from engine import MapSheet, Season, Side, Terrain
from service.documents import Reason, WrittenCode
from service.documents.errors import BadRequestError, ConflictError, NotHereError, StaleError
from service.placing.byhand import HandPlace, place_by_hand
from service.placing.newsheets import place_resent, place_waiting, propose_place
from service.placing.owner import Clues
from service.placing.placedoubts import change_set_up, doubts_with, settle_place
from service.sheets.doubts import PlaceDoubt, SquareDoubt
from service.sheets.rows import PlacedBy, SheetRow, State, find_sheet, likeness_of, list_sheets
from service.sheets.storing import SheetPlace
from service.store.database import Database
from service.store.events import EventKind, list_events
from service.store.tables import batches, files, new_id, tournaments
from service.tournament.documents import TournamentChange
from service.tournament.players import add_players
from service.tournament.rounds import add_round
from service.tournament.tournaments import find_tournament
from tests.drawing import map_of
from tests.service.tournament.sheetrows import MOMENT, Cup, last_map, make_cup, put_sheet

ONE, OTHER = last_map(map_of("FFF")), last_map(map_of("VVV"))
TAKEN = PlaceDoubt(reason=Reason(code="place_taken", message="", advice=""))
SQUARE = SquareDoubt(square=(2, 3), alternatives={Terrain.EMPTY: 0.6, Terrain.MONSTER: 0.4})


def test_a_free_place_is_proposed_without_flags(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        placed = propose_place(db, cup.id, Clues(file_name="Ann.jpg"), likeness=likeness_of(ONE))

    assert (placed.place.player, placed.place.round, placed.place.season, placed.place.by, placed.flags) == (
        cup.players["Ann"],
        cup.rounds[1],
        Season.WINTER,
        PlacedBy.NAME,
        (),
    )


def test_a_taken_place_and_the_same_map_are_flagged(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        there = put_sheet(db, cup, "Ann", read=ONE)
        again = propose_place(
            db, cup.id, Clues(stated=SheetPlace(cup.players["Ann"])), likeness=likeness_of(OTHER)
        )
        itself = propose_place(
            db, cup.id, Clues(stated=SheetPlace(cup.players["Ann"])), likeness=likeness_of(ONE), sheet=there
        )
        copied = propose_place(db, cup.id, Clues(file_name="Bob.jpg"), likeness=likeness_of(ONE))

    assert [flag.code for flag in again.flags] == ["place_taken"]
    assert itself.flags == ()
    assert [flag.message for flag in copied.flags] == ['This is square by square the map of "Ann".']


def test_maps_on_which_nothing_is_drawn_are_not_the_same(database: Database) -> None:
    blank = last_map(map_of("..."))
    with database.begin() as db:
        cup = make_cup(db)
        put_sheet(db, cup, "Ann", read=blank)
        placed = propose_place(db, cup.id, Clues(file_name="Bob.jpg"), likeness=likeness_of(blank))

    assert placed.flags == ()


def test_dismissed_sheets_take_no_place(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        put_sheet(db, cup, "Ann", read=ONE, state=State.DISMISSED)
        placed = propose_place(db, cup.id, Clues(file_name="Bob.jpg"), likeness=likeness_of(ONE))
        again = propose_place(db, cup.id, Clues(file_name="Ann.jpg"), likeness=likeness_of(ONE))

    assert (placed.flags, again.flags) == ((), ())


def test_the_same_printed_sheet_belongs_to_the_round_of_its_earlier_seasons(database: Database) -> None:
    code = {"side": "A", "sheet": 4, "tournament": "Spring Cup", "player": "Ann"}
    with database.begin() as db:
        cup = make_cup(db, rounds=3)
        put_sheet(db, cup, "Ann", 2, Season.SPRING, code=code)
        put_sheet(db, cup, "Ann", 1, Season.SPRING, OTHER, code=code | {"sheet": 3})
        same = propose_place(db, cup.id, Clues(code=WrittenCode.model_validate(code)), likeness="x")
        new = WrittenCode(side=Side.A, sheet=5, tournament="Spring Cup", player="Ann")
        other = propose_place(db, cup.id, Clues(code=new), likeness="x")

    assert (same.place.round, same.flags) == (cup.rounds[2], ())
    assert [flag.code for flag in other.flags] == ["round_unknown"]


def place(db: Connection, tournament: str, sheet: str, said: HandPlace, version: int = 1) -> SheetRow:
    """Place a sheet as a judge who saw this version of it."""
    return place_by_hand(db, "judge", replace(find_sheet(db, tournament, sheet), version=version), said)


def test_a_sheet_placed_by_hand_has_no_doubt_about_its_place(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, rounds=2)
        sheet = put_sheet(db, cup, None, None, None, state=State.REVIEW, doubts=[TAKEN])
        doubtful = put_sheet(db, cup, "Ann", 1, state=State.REVIEW, doubts=[TAKEN, SQUARE])
        said = HandPlace(cup.players["Bob"], 2, Season.FALL)
        placed = place(db, cup.id, sheet, said)
        still = place(db, cup.id, doubtful, HandPlace(cup.players["Ann"], 2, Season.FALL))
        [*_, first, _] = list_events(db, cup.id)

    assert (placed.player, placed.round, placed.season, placed.placed_by) == (
        cup.players["Bob"],
        cup.rounds[2],
        Season.FALL,
        PlacedBy.HAND,
    )
    assert (placed.state, placed.doubts, placed.version) == (State.SCORED, (), 2)
    assert (still.state, still.doubts) == (State.REVIEW, (SQUARE,))
    assert (first.actor, first.kind, first.subject) == ("judge", EventKind.SHEET_PLACED, sheet)
    assert first.body["after"] == {
        "player": cup.players["Bob"],
        "round": cup.rounds[2],
        "season": "fall",
        "by": PlacedBy.HAND,
    }


def test_a_sheet_taken_out_of_its_place_waits_and_frees_the_other(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        first = put_sheet(db, cup, "Ann")
        second = put_sheet(db, cup, "Ann", read=OTHER, state=State.REVIEW, doubts=[TAKEN])
        out = place(db, cup.id, first, HandPlace(None, None, None))
        left = find_sheet(db, cup.id, second)
        (settled,) = list_events(db, cup.id, subject=second)

    assert (out.state, out.player, out.placed_by, codes_of(out)) == (
        State.REVIEW,
        None,
        None,
        ["player_unknown"],
    )
    assert (left.state, left.doubts, left.version, settled.body["version"]) == (State.SCORED, (), 2, 2)


def test_a_place_with_several_sheets_is_not_settled(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        for read in (ONE, OTHER):
            put_sheet(db, cup, "Ann", read=read, state=State.REVIEW, doubts=[TAKEN])
        settle_place(db, "judge", cup.id, SheetPlace(cup.players["Ann"], cup.rounds[1], Season.WINTER))
        states = [sheet.state for sheet in list_sheets(db, cup.id)]

    assert states == [State.REVIEW, State.REVIEW]


def test_what_cannot_be_placed_is_refused(database: Database) -> None:
    with database.begin() as db:
        cup, other = make_cup(db), make_cup(db, ["Cid"], name="Other")
        there = put_sheet(db, cup, "Ann")
        sheet = put_sheet(db, cup, "Bob", read=OTHER)
        gone = put_sheet(db, cup, "Bob", read=OTHER, state=State.DISMISSED)
        taken = HandPlace(cup.players["Ann"], 1, Season.WINTER)
        free = HandPlace(cup.players["Ann"], 1, Season.FALL)
        for said, which, version, error in (
            (taken, sheet, 1, ConflictError),
            (free, gone, 1, ConflictError),
            (free, sheet, 2, StaleError),
            (HandPlace(cup.players["Ann"], None, None), sheet, 1, BadRequestError),
            (HandPlace(other.players["Cid"], 1, Season.FALL), sheet, 1, NotHereError),
            (HandPlace(cup.players["Ann"], 2, Season.FALL), sheet, 1, NotHereError),
            (free, "none", 1, NotHereError),
            (free, "\0", 1, NotHereError),
        ):
            with pytest.raises(error):
                place(db, cup.id, which, said, version)
        with pytest.raises(NotHereError):
            place(db, other.id, sheet, free)
        assert find_sheet(db, cup.id, there).version == find_sheet(db, cup.id, sheet).version == 1


def test_other_doubts_stay_where_a_place_is_doubted_anew() -> None:
    assert doubts_with([TAKEN, SQUARE], ()) == [SQUARE]


def test_sheets_are_placed_once_their_player_is_there(database: Database) -> None:
    code = {"side": "A", "sheet": 4, "tournament": "Spring Cup", "player": "Cid"}
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        of_nobody = (None, 1, Season.WINTER, ONE)
        waiting = put_sheet(db, cup, *of_nobody, state=State.REVIEW, doubts=[TAKEN], code=code)
        put_sheet(db, cup, None, None, None, OTHER, placed_by=PlacedBy.HAND)
        first = place_waiting(db, cup.id)
        doubtful = find_sheet(db, cup.id, waiting)
        cid = add_players(db, "organiser", cup.id, ["Cid"]).added[0]
        changed = place_waiting(db, cup.id)
        again = place_waiting(db, cup.id)
        after = find_sheet(db, cup.id, waiting)

    assert codes_of(doubtful) == ["code_unknown_player"]
    assert (first, changed, again) == ([waiting], [waiting], [])
    assert (after.player, after.round, after.placed_by, after.state) == (
        cid.id,
        cup.rounds[1],
        PlacedBy.CODE,
        State.SCORED,
    )


@pytest.mark.parametrize(("name", "says_player"), [("b.jpg", True), ("ann.jpg", False)])
def test_whose_a_photo_sent_again_is_stays_known_when_players_are_added(
    database: Database, name: str, says_player: bool
) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"], rounds=2)
        ann = cup.players["Ann"]
        sheet = put_sheet(db, cup, None, None, state=State.REVIEW)
        send_again(db, find_sheet(db, cup.id, sheet), name, SheetPlace(ann if says_player else None))
        resent = find_sheet(db, cup.id, sheet)
        add_players(db, "organiser", cup.id, ["Cid"])
        place_waiting(db, cup.id)
        after = find_sheet(db, cup.id, sheet)

    assert (resent.player, resent.round) == (ann, None)
    assert (after.player, after.placed_by) == (ann, resent.placed_by)


def send_again(db: Connection, sheet: SheetRow, name: str, stated: SheetPlace) -> None:
    """Send the photo of a sheet another time, under a name and as of a player."""
    batch, of_cup = (
        new_id(),
        {"tournament_id": sheet.tournament, "received_at": MOMENT + timedelta(seconds=1)},
    )
    db.execute(insert(batches).values(id=batch, player_id=stated.player, received_by="judge", **of_cup))
    copy = {"id": new_id(), "batch_id": batch, "position": 0, "name": name, "duplicate_of": sheet.file}
    copy |= {"sha256": sheet.sha256}
    db.execute(insert(files).values(**copy, **of_cup))
    place_resent(db, sheet.tournament, sheet.file, stated)


def test_a_sheet_of_another_side_is_asked_about_still_when_its_player_is_added(database: Database) -> None:
    code = {"side": "B", "sheet": 4, "tournament": "Spring Cup", "player": "Cid"}
    of_b = last_map(MapSheet.blank(Side.B))
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        db.execute(update(tournaments).values(side=Side.A))
        sheet = put_sheet(db, cup, None, 1, Season.WINTER, of_b, state=State.REVIEW, code=code)
        add_players(db, "organiser", cup.id, ["Cid"])
        place_waiting(db, cup.id)
        after = find_sheet(db, cup.id, sheet)

    assert (after.placed_by, codes_of(after), after.state) == (PlacedBy.CODE, ["other_side"], State.REVIEW)


def test_a_sheet_of_the_side_that_the_tournament_gets_is_asked_about_no_more(database: Database) -> None:
    of_b = last_map(MapSheet.blank(Side.B))
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        sheet = put_sheet(db, cup, "Ann", read=of_b)
        by_hand = put_sheet(db, cup, "Ann", 1, Season.FALL, of_b, placed_by=PlacedBy.HAND)

        def asked_about(side: Side) -> list[list[str]]:
            change_side(db, cup, side)
            return [codes_of(find_sheet(db, cup.id, each)) for each in (sheet, by_hand)]

        before, after = asked_about(Side.A), asked_about(Side.B)
        state = find_sheet(db, cup.id, sheet).state

    assert (before, after, state) == ([["other_side"], []], [[], []], State.SCORED)


def test_a_new_side_is_the_one_that_is_told_of_a_sheet_of_a_third(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        sheet = put_sheet(db, cup, "Ann", read=last_map(MapSheet.blank(Side.C)))
        for side in (Side.A, Side.B):
            change_side(db, cup, side)
        (asked,) = find_sheet(db, cup.id, sheet).doubts

    assert isinstance(asked, PlaceDoubt)
    assert asked.reason.params == {"side": "C", "played": "B"}


def test_a_new_side_asks_nobody_again_whose_a_map_is(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        told = [put_sheet(db, cup, name, placed_by=PlacedBy.HAND) for name in ("Ann", "Bob")]
        change_side(db, cup, find_sheet(db, cup.id, told[0]).map.side)

        assert [find_sheet(db, cup.id, sheet).doubts for sheet in told] == [(), ()]


def change_side(db: Connection, cup: Cup, side: Side) -> None:
    version = find_tournament(db, cup.id).version
    change_set_up(db, "organiser", cup.id, TournamentChange(side=side), expected=[version])


def test_without_players_nobody_is_asked_whose_sheets_are_when_a_round_is_added(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ())
        sheet = put_sheet(db, cup, None, None, placed_by=None)
        add_round(db, "organiser", cup.id)
        place_waiting(db, cup.id)

        assert find_sheet(db, cup.id, sheet).doubts == ()


def codes_of(sheet: SheetRow) -> list[str]:
    return [doubt.reason.code for doubt in sheet.doubts if isinstance(doubt, PlaceDoubt)]
