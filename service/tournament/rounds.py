"""The rounds of a tournament, and the tables at which each is played."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, exists, insert, select, update

from service.documents.conditions import check_version
from service.documents.errors import BadRequestError, ConflictError, NotHereError
from service.sheets.storing import weigh_again
from service.store.events import EventKind, record
from service.store.tables import is_identifier, new_id, players, rounds, seats, sheets, tables
from service.tournament.documents import MOST_ROUNDS, NewTournament, Round, Table, TableChange, Tournament
from service.tournament.names import check_edict_names, check_table_name, name_order
from service.tournament.tournaments import create_tournament, lock_tournament, next_version

MOST_DIGITS = 5


def list_rounds(db: Connection, tournament: str) -> list[Round]:
    """Return a tournament's rounds in their order, with tables and seats."""
    tables_of = _tables(db, tournament)
    wanted = select(rounds).where(rounds.c.tournament_id == tournament).order_by(rounds.c.number)
    return [
        Round(id=row.id, number=row.number, edicts=row.edicts, tables=tuple(tables_of[row.id]))
        for row in db.execute(wanted)
    ]


def needs_seating(db: Connection, tournament: str) -> bool:
    """Tell whether rounds and tables are to be told apart: there are several rounds, or there are tables."""
    found = list_rounds(db, tournament)
    return len(found) > 1 or any(each.tables for each in found)


def _tables(db: Connection, tournament: str) -> Mapping[str, list[Table]]:
    of_rounds = select(rounds.c.id).where(rounds.c.tournament_id == tournament)
    seated = (
        select(seats.c.table_id, seats.c.player_id, players.c.name)
        .join(players, players.c.id == seats.c.player_id)
        .where(seats.c.round_id.in_(of_rounds))
    )
    sitting = defaultdict(list)
    for row in sorted(db.execute(seated), key=lambda row: name_order(row.name)):
        sitting[row.table_id].append(row.player_id)
    found = defaultdict(list)
    rows = db.execute(select(tables).where(tables.c.round_id.in_(of_rounds))).all()
    for row in sorted(rows, key=lambda row: name_order(row.name)):
        table = Table(id=row.id, name=row.name, edicts=row.edicts, players=tuple(sitting[row.id]))
        found[row.round_id].append(table)
    return found


def find_round(db: Connection, tournament: str, number: int) -> Round:
    """Return a round by its number.

    Raises:
        NotHereError: The tournament has none of it.
    """
    for found in list_rounds(db, tournament):
        if found.number == number:
            return found
    raise NotHereError("round")


def find_round_id(db: Connection, tournament: str, named: str) -> str | None:
    """Return the identifier of a round of the tournament, given by it or by the round's number."""
    if named.isascii() and named.isdecimal() and len(named) < MOST_DIGITS:
        is_it = rounds.c.number == int(named)
    elif is_identifier(named):
        is_it = rounds.c.id == named
    else:
        return None
    wanted = select(rounds.c.id).where(rounds.c.tournament_id == tournament, is_it)
    found: str | None = db.execute(wanted).scalar()
    return found


def make_tournament(db: Connection, actor: str, asked: NewTournament) -> Tournament:
    """Make a tournament with its rounds, and return it.

    Raises:
        BadRequestError: The name or the edicts cannot be.
    """
    made = create_tournament(db, actor, asked)
    for _ in range(asked.rounds):
        _, made = add_round(db, actor, made.id)
    return made


def add_round(
    db: Connection, actor: str, tournament: str, *, edicts: Sequence[str] | None = None
) -> tuple[Round, Tournament]:
    """Add the next round, with edicts of its own or the tournament's.

    Raises:
        NotHereError: There is no such tournament.
        BadRequestError: The edicts cannot be, or there are too many rounds.
    """
    lock_tournament(db, tournament)
    number = len(list_rounds(db, tournament)) + 1
    if number > MOST_ROUNDS:
        raise BadRequestError("A tournament has at most %(most)s rounds.", most=MOST_ROUNDS)
    own = None if edicts is None else check_edict_names(edicts)
    made = new_id()
    db.execute(insert(rounds).values(id=made, tournament_id=tournament, number=number, edicts=own))
    record(db, actor, EventKind.ROUND_SET, tournament=tournament, subject=made, number=number, edicts=own)
    return find_round(db, tournament, number), next_version(db, tournament)


@dataclass(frozen=True, slots=True)
class SeenRound:
    """A round that somebody changes, as they saw it."""

    tournament: str
    number: int
    versions: Collection[int]
    """The versions that the tournament may have for the change."""

    def lock(self, db: Connection) -> tuple[Round, Tournament]:
        """Return the round, whose tournament nobody else changes until the transaction ends.

        Raises:
            NotHereError: There is no such round.
            StaleError: The tournament has another version.
        """
        held = lock_tournament(db, self.tournament)
        check_version(held.version, self.versions, "tournament")
        return find_round(db, self.tournament, self.number), held

    def changed(self, db: Connection) -> tuple[Round, Tournament]:
        """Return the round as it is now, and its tournament with the next version."""
        return find_round(db, self.tournament, self.number), next_version(db, self.tournament)


def change_round(
    db: Connection, actor: str, round: SeenRound, edicts: Sequence[str] | None
) -> tuple[Round, Tournament]:
    """Give a round edicts of its own, or with None the tournament's.

    Raises:
        NotHereError: There is no such round.
        StaleError: The tournament has another version.
        BadRequestError: The edicts cannot be.
    """
    found, _ = round.lock(db)
    own = None if edicts is None else check_edict_names(edicts)
    db.execute(update(rounds).where(rounds.c.id == found.id).values(edicts=own))
    weigh_again(db, round.tournament)
    record_round(db, actor, round, found.id, edicts=own)
    return round.changed(db)


def record_round(db: Connection, actor: str, round: SeenRound, subject: str, **details: object) -> None:
    """Record that a round or one of its tables was set so."""
    said = {"number": round.number, **details}
    record(db, actor, EventKind.ROUND_SET, tournament=round.tournament, subject=subject, **said)


def remove_last_round(db: Connection, actor: str, round: SeenRound) -> Tournament:
    """Remove the last round, if it has no sheets.

    Raises:
        NotHereError: There is no such round.
        StaleError: The tournament has another version.
        ConflictError: It is not the last, or there are sheets in it.
    """
    found, _ = round.lock(db)
    if round.number != len(list_rounds(db, round.tournament)):
        raise ConflictError("Only the last round can be removed: the others are counted on from it.")
    if db.execute(
        select(exists().where(sheets.c.round_id == found.id, sheets.c.state != "dismissed"))
    ).scalar():
        raise ConflictError("Sheets lie in this round; place them elsewhere, or set them aside first.")
    db.execute(delete(rounds).where(rounds.c.id == found.id))
    record_round(db, actor, round, found.id, removed=True)
    return next_version(db, round.tournament)


def change_table(
    db: Connection, actor: str, round: SeenRound, table: str, asked: TableChange
) -> tuple[Round, Tournament]:
    """Give a table of a round another name, or edicts of its own (None: the round's).

    Raises:
        NotHereError: There is no such table.
        StaleError: The tournament has another version.
        BadRequestError: The name or the edicts cannot be.
        ConflictError: Another table of the round has the name.
    """
    found, before = round.lock(db)
    if not is_identifier(table) or table not in {known.id for known in found.tables}:
        raise NotHereError("table")
    checked = asked.model_dump(include=asked.model_fields_set)
    if "name" in checked:
        checked["name"] = check_table_name(asked.name or "")
        if any(other.name == checked["name"] for other in found.tables if other.id != table):
            raise ConflictError(
                'Another table of this round is called "%(name)s".', name=str(checked["name"])
            )
    if asked.edicts is not None:
        checked["edicts"] = check_edict_names(asked.edicts)
    if not checked:
        return found, before
    db.execute(update(tables).where(tables.c.id == table).values(**checked))
    if "edicts" in checked:
        weigh_again(db, round.tournament)
    record_round(db, actor, round, table, table=checked)
    return round.changed(db)
