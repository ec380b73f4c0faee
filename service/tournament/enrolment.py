"""Players, and where they sit, from one list."""

from sqlalchemy import Connection

from engine.sentence import Sentence
from service.documents.errors import BadRequestError, ConflictError
from service.tournament.documents import AddedPlayers, Round
from service.tournament.playerlist import Entry, read_list
from service.tournament.players import add_players, list_players
from service.tournament.rounds import SeenRound, find_round, list_rounds
from service.tournament.seating import find_seating, seat_players
from service.tournament.tournaments import find_tournament


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
        _seat(db, actor, tournament, seated, _round_of_tables(db, tournament, number))
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


def _seat(db: Connection, actor: str, tournament: str, seated: list[Entry], played: Round) -> None:
    if played.tables:
        raise ConflictError(
            Sentence(
                "Round %(number)s has tables already, so nobody was added. Add the players without tables; "
                "then set the seats of the round by the same list.",
                number=played.number,
            )
        )
    seating = find_seating(seated, list_players(db, tournament))
    version = find_tournament(db, tournament).version
    seat_players(db, actor, SeenRound(tournament, played.number, frozenset({version})), seating)
