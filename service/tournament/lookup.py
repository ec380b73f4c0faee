"""Whether something belongs to a tournament."""

from sqlalchemy import Connection, select

from service.store.tables import players, rounds
from service.tournament.names import is_identifier


def round_exists(db: Connection, tournament: str, round: str) -> bool:
    """Tell whether it is a round of the tournament."""
    if not is_identifier(round):
        return False
    wanted = select(rounds.c.id).where(rounds.c.id == round, rounds.c.tournament_id == tournament)
    return db.execute(wanted).scalar() is not None


def player_exists(db: Connection, tournament: str, player: str) -> bool:
    """Tell whether it is a player of the tournament."""
    if not is_identifier(player):
        return False
    wanted = select(players.c.id).where(players.c.id == player, players.c.tournament_id == tournament)
    return db.execute(wanted).scalar() is not None
