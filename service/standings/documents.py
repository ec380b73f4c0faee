"""The JSON documents of a tournament's standings, publications and what changed since."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from engine import Season
from service.documents import Document, Message, Named, Rating, Reason, SquareAt
from service.tournament.documents import EdictNames, Table
from service.tournament.flags import Flag
from service.tournament.players import ERASED
from service.tournament.results import PlayerResult, Standing, total_so_far

if TYPE_CHECKING:  # which work them out, of these documents
    from service.standings.standings import RoundStandings, TournamentStandings


class FlagDocument(Reason):
    """A problem that a person has to look at."""

    squares: tuple[SquareAt, ...] = ()

    @classmethod
    def of_flag(cls, flag: Flag) -> "FlagDocument":
        """Return a flag as a document."""
        return cls(code=flag.code, message=flag.message, advice=flag.advice, squares=flag.squares)


class Ranked(Document):
    """The rank of one player."""

    rank: Annotated[int, Field(ge=1)] | None
    """Null for a player without a total."""
    shared: bool
    """Whether others have the same rank."""
    player_id: str
    player: str
    total: int | None
    """Over all rounds: the sum of those that are known."""
    lost_to_monsters: Annotated[int, Field(ge=0)] | None
    """The fewest break a tie; null if it is not known."""
    state: Standing
    rounds: tuple[int | None, ...]
    """The total of each round; none within a round."""
    so_far: int | None = None
    """The total, or where it is not known the sum of the seasons that are."""

    @property
    def is_erased(self) -> bool:
        """Whether the player was erased since this was published."""
        return self.player == ERASED


class Ranking(Document):
    """Players in their order, the winner first, those without a total last."""

    complete: bool
    """Whether all totals are known and every rank follows."""
    placings: tuple[Ranked, ...]
    winners: tuple[str, ...]
    """The players of the first rank so far; several share the victory."""
    open_ties: tuple[Message, ...]
    """Ties that cannot be broken yet, a sentence each."""

    @property
    def open_ranks(self) -> frozenset[int | None]:
        """The ranks that are shared for now, as what breaks the tie is not known of all who share one."""
        return frozenset(each.rank for each in self.placings if each.shared and each.lost_to_monsters is None)


class TableStandings(Document):
    """The standings of a table."""

    table_id: str
    table: str
    edicts: EdictNames
    ranking: Ranking


class ResultDocument(Document):
    """The result of a player in a round."""

    player_id: str
    player: str
    table: str | None
    total: int | None
    lost_to_monsters: Annotated[int, Field(ge=0)] | None
    seasons: Annotated[tuple[int | None, ...], Field(min_length=len(Season), max_length=len(Season))]
    """The total of each season, spring first."""
    state: Standing
    missing: tuple[str, ...]
    """The things that are missing, in words."""
    flags: tuple[FlagDocument, ...]
    """Problems that a person has to look at."""
    notes: tuple[Message, ...]
    """Oddities that change nothing."""
    solo: Rating | None
    """In a solo tournament: what the game is worth."""
    sheets: tuple[str, ...]
    """The sheets' identifiers."""

    @property
    def so_far(self) -> int | None:
        """The total, or where it is not known the sum of the seasons that are; None if there are none."""
        return total_so_far(self.total, self.seasons)

    @classmethod
    def of(cls, player: Ranked, table: Table | None, result: PlayerResult) -> "ResultDocument":
        """Return a result as a document."""
        return cls(
            player_id=player.player_id,
            player=player.player,
            table=table.name if table else None,
            total=result.total,
            lost_to_monsters=result.lost_to_monsters,
            seasons=result.seasons,
            state=result.state,
            missing=tuple(missing.words for missing in result.missing),
            flags=tuple(map(FlagDocument.of_flag, result.flags)),
            notes=result.notes,
            solo=Rating.model_validate(result.rating.to_json()) if result.rating else None,
            sheets=result.sheets,
        )


class RoundStandingsDocument(Document):
    """The standings of a round."""

    number: Annotated[int, Field(ge=1)]
    edicts: EdictNames
    ranking: Ranking
    results: tuple[ResultDocument, ...]
    """In the order of the ranking."""
    tables: tuple[TableStandings, ...]

    @classmethod
    def of(cls, standings: "RoundStandings") -> "RoundStandingsDocument":
        """Return a round's standings as a document."""
        results = tuple(
            ResultDocument.of(
                ranked, standings.round.table_of(ranked.player_id), standings.results[ranked.player_id]
            )
            for ranked in standings.ranking.placings
        )
        return cls(
            number=standings.round.number,
            edicts=standings.edicts,
            ranking=standings.ranking,
            results=results,
            tables=standings.tables,
        )


class StandingsDocument(Document):
    """The standings of a tournament (surveyor/tournament_standings@1)."""

    schema_name: Named[Literal["surveyor/tournament_standings@1"]] = "surveyor/tournament_standings@1"
    tournament_id: str
    tournament: str
    solo: bool
    complete: bool
    """Whether every total is known, and every rank follows."""
    settled: bool
    """Whether it is complete, and no sheet awaits review."""
    unplaced: Annotated[int, Field(ge=0)]
    """Sheets whose player, round or season is not known."""
    ranking: Ranking
    """By the sums of the totals of all rounds."""
    rounds: tuple[RoundStandingsDocument, ...]
    notes: tuple[Message, ...]
    """Notes on rules that the scores rely on without a printed source."""

    @classmethod
    def of(cls, standings: "TournamentStandings") -> "StandingsDocument":
        """Return standings as a document."""
        results = (result for played in standings.rounds for result in played.results.values())
        return cls(
            tournament_id=standings.plan.tournament.id,
            tournament=standings.plan.tournament.name,
            solo=standings.plan.tournament.solo,
            complete=standings.is_complete,
            settled=standings.is_settled,
            unplaced=standings.unplaced,
            ranking=standings.ranking,
            rounds=tuple(map(RoundStandingsDocument.of, standings.rounds)),
            notes=tuple(dict.fromkeys(note for result in results for note in result.rests_on)),
        )


class Publication(Document):
    """Standings as they were published (surveyor/publication@1)."""

    schema_name: Named[Literal["surveyor/publication@1"]] = "surveyor/publication@1"
    number: Annotated[int, Field(ge=1)]
    reason: str
    """Why they were published again; empty for the first."""
    published_at: datetime
    standings: StandingsDocument
    published_by: Annotated[str, Field(exclude=True)] = ""
    """The person who published them; not in the document, which is public."""


class PublicationEntry(Document):
    """A publication among others."""

    number: Annotated[int, Field(ge=1)]
    reason: str
    published_by: str
    published_at: datetime


class PublicationList(Document):
    """All publications of a tournament, the first one first (surveyor/publications@1)."""

    schema_name: Named[Literal["surveyor/publications@1"]] = "surveyor/publications@1"
    publications: tuple[PublicationEntry, ...]


class RoundChange(Document):
    """A round's total that is no longer what was published."""

    round: int
    before: int | None
    now: int | None


class DeedEntry(Document):
    """An event since the publication."""

    at: datetime
    by: str
    deed: str
    subject_id: str | None
    """The sheet, round or player that it is about."""


class PlayerChange(Document):
    """The change of a player's standing since the publication."""

    player_id: str
    player: str
    rank_before: int | None
    """Null for a player who was not ranked."""
    rank_now: int | None
    total_before: int | None
    total_now: int | None
    rounds: tuple[RoundChange, ...]
    why: tuple[DeedEntry, ...]
    """The events of this player's sheets since."""


class ChangesDocument(Document):
    """The changes since the publication (surveyor/standings_changes@1)."""

    schema_name: Named[Literal["surveyor/standings_changes@1"]] = "surveyor/standings_changes@1"
    published: int | None
    """The number of the last publication; null if nothing was published yet."""
    differs: bool
    """Whether anything has changed since the publication."""
    players: tuple[PlayerChange, ...]
    """Players whose standing has changed, in the order of their ranks now."""
    set_up: tuple[DeedEntry, ...]
    """The changes of the set-up since."""
