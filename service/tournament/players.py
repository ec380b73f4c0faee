"""The players of a tournament."""

from collections.abc import Iterable, Sequence
from functools import cache

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, update

from engine.sentence import Sentence
from service.documents.errors import BadRequestError, ConflictError, NotHereError
from service.printing.players import MOST_PLAYERS
from service.sheets.storing import dismiss_sheets_of
from service.store.events import EventKind, list_events, now, record
from service.store.tables import events, is_identifier, new_id, players, publications
from service.tournament.documents import AddedPlayers, Player
from service.tournament.names import check_coded_name
from service.tournament.tournaments import lock_tournament

ERASED = "(erased)"
"""Stands in published standings in place of an erased name."""
NAMING = frozenset({"player", "other", "winners", "label", "was"})
"""Fields of documents in which names of players stand alone."""


def list_players(
    db: Connection, tournament: str, *, after: str | None = None, most: int = MOST_PLAYERS
) -> list[Player]:
    """Return a tournament's players by their names, from the one after this identifier on."""
    wanted = select(players.c.id, players.c.name).where(players.c.tournament_id == tournament)
    if after is not None:
        wanted = wanted.where(players.c.name > find_player(db, tournament, after).name)
    rows = db.execute(wanted.order_by(players.c.name).limit(most))
    return [Player(id=row.id, name=row.name) for row in rows]


def has_players(db: Connection, tournament: str) -> bool:
    """Tell whether anybody plays in a tournament."""
    return db.execute(_anybody(), {"tournament": tournament}).first() is not None


@cache
def _anybody() -> Select[str]:
    """Return the query of some player, built once, as that takes longer than to answer it."""
    return select(players.c.id).where(players.c.tournament_id == bindparam("tournament")).limit(1)


def find_player(db: Connection, tournament: str, player: str) -> Player:
    """Return a player of a tournament.

    Raises:
        NotHereError: There is none of this identifier in it.
    """
    row = None
    if is_identifier(player):
        wanted = select(players.c.id, players.c.name)
        wanted = wanted.where(players.c.tournament_id == tournament, players.c.id == player)
        row = db.execute(wanted).one_or_none()
    if row is None:
        raise NotHereError("player")
    return Player(id=row.id, name=row.name)


def add_players(
    db: Connection, actor: str, tournament: str, names: Sequence[str], *, may_be_known: bool = False
) -> AddedPlayers:
    """Add players to a tournament, all or none; with `may_be_known`, those who play already stay as they are.

    Raises:
        NotHereError: There is no such tournament.
        BadRequestError: A name cannot be, is given twice, or there are too many.
        ConflictError: A name is there already.
    """
    lock_tournament(db, tournament)
    plain = [check_coded_name(name, "player") for name in names]
    _check_distinct(plain)
    there = {player.name.casefold(): player for player in list_players(db, tournament)}
    known = tuple(there[name.casefold()] for name in plain if name.casefold() in there)
    if known and not may_be_known:
        raise ConflictError(_plays(known[0].name))
    added = tuple(Player(id=new_id(), name=name) for name in plain if name.casefold() not in there)
    if len(there) + len(added) > MOST_PLAYERS:
        raise BadRequestError(
            "That makes %(players)s players; at most %(most)s can play.",
            players=len(there) + len(added),
            most=MOST_PLAYERS,
        )
    if added:
        _insert(db, actor, tournament, added)
    return AddedPlayers(added=added, known=known, seated=0)


def _check_distinct(names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise BadRequestError('"%(name)s" is named twice; make the two names tell them apart.', name=name)
        seen.add(name.casefold())


def _insert(db: Connection, actor: str, tournament: str, added: Sequence[Player]) -> None:
    moment = now()
    rows = [
        {"id": player.id, "tournament_id": tournament, "name": player.name, "created_at": moment}
        for player in added
    ]
    db.execute(insert(players), rows)
    ids = [player.id for player in added]  # no names: the log outlives an erased player
    record(db, actor, EventKind.PLAYERS_ADDED, tournament=tournament, subject=None, players=ids)


def rename_player(db: Connection, actor: str, tournament: str, player: str, name: str) -> Player:
    """Give a player another name; sheets and seats stay theirs.

    Raises:
        NotHereError: There is no such player in the tournament.
        BadRequestError: The name cannot be.
        ConflictError: Another player has it.
    """
    lock_tournament(db, tournament)
    found, plain = find_player(db, tournament, player), check_coded_name(name, "player")
    others = (other for other in list_players(db, tournament) if other.id != player)
    if any(other.name.casefold() == plain.casefold() for other in others):
        raise ConflictError(_plays(plain))
    db.execute(update(players).where(players.c.id == player).values(name=plain))
    record(db, actor, EventKind.TOURNAMENT_CHANGED, tournament=tournament, subject=player, was=found.name)
    return Player(id=found.id, name=plain)


def erase_player(db: Connection, actor: str, tournament: str, player: str) -> int:
    """Erase a player: the name goes, from published standings too, and the sheets count no more.

    Returns:
        How many sheets were dismissed with them.

    Raises:
        NotHereError: There is no such player in the tournament.
    """
    lock_tournament(db, tournament)
    found = find_player(db, tournament, player)
    dismissed = dismiss_sheets_of(db, tournament, player)
    names = names_of(db, tournament, found)
    db.execute(delete(players).where(players.c.id == player))
    for name in names:
        _erase_from_publications(db, tournament, name)
    theirs_by_name = events.c.tournament_id == tournament, events.c.actor.in_(names)
    db.execute(update(events).where(*theirs_by_name).values(actor=ERASED))
    record(db, actor, EventKind.PLAYER_ERASED, tournament=tournament, subject=player, sheets=dismissed)
    return dismissed


def names_of(db: Connection, tournament: str, player: Player) -> frozenset[str]:
    """Return how a player is called, and was called before."""
    changes = list_events(db, tournament, subject=player.id)
    return frozenset({player.name, *(event.body["was"] for event in changes if "was" in event.body)})


def _erase_from_publications(db: Connection, tournament: str, name: str) -> None:
    wanted = select(publications.c.id, publications.c.standings)
    for row in db.execute(wanted.where(publications.c.tournament_id == tournament)).all():
        without = without_name(row.standings, name)
        if without != row.standings:
            other = {"id": new_id(), "standings": without}  # what is kept by the identifier holds no more
            db.execute(update(publications).where(publications.c.id == row.id).values(other))


def without_name(document: object, name: str, field: str = "") -> object:
    """Return a document without a name: neither in a field for names, nor quoted in a sentence.

    Elsewhere the same word is something else: a player may be called as a side, a terrain or a table.

    >>> without_name({"player": "Ann", "message": 'The same map as "Ann"', "table": "Ann"}, "Ann")
    {'player': '(erased)', 'message': 'The same map as "(erased)"', 'table': 'Ann'}
    """
    if isinstance(document, dict):
        return {key: without_name(value, name, key) for key, value in document.items()}
    if isinstance(document, list):
        return [without_name(value, name, field) for value in document]
    if isinstance(document, str):
        is_name = document == name and field in NAMING
        return ERASED if is_name else document.replace(f'"{name}"', f'"{ERASED}"')
    return document


def _plays(name: str) -> Sentence:
    return Sentence('"%(name)s" plays already; make the two names tell them apart.', name=name)
