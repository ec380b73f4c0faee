"""Contradictions between maps of one game, and those that a person has accepted.

That somebody looked and found the maps to be as the player drew them is kept as an event; so is taking it
back. It holds for this very contradiction: as soon as other squares contradict each other, it is another.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from engine import EngineError
from service.access.actors import Actor
from service.documents import Document, Reason
from service.documents.errors import NotHereError
from service.files.documents import Id
from service.sheets.rows import SheetFilter, SheetRow, list_sheets
from service.store.events import Event, EventKind, record
from service.store.tables import events
from service.tournament.plan import load_plan
from service.tournament.results import choose_sheets, snapshots_of
from service.tournament.seasoncontradictions import contradiction_id, find_contradictions


class Contradiction(Document):
    """A contradiction between two maps of a player's game, where what was drawn must stay."""

    id: Id
    """Of this very contradiction: if other squares contradict each other, it is another."""
    player: Id
    round: int
    """Its number."""
    reason: Reason
    sheets: tuple[Id, ...]
    """All sheets of the game that count, by their seasons."""
    seen_by: str | None
    """The person who accepted the contradiction; null if nobody has."""
    seen_at: datetime | None

    @property
    def is_accepted(self) -> bool:
        """Whether a person has accepted it."""
        return self.seen_by is not None


def list_contradictions(
    db: Connection, tournament: str, *, player: str | None = None, round: int | None = None
) -> list[Contradiction]:
    """Return the contradictions in a tournament, or in one game of it.

    Raises:
        NotHereError: There is no such tournament.
    """
    plan, accepted = load_plan(db, tournament), find_accepted(db, tournament)
    lying: dict[tuple[str | None, str | None], list[SheetRow]] = defaultdict(list)
    for row in list_sheets(db, tournament, SheetFilter(player=player, counting=True)):
        lying[row.round, row.player].append(row)
    games = [
        (lying[played.id, each], played.number)
        for played in plan.rounds
        if round in (None, played.number)
        for each in plan.players
        if (played.id, each) in lying
    ]
    return [found for game, number in games for found in _of_game(game, number, accepted)]


def find_accepted(db: Connection, tournament: str) -> Mapping[str, Event]:
    """Return the events by which people accepted contradictions, by their identifiers."""
    wanted = select(events).where(
        events.c.tournament_id == tournament, events.c.kind == EventKind.CONTRADICTION_ACCEPTED
    )
    answers = [Event.of(row) for row in db.execute(wanted.order_by(events.c.id))]
    last = {event.body["contradiction"]: event for event in answers if "contradiction" in event.body}
    return {name: event for name, event in last.items() if not event.body["back"]}


def accept_contradiction(
    db: Connection, actor: Actor, tournament: str, contradiction: str, *, back: bool = False
) -> Contradiction:
    """Accept a contradiction as it is, or take that back; it may be repeated.

    Raises:
        NotHereError: The maps do not, or no more, contradict each other in this.
    """
    found = _find(db, tournament, contradiction)
    if found.is_accepted is not back:
        return found
    record(
        db,
        actor.name,
        EventKind.CONTRADICTION_ACCEPTED,
        tournament=tournament,
        subject=found.player,
        contradiction=found.id,
        round=found.round,
        code=found.reason.code,
        message=found.reason.message,
        back=back,
    )
    return _find(db, tournament, contradiction)


def _find(db: Connection, tournament: str, contradiction: str) -> Contradiction:
    found = list_contradictions(db, tournament)
    wanted = next((each for each in found if each.id == contradiction), None)
    if wanted is None:
        raise NotHereError("contradiction")
    return wanted


def _of_game(rows: Sequence[SheetRow], number: int, accepted: Mapping[str, Event]) -> Iterator[Contradiction]:
    """Yield the contradictions between the maps of a player in a round."""
    chosen = choose_sheets(rows)
    try:
        flags = list(find_contradictions(snapshots_of(chosen)))
    except EngineError:  # a map that cannot be is reported elsewhere
        return
    for flag in flags:
        row = rows[0]
        name = contradiction_id(row.round, row.player, flag)
        last = accepted.get(name)
        yield Contradiction(
            id=name,
            player=row.player or "",
            round=number,
            reason=Reason.of(flag),
            sheets=tuple(sheet.id for sheet in chosen.values()),
            seen_by=last.actor if last else None,
            seen_at=last.at if last else None,
        )
