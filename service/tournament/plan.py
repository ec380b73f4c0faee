"""A tournament's set-up as a whole: who plays which round by which edicts."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from service.tournament.documents import Player, Round, Table, Tournament
from service.tournament.names import name_order
from service.tournament.players import list_players
from service.tournament.rounds import list_rounds
from service.tournament.tournaments import find_tournament, lock_tournament


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that was set up."""

    tournament: Tournament
    players: Mapping[str, Player]
    """By identifier, in the order of their names."""
    rounds: tuple[Round, ...]

    def round(self, number: int) -> Round | None:
        """Return the round of this number, if there is one."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def find_round(self, identifier: str | None) -> Round | None:
        """Return the round of this identifier, if there is one."""
        return next((played for played in self.rounds if played.id == identifier), None)

    def edicts(self, played: Round, player: str) -> tuple[str, ...]:
        """Return the edicts of a player in a round: the table's, else the round's, else the tournament's."""
        return self.edicts_at(played, played.table_of(player))

    def edicts_at(self, played: Round, table: Table | None = None) -> tuple[str, ...]:
        """Return the edicts of a table in a round, which may be none; of the round if no table is given."""
        chosen = (table.edicts if table else None, played.edicts)
        return next((names for names in chosen if names is not None), self.tournament.edicts)

    def expected(self, played: Round) -> tuple[Player, ...]:
        """Return who is to play a round: those who were seated, or everybody if nobody was."""
        seated = {player for table in played.tables for player in table.players}
        return tuple(player for player in self.players.values() if not seated or player.id in seated)

    def unseated(self, played: Round) -> tuple[Player, ...]:
        """Return who sits at no table of a round in which somebody is seated: they are not to play it."""
        playing = {player.id for player in self.expected(played)}
        return tuple(player for player in self.players.values() if player.id not in playing)

    def names_at(self, table: Table) -> list[str]:
        """Return the names of the players at a table."""
        return [self.players[player].name for player in table.players]


def load_plan(db: Connection, tournament: str, *, locked: bool = False) -> Plan:
    """Return the set-up of a tournament, which if locked nobody else changes until the transaction ends.

    Raises:
        NotHereError: There is none of this identifier.
    """
    found = lock_tournament(db, tournament) if locked else find_tournament(db, tournament)
    ordered = sorted(list_players(db, tournament), key=lambda player: name_order(player.name))
    return Plan(found, {player.id: player for player in ordered}, tuple(list_rounds(db, tournament)))
