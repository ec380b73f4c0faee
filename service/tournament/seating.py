"""Adds players from a list, and seats them at tables: as stated, as listed in a CSV file, or dealt."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import Connection, delete, insert

from engine.sentence import later
from service.documents.errors import BadRequestError, ConflictError
from service.sheets.storing import weigh_again
from service.store.tables import new_id, seats, tables
from service.tournament.documents import AddedPlayers, Player, Round, Tournament
from service.tournament.names import check_edict_names, check_table_name
from service.tournament.playerlist import Entry, read_list
from service.tournament.players import add_players, list_players
from service.tournament.rounds import SeenRound, find_round, list_rounds, record_round
from service.tournament.tournaments import find_tournament
from vision.own_sheets.sheetcode import plain_name


@dataclass(frozen=True, slots=True)
class Seating:
    """A table as it is to be, and who is to sit there."""

    name: str
    players: tuple[str, ...]
    """Their identifiers."""
    edicts: tuple[str, ...] | None = None
    """None: those that a table of this name has already, or else the round's."""


def seat_players(
    db: Connection, actor: str, round: SeenRound, seating: Sequence[Seating]
) -> tuple[Round, Tournament]:
    """Replace a round's tables and seats.

    Raises:
        NotHereError: There is no such round.
        StaleError: The tournament has another version.
        BadRequestError: A table or a player is named twice, or cannot be.
    """
    found, _ = round.lock(db)
    checked = [_checked(table, found) for table in seating]
    _check_once([table.name for table in checked], later("table"))
    _check_players(db, round.tournament, checked)
    _replace(db, found, checked)
    weigh_again(db, round.tournament)
    seated = {table.name: list(table.players) for table in checked}
    record_round(db, actor, round, found.id, seated=seated)
    return round.changed(db)


def _checked(table: Seating, before: Round) -> Seating:
    name = check_table_name(table.name)
    if table.edicts is not None:
        return Seating(name, table.players, tuple(check_edict_names(table.edicts)))
    kept = next((known.edicts for known in before.tables if known.name == name), None)
    return Seating(name, table.players, kept)


def _check_once(names: Iterable[str], what: str) -> None:
    for name, times in Counter(names).items():
        if times > 1:
            raise BadRequestError(
                'The %(thing)s "%(name)s" is named %(times)s times.', thing=what, name=name, times=times
            )


def _check_players(db: Connection, tournament: str, seating: Sequence[Seating]) -> None:
    known = {player.id: player.name for player in list_players(db, tournament)}
    sitting = [player for table in seating for player in table.players]
    if strangers := [player for player in sitting if player not in known]:
        raise BadRequestError(
            "There is no player %(player)s in this tournament.", player=ascii(strangers[0][:24])
        )
    _check_once((known[player] for player in sitting), later("player"))


def _replace(db: Connection, found: Round, seating: Sequence[Seating]) -> None:
    ids = {table.name: table.id for table in found.tables}  # a table that stays keeps its identifier
    db.execute(delete(tables).where(tables.c.round_id == found.id))
    made = [
        {
            "id": ids.get(table.name) or new_id(),
            "round_id": found.id,
            "name": table.name,
            "edicts": None if table.edicts is None else list(table.edicts),
        }
        for table in seating
    ]
    taken = [
        {"round_id": found.id, "table_id": row["id"], "player_id": player}
        for row, table in zip(made, seating, strict=True)
        for player in table.players
    ]
    if made:
        db.execute(insert(tables), made)
    if taken:
        db.execute(insert(seats), taken)


def enrol_listed(
    db: Connection,
    actor: str,
    tournament: str,
    content: bytes,
    *,
    number: int | None = None,
    without_tables: bool = False,
) -> AddedPlayers:
    """Add the players of a CSV file, and seat those who have a table in it, in the round of this number.

    The number is not needed where there is only one round; nobody is seated with `without_tables`.

    Raises:
        NotHereError: There is no such tournament or round.
        BadRequestError: The file or a name cannot be, or it is not stated which round the tables are of.
        ConflictError: Somebody sits in that round already.
    """
    find_tournament(db, tournament)
    entries = read_list(content)
    added = add_players(db, actor, tournament, [entry.name for entry in entries], may_be_known=True)
    seated = [entry for entry in entries if entry.table and not without_tables]
    if seated:
        _seat_listed(db, actor, tournament, seated, _round_of_tables(db, tournament, number))
    return added.model_copy(update={"seated": len(seated)})


def _round_of_tables(db: Connection, tournament: str, number: int | None) -> Round:
    if number is not None:
        return find_round(db, tournament, number)
    rounds = list_rounds(db, tournament)
    if not rounds:
        raise BadRequestError("The list names tables, and there is no round yet: add one, or leave them out.")
    if len(rounds) > 1:
        raise BadRequestError("The list names tables: say of which round, as in ?round=1.")
    return rounds[0]


def _seat_listed(db: Connection, actor: str, tournament: str, seated: list[Entry], played: Round) -> None:
    if played.tables:
        raise ConflictError(
            "Round %(number)s has tables already, so nobody was added. Add the players without tables; "
            "then set the seats of the round by the same list.",
            number=played.number,
        )
    seating = find_seating(seated, list_players(db, tournament))
    version = find_tournament(db, tournament).version
    seat_players(db, actor, SeenRound(tournament, played.number, [version]), seating)


def find_seating(entries: Sequence[Entry], known: Sequence[Player]) -> list[Seating]:
    """Return the tables that a list of players and tables tells; lines without a table are passed over.

    Raises:
        BadRequestError: No line tells a table, or somebody is listed who does not play.
    """
    ids = {player.name.casefold(): player.id for player in known}
    sitting: Mapping[str, list[str]] = defaultdict(list)
    for entry in entries:
        name = plain_name(entry.name)
        if name.casefold() not in ids:
            raise BadRequestError(
                '"%(name)s" does not play in this tournament; add them first.', name=name[:32]
            )
        if entry.table:
            sitting[plain_name(entry.table)].append(ids[name.casefold()])
    if not sitting:
        raise BadRequestError('No table is named in it; write columns with the titles "name" and "table".')
    return [Seating(table, tuple(players)) for table, players in sitting.items()]


def deal_seats(known: Sequence[Player], *, table_size: int, seed: int) -> list[Seating]:
    """Deal players evenly to as few tables as hold them; the same seed deals the same seats.

    >>> dealt = deal_seats([Player(id=str(n), name=str(n)) for n in range(9)], table_size=4, seed=1)
    >>> [len(table.players) for table in dealt]
    [3, 3, 3]
    """
    shuffled = sorted(known, key=lambda player: player.name)
    Random(seed).shuffle(shuffled)
    many = -(-len(shuffled) // table_size)
    return [
        Seating(str(table + 1), tuple(player.id for player in shuffled[table::many])) for table in range(many)
    ]
