from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Season
from service.access.actors import SINGLE_USER
from service.documents import Reason
from service.documents.errors import NotHereError
from service.review.contradictions import accept_contradiction, list_contradictions
from service.sheets.rows import SheetRow, State
from service.standings.documents import StandingsDocument
from service.standings.standings import TournamentStandings, compute_standings, make_standings
from service.store.database import Database
from service.store.events import list_events
from service.tournament.documents import Player, Round, Table, Tournament
from service.tournament.plan import Plan
from service.tournament.results import Lacking, Missing, Standing
from service.tournament.rounds import SeenRound
from service.tournament.seating import Seating, seat_players
from service.tournament.tournaments import find_tournament
from tests.drawing import map_of
from tests.service.tournament.sheetrows import EDICTS, boxes, ended, last_map, make_cup, put_sheet, sheet_row


def order(standings: TournamentStandings) -> list[tuple[int | None, str, int | None, bool]]:
    return [
        (placing.rank, placing.player, placing.total, placing.shared)
        for placing in standings.ranking.placings
    ]


def test_the_sum_of_all_rounds_decides_then_the_fewest_stars_lost(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid", "Dee"], rounds=2)
        for name, first, second in (
            ("Ann", (40, 5), (30, 1)),
            ("Bob", (30, 2), (40, 2)),
            ("Cid", (20, 0), (50, 4)),
            ("Dee", (60, 9), (11, 9)),
        ):
            put_sheet(db, cup, name, 1, read=ended(*first))
            put_sheet(db, cup, name, 2, read=ended(*second))
        standings = make_standings(db, cup.id)

    assert order(standings) == [
        (1, "Dee", 71, False),
        (2, "Bob", 70, True),
        (2, "Cid", 70, True),
        (4, "Ann", 70, False),
    ]
    assert [placing.lost_to_monsters for placing in standings.ranking.placings] == [18, 4, 4, 6]
    assert [placing.rounds for placing in standings.ranking.placings] == [
        (60, 11),
        (30, 40),
        (20, 50),
        (40, 30),
    ]
    assert [played.ranking.winners for played in standings.rounds] == [("Dee",), ("Cid",)]
    assert standings.is_complete
    assert standings.is_settled


def test_a_victory_is_shared_at_the_table_and_over_all(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid"])
        for name, score in (("Ann", (40, 3)), ("Bob", (40, 3)), ("Cid", (40, 4))):
            put_sheet(db, cup, name, read=ended(*score))
        standings = make_standings(db, cup.id)

    assert standings.ranking.winners == ("Ann", "Bob")
    assert order(standings)[2] == (3, "Cid", 40, False)


def test_each_table_has_its_winner_and_its_edicts(database: Database) -> None:
    silos = ("Greenbough", "Canal Lake", "Wildholds", "Silos")
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid", "Dee"], solo=True)
        ann, bob, cid, _ = cup.players.values()
        seating = [Seating("1", (ann, bob)), Seating("2", (cid,), silos)]
        version = find_tournament(db, cup.id).version
        seat_players(db, "organiser", SeenRound(cup.id, 1, frozenset({version})), seating)
        for name, score in (("Ann", 40), ("Bob", 48), ("Cid", 32)):
            put_sheet(db, cup, name, read=ended(score))
        standings = make_standings(db, cup.id)
        document = StandingsDocument.of(standings)

    [played] = standings.rounds
    assert [(table.table, table.edicts, table.ranking.winners) for table in played.tables] == [
        ("1", EDICTS, ("Bob",)),
        ("2", silos, ("Cid",)),
    ]
    assert [(result.player, result.table) for result in document.rounds[0].results] == [
        ("Bob", "1"),
        ("Ann", "1"),
        ("Cid", "2"),
    ]
    ratings = [result.solo for result in document.rounds[0].results]
    assert [rating and rating.score - rating.subtracted - rating.rating for rating in ratings] == [0, 0, 0]
    assert len({rating.subtracted for rating in ratings if rating}) == 2
    assert order(standings)[3] == (None, "Dee", None, False)  # seated nowhere, and missed by nobody
    assert standings.is_settled


def test_who_has_not_handed_in_comes_last_and_is_missed(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid"], rounds=2)
        put_sheet(db, cup, "Bob", 1, read=ended(24))
        put_sheet(db, cup, "Cid", 1, read=ended(30))
        put_sheet(db, cup, "Cid", 2, read=ended(30), state=State.REVIEW)
        standings = make_standings(db, cup.id)

    assert order(standings) == [(1, "Cid", 60, False), (2, "Bob", 24, False), (None, "Ann", None, False)]
    assert [placing.state for placing in standings.ranking.placings] == [
        Standing.PROVISIONAL,
        Standing.MISSING,
        Standing.MISSING,
    ]
    assert standings.rounds[1].results[cup.players["Bob"]].missing == (Missing(Lacking.SHEET),)
    assert not standings.is_complete


def test_a_contradiction_that_a_person_lets_stand_unsettles_no_more(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob"], edicts=())
        for name in ("Ann", "Bob"):
            put_sheet(db, cup, name, season=Season.SPRING, read=last_map(map_of("FF")))
            put_sheet(db, cup, name, read=ended(24))
        found = list_contradictions(db, cup.id)
        ann = next(each for each in found if each.player == cup.players["Ann"])

        seen = accept_contradiction(db, SINGLE_USER, cup.id, ann.id)
        accept_contradiction(db, SINGLE_USER, cup.id, ann.id)  # once more is no fault
        stands = make_standings(db, cup.id).rounds[0].results[ann.player]
        accept_contradiction(db, SINGLE_USER, cup.id, ann.id, back=True)
        taken_back = make_standings(db, cup.id).rounds[0].results[ann.player]
        log = [event.body["back"] for event in list_events(db, cup.id, subject=ann.player)]

    assert len({each.id for each in found}) == 2
    assert (seen.seen_by, log[-2:], len(log)) == ("you", [False, True], 2)
    assert (stands.state, stands.flags, stands.notes[0]) == (Standing.SETTLED, (), ann.reason.message)
    assert (taken_back.state, [Reason.of(flag) for flag in taken_back.flags]) == (
        Standing.PROVISIONAL,
        [ann.reason],
    )


def test_what_nobody_has_seen_does_not_stand(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        put_sheet(db, cup, "Ann", season=Season.SPRING, read=last_map(map_of("FF")))
        put_sheet(db, cup, "Ann", season=Season.SUMMER, read=last_map(map_of(".F")))
        (lost,) = list_contradictions(db, cup.id)
        accept_contradiction(db, SINGLE_USER, cup.id, lost.id)
        put_sheet(db, cup, "Ann", season=Season.FALL, read=last_map(map_of("..")))

        found = [(each.reason.message, not each.is_accepted) for each in list_contradictions(db, cup.id)]
        with pytest.raises(NotHereError):
            accept_contradiction(db, SINGLE_USER, cup.id, "0" * 16)

    assert found == [
        ("Drawn on in spring and empty in summer: A1.", False),
        ("Drawn on in summer and empty in fall: A2.", True),
    ]


def test_a_sheet_that_awaits_review_or_a_place_unsettles(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"])
        put_sheet(db, cup, "Ann", read=ended(24), state=State.REVIEW)
        reviewed = make_standings(db, cup.id)
        other = make_cup(db, ["Ann"], name="Other")
        put_sheet(db, other, "Ann", read=ended(24))
        put_sheet(db, other, None, None, None, state=State.REVIEW)
        placed = make_standings(db, other.id)

    assert [
        (standings.is_complete, standings.is_settled, standings.unplaced) for standings in (reviewed, placed)
    ] == [
        (True, False, 0),
        (True, False, 1),
    ]


def test_a_tie_that_cannot_be_broken_is_shared_and_told(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid"])
        for name, score in (("Ann", (24, None)), ("Bob", (24, 2)), ("Cid", (8, None))):
            put_sheet(db, cup, name, read=ended(*score))
        standings = make_standings(db, cup.id)

    assert order(standings) == [(1, "Ann", 24, True), (1, "Bob", 24, True), (3, "Cid", 8, False)]
    assert [tie.partition(",")[0] for tie in standings.ranking.open_ties] == ['"Ann" and "Bob" tie at 24']
    assert [placing.lost_to_monsters for placing in standings.ranking.placings] == [None, 2, None]
    assert not standings.is_complete


def test_the_same_map_of_two_players_is_noted_with_both(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        for name in ("Ann", "Bob"):
            put_sheet(db, cup, name, read=last_map(map_of("FWF"), boxes(8)))
        [played] = make_standings(db, cup.id).rounds

    assert [result.notes for result in played.results.values()] == [
        ('The map of winter is square by square that of "Bob".',),
        ('The map of winter is square by square that of "Ann".',),
    ]


def test_maps_on_which_nothing_is_drawn_are_not_called_the_same(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db)
        for name in ("Ann", "Bob"):
            put_sheet(db, cup, name, read=last_map(map_of("..."), boxes(8)))
        [played] = make_standings(db, cup.id).rounds

    assert [result.notes for result in played.results.values()] == [(), ()]


def test_the_same_map_of_a_player_in_another_round_is_noted_as_that(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, rounds=2)
        for number, name in ((1, "Ann"), (2, "Bob")):
            put_sheet(db, cup, name, number, read=last_map(map_of("FWF"), boxes(8)))
        first, _ = make_standings(db, cup.id).rounds

    assert [result.notes for result in first.results.values()] == [
        ('The map of winter is square by square that of "Bob" in another round.',),
        (),
    ]


def test_an_empty_tournament_has_empty_standings(database: Database) -> None:
    with database.begin() as db:
        standings = make_standings(db, make_cup(db, []).id)

    assert (standings.ranking.placings, standings.is_complete, standings.is_settled) == ((), False, False)


@dataclass(frozen=True)
class Played:
    """One player's game in one round, as the test knows it."""

    springs: int
    lost: int
    waits: bool


GAMES = st.none() | st.builds(Played, st.integers(0, 40), st.integers(0, 5), st.booleans())
CUPS = st.integers(1, 4).flatmap(
    lambda rounds: st.lists(st.lists(GAMES, min_size=rounds, max_size=rounds), min_size=1, max_size=8)
)


def plainly(games: Sequence[Sequence[Played | None]]) -> Mapping[str, tuple[int | None, int | None]]:
    """Return rank and total of each player, as a person would work them out."""
    sums = {
        f"P{number}": (sum(game.springs for game in row if game), sum(game.lost for game in row if game))
        for number, row in enumerate(games)
        if any(row)
    }
    return {
        f"P{number}": (
            1 + sum((-total, lost) < (-sums[name][0], sums[name][1]) for total, lost in sums.values()),
            sums[name][0],
        )
        if (name := f"P{number}") in sums
        else (None, None)
        for number in range(len(games))
    }


@given(CUPS)
def test_standings_are_those_that_plain_sums_give(games: list[list[Played | None]]) -> None:
    plan = _plan(len(games), len(games[0]))
    sheets = [
        _sheet(f"P{number}", f"r{round_number}", game)
        for number, row in enumerate(games)
        for round_number, game in enumerate(row, start=1)
        if game
    ]

    standings = compute_standings(plan, sheets)

    assert {
        placing.player: (placing.rank, placing.total) for placing in standings.ranking.placings
    } == plainly(games)
    played = [game for row in games for game in row]
    assert standings.is_complete == all(played)
    assert standings.is_settled == (all(played) and not any(game.waits for game in played if game))


def _plan(players: int, rounds: int) -> Plan:
    cup = Tournament(
        id="t",
        name="Cup",
        side=None,
        edicts=EDICTS,
        solo=False,
        stage="draft",
        version=1,
        created_at=datetime(2026, 5, 1, tzinfo=UTC),
    )
    known = {f"P{number}": Player(id=f"P{number}", name=f"P{number}") for number in range(players)}
    table = Table(id="t1", name="1", edicts=None, players=tuple(known))
    return Plan(
        cup,
        known,
        tuple(
            Round(id=f"r{number}", number=number, edicts=None, tables=(table,))
            for number in range(1, rounds + 1)
        ),
    )


def _sheet(player: str, played: str, game: Played) -> SheetRow:
    read = ended(game.springs, game.lost)
    state = State.REVIEW if game.waits else State.SCORED
    return sheet_row(f"{player}-{played}", player, played, Season.WINTER, read, state)


@pytest.mark.parametrize("many", [1, 3])
def test_the_order_of_sheets_does_not_matter(many: int) -> None:
    plan = _plan(4, 1)
    sheets = [_sheet(f"P{number}", "r1", Played(number // many, 0, False)) for number in range(4)]

    assert compute_standings(plan, sheets) == compute_standings(plan, reversed(sheets))
