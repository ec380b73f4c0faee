import pytest

from engine import Season
from service.documents.errors import BadRequestError, ConflictError, NotHereError
from service.placing.byhand import HandPlace, place_by_hand
from service.sheets.rows import State, find_sheet
from service.standings.boards import Boards, load_board
from service.standings.changes import find_changes
from service.standings.publications import (
    find_publication,
    last_publication,
    last_publication_id,
    list_publications,
    publish,
)
from service.store.database import Database
from service.store.events import EventKind, list_events, record
from service.tournament.documents import TournamentChange
from service.tournament.players import erase_player
from service.tournament.tournaments import change_tournament, find_tournament
from tests.drawing import map_of
from tests.service.tournament.sheetrows import OTHER_EDICTS, boxes, ended, last_map, make_cup, put_sheet


def test_the_first_publication_needs_no_reason_and_later_ones_do(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        put_sheet(db, cup, "Ann", read=ended(24))
        with pytest.raises(NotHereError):
            find_publication(db, cup.id)
        first = publish(db, "organiser", cup.id)
        with pytest.raises(BadRequestError, match="why"):
            publish(db, "organiser", cup.id, "  ")
        second = publish(db, "judge", cup.id, "A  sheet was corrected.")
        log = [event for event in list_events(db, cup.id) if event.kind is EventKind.PUBLISHED]
        stage = find_tournament(db, cup.id).stage
        kept = list_publications(db, cup.id)

    assert kept == [first, second]
    assert [(one.number, one.reason, one.published_by) for one in kept] == [
        (1, "", "organiser"),
        (2, "A sheet was corrected.", "judge"),
    ]
    assert [(event.actor, event.body["number"]) for event in log] == [("organiser", 1), ("judge", 2)]
    assert stage == "published"


def test_what_was_published_stays_as_it_was(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob"])
        put_sheet(db, cup, "Ann", read=ended(24))
        sheet = put_sheet(db, cup, "Bob", read=ended(16))
        published = publish(db, "organiser", cup.id)
        free = HandPlace(cup.players["Bob"], 1, Season.FALL)
        place_by_hand(db, "judge", find_sheet(db, cup.id, sheet), free)
        public = last_publication(db, cup.id)

    assert public == published
    assert [one.total for one in published.standings.ranking.placings] == [24, 16]


@pytest.mark.parametrize("state", [None, State.REVIEW], ids=["missing", "review"])
def test_what_is_not_settled_is_published_only_if_that_is_said(
    database: Database, state: State | None
) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob"])
        put_sheet(db, cup, "Ann", read=ended(24))
        if state:
            put_sheet(db, cup, "Bob", read=ended(16), state=state)
        with pytest.raises(ConflictError, match="not settled"):
            publish(db, "organiser", cup.id)
        made = publish(db, "organiser", cup.id, even_if_open=True)

    assert (made.number, made.standings.settled) == (1, False)


def test_a_reason_must_be_plain_text(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        put_sheet(db, cup, "Ann", read=ended(24))
        for reason in ("a\0b", "x" * 501):
            with pytest.raises(BadRequestError):
                publish(db, "organiser", cup.id, reason)


def test_who_moved_and_why_is_reported_until_it_is_published_anew(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid"], rounds=2)
        second = {}
        for name, total in (("Ann", 24), ("Bob", 16), ("Cid", 8)):
            put_sheet(db, cup, name, 1, read=ended(total))
            second[name] = put_sheet(db, cup, name, 2, read=ended(0))
        extra = put_sheet(db, cup, None, None, None, read=ended(32), state=State.REVIEW)
        before = find_changes(db, cup.id)
        publish(db, "organiser", cup.id, even_if_open=True)
        same = find_changes(db, cup.id)
        bobs = find_sheet(db, cup.id, second["Bob"])
        place_by_hand(db, "judge", bobs, HandPlace(None, None, None))
        said = HandPlace(cup.players["Bob"], 2, Season.WINTER)
        place_by_hand(db, "judge", find_sheet(db, cup.id, extra), said)
        changed = find_changes(db, cup.id)
        publish(db, "organiser", cup.id, "Bob's sheet was found.", even_if_open=True)
        settled = find_changes(db, cup.id)

    assert (before.published, before.differs) == (None, False)
    assert (same.published, same.differs, same.players) == (1, False, ())
    assert (changed.published, changed.differs) == (1, True)
    assert [(one.player, one.rank_before, one.rank_now) for one in changed.players] == [
        ("Bob", 2, 1),
        ("Ann", 1, 2),
    ]
    bob, ann = changed.players
    assert (bob.total_before, bob.total_now) == (16, 48)
    assert [(one.round, one.before, one.now) for one in bob.rounds] == [(2, 0, 32)]
    assert [(deed.by, deed.deed) for deed in bob.why] == [("judge", "sheet_placed")] * 2
    assert (ann.rounds, ann.why) == ((), ())
    assert (settled.published, settled.differs, settled.players) == (2, False, ())


def test_a_correction_and_a_change_of_the_set_up_are_reported(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        sheet = put_sheet(db, cup, "Ann", read=last_map(map_of("FF"), boxes(24)[:3]))
        publish(db, "organiser", cup.id)
        record(db, "judge", EventKind.SHEET_CORRECTED, tournament=cup.id, subject=sheet)
        version = frozenset({find_tournament(db, cup.id).version})
        change_tournament(db, "organiser", cup.id, TournamentChange(edicts=OTHER_EDICTS), expected=version)
        changes = find_changes(db, cup.id)

    assert changes.differs
    [ann] = changes.players
    assert (ann.total_before, ann.total_now) == (26, 27)
    assert [(deed.by, deed.deed, deed.subject_id) for deed in ann.why] == [
        ("judge", "sheet_corrected", sheet)
    ]
    assert [deed.deed for deed in changes.set_up] == ["tournament_changed"]


def test_an_erased_player_is_gone_from_what_was_published_and_told_as_gone(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Anna", "Bob"])
        for name in cup.players:
            put_sheet(db, cup, name, read=last_map(map_of("FWF"), boxes(8)[:3]))
        publish(db, "organiser", cup.id)
        erase_player(db, "organiser", cup.id, cup.players["Ann"])
        public = find_publication(db, cup.id).standings
        changes = find_changes(db, cup.id)

    text = public.to_line()
    assert '"Ann"' not in text
    assert '\\"Ann\\"' not in text
    assert {one.player for one in public.ranking.placings} == {"(erased)", "Anna", "Bob"}
    [gone] = changes.players
    assert (gone.player, gone.rank_before, gone.rank_now) == ("(erased)", 1, None)


def test_a_publication_of_another_tournament_is_not_here(database: Database) -> None:
    with database.begin() as db:
        cup, other = make_cup(db, ["Ann"]), make_cup(db, ["Bob"], name="Other")
        put_sheet(db, cup, "Ann", read=ended(24))
        publish(db, "organiser", cup.id)
        with pytest.raises(NotHereError):
            find_publication(db, other.id)
        with pytest.raises(NotHereError):
            find_publication(db, cup.id, 2)
        assert find_publication(db, cup.id, 1).number == 1


def test_a_board_is_what_everybody_is_shown_of_the_publication(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob"], rounds=2)
        put_sheet(db, cup, "Ann", read=ended(24))
        published = publish(db, "organiser", cup.id, even_if_open=True)
        publication = last_publication_id(db, cup.id)
        assert publication is not None
        board = load_board(db, publication)

    document = published.standings
    assert (board.number, board.reason, board.published_at) == (1, "", published.published_at)
    assert (board.tournament, board.rounds, board.titles) == (document.tournament, 2, ())
    assert (board.complete, board.settled) == (document.complete, document.settled) == (False, False)
    assert board.ranking == document.ranking


def test_a_board_of_a_solo_game_has_its_title(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"], solo=True)
        put_sheet(db, cup, "Ann", read=ended(60))
        published = publish(db, "organiser", cup.id, even_if_open=True)
        publication = last_publication_id(db, cup.id)
        assert publication is not None
        board = load_board(db, publication)

    (result,) = published.standings.rounds[0].results
    assert result.solo is not None
    assert board.titles == (("Ann", result.solo.title),)


def test_a_board_is_loaded_once_and_again_when_the_publication_is_another(database: Database) -> None:
    boards = Boards()
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob"])
        publish(db, "organiser", cup.id, even_if_open=True)
        first = last_publication_id(db, cup.id)
        assert first is not None
        assert boards.find(db, cup.id, first) is boards.find(db, cup.id, first)
        erase_player(db, "organiser", cup.id, cup.players["Ann"])
        other = last_publication_id(db, cup.id)
        assert other not in {None, first}
        names = {one.player for one in boards.find(db, cup.id, str(other)).ranking.placings}
        with pytest.raises(NotHereError):
            boards.find(db, cup.id, first)

    assert names == {"(erased)", "Bob"}
