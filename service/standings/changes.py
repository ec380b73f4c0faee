"""Changes since a publication: players who moved, and the events that moved them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection, Select, func, select

from service.standings.documents import (
    ChangesDocument,
    DeedEntry,
    PlayerChange,
    Ranked,
    RoundChange,
    StandingsDocument,
)
from service.standings.publications import last_publication
from service.standings.standings import make_standings
from service.store.events import Event, EventKind
from service.store.tables import events, pages, sheets

OF_SHEETS = (
    EventKind.PAGE_READ,
    EventKind.READING_REPLACED,
    EventKind.SHEET_CORRECTED,
    EventKind.SHEET_FOLLOWED,
    EventKind.CORRECTION_UNDONE,
    EventKind.SHEET_PLACED,
    EventKind.SHEET_DISMISSED,
)
OF_SET_UP = (
    EventKind.TOURNAMENT_CHANGED,
    EventKind.ROUND_SET,
    EventKind.PLAYERS_ADDED,
    EventKind.PLAYER_ERASED,
)


def find_changes(db: Connection, tournament: str, now: StandingsDocument | None = None) -> ChangesDocument:
    """Return how a tournament's standings differ from what was published last.

    `now` are the present standings, if they are worked out already.

    Raises:
        NotHereError: There is no such tournament.
    """
    now = now or StandingsDocument.of(make_standings(db, tournament))
    last = last_publication(db, tournament)
    if last is None:
        return ChangesDocument(published=None, differs=False, players=(), set_up=())
    before = last.standings
    rows = db.execute(_since_publication(tournament).order_by(events.c.id))
    since = [Event.of(row) for row in rows]
    why = _by_player(db, tournament, since)
    return ChangesDocument(
        published=last.number,
        differs=now != before,
        players=tuple(moved(before, now, why)),
        set_up=tuple(_entry(event) for event in since if event.kind in OF_SET_UP),
    )


def is_touched(db: Connection, tournament: str) -> bool:
    """Tell whether anything was done since the last publication that the standings may depend on.

    Unlike `find_changes` it works no standings out, so that any page may ask for it.
    """
    return db.execute(_since_publication(tournament).limit(1)).first() is not None


def _since_publication(tournament: str) -> Select[Any]:
    """Return the query for what was done since the last publication."""
    published = select(func.max(events.c.id)).where(
        events.c.tournament_id == tournament, events.c.kind == EventKind.PUBLISHED
    )
    return select(events).where(
        events.c.tournament_id == tournament,
        events.c.kind.in_([*OF_SHEETS, *OF_SET_UP]),
        events.c.id > published.scalar_subquery(),
    )


def _by_player(db: Connection, tournament: str, since: Sequence[Event]) -> Mapping[str, list[DeedEntry]]:
    """Return what was done to the sheets of each player: those that they have, or had before."""
    owners: dict[str, set[str]] = defaultdict(set)
    wanted = select(sheets.c.id, pages.c.file_id, sheets.c.player_id)
    wanted = wanted.join(pages, pages.c.id == sheets.c.page_id)
    wanted = wanted.where(sheets.c.tournament_id == tournament, sheets.c.player_id.is_not(None))
    for row in db.execute(wanted):
        owners[row.id].add(row.player_id)
        owners[row.file_id].add(row.player_id)  # what was read is logged for the file
    done = defaultdict(list)
    for event in since:
        if event.kind in OF_SHEETS:
            for player in sorted(owners[event.subject or ""] | _named_in(event.body)):
                done[player].append(_entry(event))
    return done


def _named_in(body: Mapping[str, object]) -> set[str]:
    """Return the players between whom a sheet was moved."""
    places = [body.get("before"), body.get("after")]
    return {place["player"] for place in places if isinstance(place, dict) and place.get("player")}


def _entry(event: Event) -> DeedEntry:
    return DeedEntry(at=event.at, by=event.actor, deed=event.kind, subject_id=event.subject)


def moved(
    before: StandingsDocument, now: StandingsDocument, why: Mapping[str, Sequence[DeedEntry]]
) -> Iterator[PlayerChange]:
    """Yield players whose rank or totals have changed, in their present order; missing players come last."""
    stood = {placing.player_id: placing for placing in before.ranking.placings}
    stand = {placing.player_id: placing for placing in now.ranking.placings}
    for player in (*stand, *(gone for gone in stood if gone not in stand)):
        then, here = stood.get(player), stand.get(player)
        if _stance(then) != _stance(here):
            yield _change(then, here, why.get(player, ()))


def _stance(placing: Ranked | None) -> tuple[object, ...]:
    if placing is None:
        return ()
    return placing.rank, placing.total, placing.lost_to_monsters, placing.rounds


def _change(then: Ranked | None, here: Ranked | None, why: Sequence[DeedEntry]) -> PlayerChange:
    known = here or then
    assert known is not None
    totals = zip_longest(then.rounds if then else (), here.rounds if here else ())
    return PlayerChange(
        player_id=known.player_id,
        player=known.player,
        rank_before=then.rank if then else None,
        rank_now=here.rank if here else None,
        total_before=then.total if then else None,
        total_now=here.total if here else None,
        rounds=tuple(
            RoundChange(round=number, before=before, now=now)
            for number, (before, now) in enumerate(totals, start=1)
            if before != now
        ),
        why=tuple(why),
    )
