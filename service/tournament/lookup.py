"""Looks up the parts of a tournament."""

from sqlalchemy import Connection, select

from service.store.tables import is_identifier, players, rounds

MOST_DIGITS = 5


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


def player_exists(db: Connection, tournament: str, player: str) -> bool:
    """Tell whether it is a player of the tournament."""
    if not is_identifier(player):
        return False
    wanted = select(players.c.id).where(players.c.id == player, players.c.tournament_id == tournament)
    return db.execute(wanted).scalar() is not None
