"""The final scores of players, from their last maps and the season scores written beside them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from engine import EngineError, MapFormatError, Season
from engine.audit.evidence import READING_SCHEMA
from engine.errors import GameScoreError
from engine.fields import read_list, read_object, read_text, read_written
from engine.final import Final, find_final
from engine.mapsheet import MAP_SCHEMA
from engine.scoreboxes import read_boxes
from engine.standings import Result, Standings, rank_players
from service.scores.scoring import MapLine, Refused, Rules, each_document, reading_within, sheet_at

OF_ALL_SHEETS = ("edicts", "player", "final")  # what a reading may tell beside its sheets


@dataclass(frozen=True, slots=True)
class LastSheet(MapLine):
    """The final score of a sheet from the end of a game, by its last map."""

    final: Final
    name: str = ""
    """The player, if that is known."""

    @property
    def player(self) -> str:
        """The player, or the place of the sheet if it is not known whose it is."""
        return self.name or self.where

    def to_json(self) -> dict[str, object]:
        """Return it as a surveyor/final@1 document, with the player and the place of the sheet."""
        notes = {"notes": list(self.notes)} if self.notes else {}
        return self.final.to_json() | {"player": self.name or None, "where": self.where} | notes


def read_sheets(file: BinaryIO, name: str, rules: Rules) -> Iterator[LastSheet | Refused]:
    """Work out the final scores of a file's sheets: one JSON document a line, or a single one over many."""

    def read(document: object, where: str) -> Iterator[LastSheet | Refused]:
        sheets = _sheets_of(document)
        for number, fields in enumerate(sheets, start=1):
            yield _read_sheet(fields, sheet_at(where, number, len(sheets)), rules)

    return each_document(file, name, read)


def _sheets_of(document: object) -> Sequence[Mapping[str, object]]:
    """Return the map documents of a reading, or the one that it is itself."""
    fields = read_object(reading_within(document))
    if fields.get("schema") != READING_SCHEMA:
        return [fields]
    sheets = read_list(fields.get("sheets"), where="sheets")
    if not sheets:
        raise MapFormatError("no sheet was found in this photo", where="sheets")
    shared = {key: fields[key] for key in OF_ALL_SHEETS if key in fields}
    return [shared | {**read_object(sheet), "schema": MAP_SCHEMA} for sheet in sheets]


def _read_sheet(fields: Mapping[str, object], where: str, rules: Rules) -> LastSheet | Refused:
    try:
        document = rules.read(fields)
        _check_season(document.season)
        player = fields.get("player")
        name = "" if player is None else read_text(player, where="player")
        final = find_final(
            read_boxes(fields.get("boxes")),
            sheet=document.sheet,
            coins=document.coins,
            edicts=document.edicts,
            written_final=read_written(fields.get("final"), where="final"),
        )
    except EngineError as error:
        return Refused(where, str(error))
    return LastSheet(where, document, final, name)


def _check_season(season: Season | None) -> None:
    if season not in (None, Season.WINTER):
        raise GameScoreError(
            f"this is the map of {season}; the final score needs the last map, that of {Season.WINTER}"
        )


def rank_sheets(sheets: Sequence[LastSheet]) -> Standings | None:
    """Rank the players of a game, if there are several and every final score follows.

    Raises:
        GameScoreError: The sheets are not of one game.
    """
    results = [
        Result(sheet.player, sheet.final.total, sheet.final.lost_to_monsters)
        for sheet in sheets
        if sheet.final.total is not None
    ]
    if len(sheets) < 2 or len(results) < len(sheets):
        return None
    _check_game(sheets)
    return rank_players(results)


def _check_game(sheets: Sequence[LastSheet]) -> None:
    if len({sheet.document.edicts for sheet in sheets if sheet.document.edicts}) > 1:
        raise GameScoreError(
            "the sheets name different edicts, and all players of a game have the same: no standings"
        )
    [(player, times)] = Counter(sheet.player for sheet in sheets).most_common(1)
    if times > 1:
        raise GameScoreError(f"{times} sheets are those of {player}, and each player has one: no standings")
