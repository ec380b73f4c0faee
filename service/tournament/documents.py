"""The JSON documents of how tournaments are set up, as types."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from engine import Season, Side
from service.documents import Document, Named, RequestBody
from service.sheets.rows import PlacedBy, SheetRow, State

MOST_ROUNDS = 50
EdictNames = Annotated[tuple[str, ...], Field(max_length=4)]
EDICTS = ["Sentinel Wood", "Canal Lake", "Wildholds", "Borderlands"]
ChosenEdicts = Annotated[tuple[str, ...], Field(max_length=8, examples=[EDICTS])]
"""Edicts as a request names them; they are checked later, with a message that names the mistake."""


class NewTournament(RequestBody):
    """A tournament to be made."""

    name: Annotated[str, Field(examples=["Spring Cup"])]
    side: Side | None = None
    """Null: found out on each sheet."""
    edicts: ChosenEdicts = ()
    """In the order A B C D, for every round and table that gets none of its own; or none."""
    solo: StrictBool = False
    rounds: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS)] = 1
    """How many rounds there are; more can be added."""


class TournamentChange(RequestBody):
    """A change of a tournament; what is left out stays."""

    name: str | None = None
    side: Side | None = None
    edicts: ChosenEdicts | None = None
    solo: StrictBool | None = None


class TableChange(RequestBody):
    """A change of a table; what is left out stays."""

    name: str | None = None
    edicts: ChosenEdicts | None = None
    """Null: the round's."""


class Tournament(Document):
    """A tournament as it is set up (surveyor/tournament@1)."""

    schema_name: Named[Literal["surveyor/tournament@1"]] = "surveyor/tournament@1"
    id: str
    name: str
    side: Side | None
    """Null: found out on each sheet."""
    edicts: EdictNames
    """In the order A B C D, for every round and table that has none of its own; or none."""
    solo: bool
    stage: Literal["draft", "published"]
    version: int
    """Grows with every change of the set-up; also its ETag."""
    created_at: datetime


class TournamentPage(Document):
    """Some tournaments, the newest first (surveyor/tournaments@1)."""

    schema_name: Named[Literal["surveyor/tournaments@1"]] = "surveyor/tournaments@1"
    tournaments: tuple[Tournament, ...]
    after: str | None
    """The parameter `after` of the next page; null on the last page."""


class Player(Document):
    """Somebody who plays."""

    id: str
    name: str
    """No two in a tournament are alike, be it in any case."""


class PlayerPage(Document):
    """Some players of a tournament, by their names (surveyor/players@1)."""

    schema_name: Named[Literal["surveyor/players@1"]] = "surveyor/players@1"
    players: tuple[Player, ...]
    after: str | None
    """The parameter `after` of the next page; null on the last page."""


class AddedPlayers(Document):
    """The result of adding a list of players (surveyor/added_players@1)."""

    schema_name: Named[Literal["surveyor/added_players@1"]] = "surveyor/added_players@1"
    added: tuple[Player, ...]
    known: tuple[Player, ...]
    """Players who were in the tournament already."""
    seated: Annotated[int, Field(ge=0)]
    """How many were seated by the column `table`."""


class Table(Document):
    """A table of a round, and who sits there."""

    id: str
    name: str
    edicts: EdictNames | None
    """Null: the round's."""
    players: tuple[str, ...]
    """Their identifiers."""


class Round(Document):
    """A round of a tournament (surveyor/round@1)."""

    schema_name: Named[Literal["surveyor/round@1"]] = "surveyor/round@1"
    id: str
    """The name by which batches refer to it."""
    number: Annotated[int, Field(ge=1)]
    edicts: EdictNames | None
    """Null: the tournament's."""
    tables: tuple[Table, ...]
    """None: everybody plays, and sits nowhere."""

    def table_of(self, player: str) -> Table | None:
        """Return the table at which a player sits, if they do."""
        return next((table for table in self.tables if player in table.players), None)


class RoundList(Document):
    """All rounds of a tournament (surveyor/rounds@1)."""

    schema_name: Named[Literal["surveyor/rounds@1"]] = "surveyor/rounds@1"
    rounds: tuple[Round, ...]


class PlacedSheet(Document):
    """A sheet, and where it belongs (surveyor/placed_sheet@1)."""

    schema_name: Named[Literal["surveyor/placed_sheet@1"]] = "surveyor/placed_sheet@1"
    id: str
    state: State
    player_id: str | None
    round: int | None
    season: Season | None
    placed_by: PlacedBy | None
    version: int
    """Also its ETag."""

    @classmethod
    def of(cls, sheet: SheetRow, number: int | None) -> "PlacedSheet":
        """Return a sheet and the number of its round as a document."""
        return cls(
            id=sheet.id,
            state=sheet.state,
            player_id=sheet.player,
            round=number,
            season=sheet.season,
            placed_by=sheet.placed_by,
            version=sheet.version,
        )


class ArchivedMap(Document):
    """A map in an archive."""

    file: str
    """Its name in the archive: a surveyor/map@1 document."""
    sheet_id: str
    state: State
    player: str | None
    round: int | None
    table: str | None
    season: Season | None
    placed_by: PlacedBy | None


class MapArchive(Document):
    """The contents of an archive of maps (surveyor/map_archive@1)."""

    schema_name: Named[Literal["surveyor/map_archive@1"]] = "surveyor/map_archive@1"
    tournament_id: str
    tournament: str
    maps: tuple[ArchivedMap, ...]
