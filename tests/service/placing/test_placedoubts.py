from sqlalchemy import Connection, delete, update

from engine import Terrain
from service.access.actors import ORGANISER
from service.documents import Photo, Reading, Reason, Sheet, SheetMap, Status
from service.readingqueue.rereading import accept_rereading, keep_rereading
from service.review.correcting import correct_sheet
from service.review.undoing import dismiss_sheet
from service.sheets.documents import CorrectedSquare, SheetCorrection
from service.sheets.doubts import PlaceDoubt
from service.sheets.rows import State, find_sheet, get_sheet
from service.store.database import Database
from service.store.tables import readings, rounds
from tests.drawing import map_of
from tests.service.stubs import stub_reading
from tests.service.tournament.sheetrows import Cup, last_map, make_cup, put_sheet

MAP, OTHER = last_map(map_of("FFF")), last_map(map_of("FFV"))
LIKE_OTHER = SheetCorrection(squares=(CorrectedSquare(square=(0, 2), terrain=Terrain.VILLAGE),))
LIKE_MAP = SheetCorrection(squares=(CorrectedSquare(square=(0, 2), terrain=Terrain.FOREST),))


def doubt(code: str) -> PlaceDoubt:
    return PlaceDoubt(reason=Reason(code=code, message="It is.", advice="Look."))


READ = Reading(
    photo=Photo(name="a.jpg"),
    status=Status.REVIEW,
    reason=None,
    seconds=0.1,
    model="stub_v1",
    sheets=(Sheet.from_reading(stub_reading()),),
)


def correct(db: Connection, cup: Cup, sheet: str, said: SheetCorrection) -> None:
    db.execute(update(readings).values(document=READ.model_dump(mode="json")))
    row = get_sheet(db, cup.id, sheet)
    assert row is not None
    correct_sheet(db, ORGANISER, row, said)


def state_and_doubts(db: Connection, cup: Cup, sheet: str) -> tuple[State, list[str]]:
    found = find_sheet(db, cup.id, sheet)
    return found.state, [doubt.reason.code for doubt in found.doubts if isinstance(doubt, PlaceDoubt)]


def two_of_one_map(db: Connection) -> tuple[Cup, str, str]:
    cup = make_cup(db)
    ann = put_sheet(db, cup, "Ann", read=MAP)
    bob = put_sheet(db, cup, "Bob", read=MAP, state=State.REVIEW, doubts=[doubt("same_map")])
    return cup, ann, bob


def test_a_map_that_is_corrected_is_no_longer_anothers(database: Database) -> None:
    with database.begin() as db:
        cup, _, bob = two_of_one_map(db)
        correct(db, cup, bob, LIKE_OTHER)

        assert state_and_doubts(db, cup, bob) == (State.SCORED, [])


def test_the_doubt_goes_also_if_the_other_map_is_corrected(database: Database) -> None:
    with database.begin() as db:
        cup, ann, bob = two_of_one_map(db)
        correct(db, cup, ann, LIKE_OTHER)

        assert (state_and_doubts(db, cup, ann), state_and_doubts(db, cup, bob)) == (
            (State.SCORED, []),
            (State.SCORED, []),
        )


def read_anew(db: Connection, cup: Cup, sheet: str, read: SheetMap) -> None:
    """Put a newer reading of a sheet's page in force, which shows this map."""
    page = find_sheet(db, cup.id, sheet).page
    shown = READ.sheets[0].model_copy(update={"side": read.side, "terrain": read.terrain})
    kept = keep_rereading(db, cup.id, page, READ.model_copy(update={"sheets": (shown,)}), ())
    accept_rereading(db, ORGANISER, cup.id, page, kept.id)


def test_a_newer_reading_settles_and_raises_the_doubt_as_a_correction_does(database: Database) -> None:
    with database.begin() as db:
        cup, ann, bob = two_of_one_map(db)
        read_anew(db, cup, bob, OTHER)
        apart = state_and_doubts(db, cup, ann)[1], state_and_doubts(db, cup, bob)[1]
        read_anew(db, cup, bob, MAP)
        alike = state_and_doubts(db, cup, bob)

    assert (apart, alike) == (([], []), (State.REVIEW, ["same_map"]))


def test_the_doubt_goes_if_the_other_sheet_is_set_aside(database: Database) -> None:
    with database.begin() as db:
        cup, ann, bob = two_of_one_map(db)
        row = get_sheet(db, cup.id, ann)
        assert row is not None
        dismiss_sheet(db, ORGANISER, row, "Photographed twice.", back=False)

        assert state_and_doubts(db, cup, bob) == (State.SCORED, [])


def test_the_doubt_that_was_settled_as_a_sheet_was_set_aside_is_there_again_when_that_comes_back(
    database: Database,
) -> None:
    """Neither of the two was asked about any more, and both counted."""
    with database.begin() as db:
        cup, ann, bob = two_of_one_map(db)
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, ann), "", back=False)
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, ann), "", back=True)
        after = [state_and_doubts(db, cup, sheet) for sheet in (ann, bob)]

    assert after == [(State.REVIEW, ["same_map"]), (State.SCORED, [])]


def test_a_sheet_that_comes_back_is_not_asked_about_a_map_that_is_nobody_elses_by_now(
    database: Database,
) -> None:
    with database.begin() as db:
        cup, ann, bob = two_of_one_map(db)
        for sheet in (bob, ann):
            dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, sheet), "", back=False)
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, bob), "", back=True)

        assert state_and_doubts(db, cup, bob) == (State.SCORED, [])


def test_a_sheet_that_comes_back_after_its_round_was_removed_waits_for_a_place(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        ann = find_sheet(db, cup.id, put_sheet(db, cup, "Ann", read=MAP))
        aside = dismiss_sheet(db, ORGANISER, ann, "Photographed twice.", back=False)
        db.execute(delete(rounds))
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, aside.id), "", back=True)

        assert state_and_doubts(db, cup, ann.id) == (State.REVIEW, ["player_unknown"])


def test_a_correction_that_makes_two_maps_alike_is_flagged(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        put_sheet(db, cup, "Ann", read=MAP)
        bob = put_sheet(db, cup, "Bob", read=OTHER)
        correct(db, cup, bob, LIKE_MAP)

        assert state_and_doubts(db, cup, bob) == (State.REVIEW, ["same_map"])


def test_a_correction_that_changes_no_square_raises_nothing_anew(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        put_sheet(db, cup, "Ann", read=MAP)
        bob = put_sheet(db, cup, "Bob", read=MAP)  # a judge placed it, and knows
        correct(db, cup, bob, SheetCorrection(coins=2))

        assert state_and_doubts(db, cup, bob) == (State.SCORED, [])


def test_other_doubts_about_the_place_stay(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        bob = put_sheet(db, cup, "Bob", read=MAP, state=State.REVIEW, doubts=[doubt("round_unknown")])
        correct(db, cup, bob, LIKE_OTHER)

        assert state_and_doubts(db, cup, bob) == (State.REVIEW, ["round_unknown"])


def test_a_sheet_that_comes_back_keeps_its_other_doubts_and_one_about_its_place_only_if_that_is_taken(
    database: Database,
) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        aside = put_sheet(
            db, cup, "Ann", state=State.DISMISSED, doubts=[doubt("other_side"), doubt("place_taken")]
        )
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, aside), "", back=True)
        free = state_and_doubts(db, cup, aside)
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, aside), "", back=False)
        put_sheet(db, cup, "Ann", read=OTHER)
        dismiss_sheet(db, ORGANISER, find_sheet(db, cup.id, aside), "", back=True)
        taken = state_and_doubts(db, cup, aside)

    assert free == (State.REVIEW, ["other_side"])
    assert taken == (State.REVIEW, ["other_side", "place_taken"])
