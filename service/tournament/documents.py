"""The JSON documents of how tournaments are set up, as types."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field
from pydantic.json_schema import JsonSchemaMode

from engine import Season, Side
from service.documents import Document, Named
from service.sheets.rows import PlacedBy, SheetRow, State
from service.tournament.rounds import Round, Table
from service.tournament.tournaments import Tournament

EdictNames = Annotated[tuple[str, ...], Field(max_length=4)]


class TournamentDocument(Document):
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

    @classmethod
    def of(cls, tournament: Tournament) -> "TournamentDocument":
        """Return a tournament as a document."""
        return cls.model_validate(
            {name: getattr(tournament, name) for name in cls.model_fields if name != "schema_name"}
        )


class TournamentPage(Document):
    """Some tournaments, the newest first (surveyor/tournaments@1)."""

    schema_name: Named[Literal["surveyor/tournaments@1"]] = "surveyor/tournaments@1"
    tournaments: tuple[TournamentDocument, ...]
    after: str | None
    """Ask for what comes after this; null on the last page."""


class PlayerDocument(Document):
    """Somebody who plays."""

    id: str
    name: str


class PlayerPage(Document):
    """Some players of a tournament, by their names (surveyor/players@1)."""

    schema_name: Named[Literal["surveyor/players@1"]] = "surveyor/players@1"
    players: tuple[PlayerDocument, ...]
    after: str | None
    """Ask for what comes after this; null on the last page."""


class AddedPlayersDocument(Document):
    """What became of a list of names (surveyor/added_players@1)."""

    schema_name: Named[Literal["surveyor/added_players@1"]] = "surveyor/added_players@1"
    added: tuple[PlayerDocument, ...]
    known: tuple[PlayerDocument, ...]
    """Who was there already."""
    seated: Annotated[int, Field(ge=0)]
    """How many were seated by the column `table`."""


class TableDocument(Document):
    """A table of a round, and who sits there."""

    id: str
    name: str
    edicts: EdictNames | None
    """Null: the round's."""
    players: tuple[str, ...]
    """Their identifiers."""

    @classmethod
    def of(cls, table: Table) -> "TableDocument":
        """Return a table as a document."""
        return cls(id=table.id, name=table.name, edicts=table.edicts, players=table.players)


class RoundDocument(Document):
    """A round of a tournament (surveyor/round@1)."""

    schema_name: Named[Literal["surveyor/round@1"]] = "surveyor/round@1"
    id: str
    """Which batches name it by."""
    number: Annotated[int, Field(ge=1)]
    edicts: EdictNames | None
    """Null: the tournament's."""
    tables: tuple[TableDocument, ...]
    """None: everybody plays, and sits nowhere."""

    @classmethod
    def of(cls, played: Round) -> "RoundDocument":
        """Return a round as a document."""
        tables = tuple(map(TableDocument.of, played.tables))
        return cls(id=played.id, number=played.number, edicts=played.edicts, tables=tables)


class RoundList(Document):
    """All rounds of a tournament (surveyor/rounds@1)."""

    schema_name: Named[Literal["surveyor/rounds@1"]] = "surveyor/rounds@1"
    rounds: tuple[RoundDocument, ...]


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
    """What lies in an archive of maps (surveyor/map_archive@1)."""

    schema_name: Named[Literal["surveyor/map_archive@1"]] = "surveyor/map_archive@1"
    tournament_id: str
    tournament: str
    maps: tuple[ArchivedMap, ...]


PUBLISHED: Mapping[str, tuple[type[Document], JsonSchemaMode]] = {
    "tournament@1": (TournamentDocument, "serialization"),
    "tournaments@1": (TournamentPage, "serialization"),
    "players@1": (PlayerPage, "serialization"),
    "added_players@1": (AddedPlayersDocument, "serialization"),
    "round@1": (RoundDocument, "serialization"),
    "rounds@1": (RoundList, "serialization"),
    "placed_sheet@1": (PlacedSheet, "serialization"),
    "map_archive@1": (MapArchive, "serialization"),
}
