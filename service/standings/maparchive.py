"""All maps of a tournament in one archive: a document and a picture each, and a list of what they are."""

import json
from collections.abc import Callable, Iterable
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from engine import Season
from engine.mapsheet import MAP_SCHEMA
from service.documents import Map
from service.placing.filenames import words_of
from service.sheets.rows import SheetRow
from service.tournament.documents import ArchivedMap, MapArchive
from service.tournament.plan import Plan

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # of every file, so that the same maps make the same bytes
LONGEST_NAME = 40  # letters of a player's name in a file's name


def write_map_archive(
    plan: Plan, sheets: Iterable[SheetRow], file: IO[bytes], draw: Callable[[SheetRow], str]
) -> None:
    """Write a zip of surveyor/map@1 documents, by round and player, with SVG pictures and manifest.json."""
    numbers = {player: number for number, player in enumerate(plan.players, start=1)}
    entries = []
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as archive:
        for sheet in sorted(sheets, key=lambda sheet: _order(plan, numbers, sheet)):
            entry = _entry(plan, numbers, sheet)
            entries.append(entry)
            _write(archive, entry.file, _map_of(plan, sheet).to_line())
            _write(archive, f"{entry.file.removesuffix('.json')}.svg", draw(sheet))
        listed = MapArchive(
            tournament_id=plan.tournament.id, tournament=plan.tournament.name, maps=tuple(entries)
        )
        _write(archive, "manifest.json", json.dumps(listed.model_dump(mode="json"), indent=1))


def _order(plan: Plan, numbers: dict[str, int], sheet: SheetRow) -> tuple[int, int, int, str]:
    season = list(Season).index(sheet.season) if sheet.season else len(Season)
    played = plan.find_round(sheet.round)
    return (
        played.number if played else len(plan.rounds) + 1,
        numbers.get(sheet.player or "", len(numbers) + 1),
        season,
        sheet.id,
    )


def _entry(plan: Plan, numbers: dict[str, int], sheet: SheetRow) -> ArchivedMap:
    played, player = plan.find_round(sheet.round), plan.players.get(sheet.player or "")
    number = played.number if played else None
    table = played.table_of(player.id) if played and player else None
    return ArchivedMap(
        file=_file_name(numbers, sheet, number, player.name if player else None),
        sheet_id=sheet.id,
        state=sheet.state,
        player=player.name if player else None,
        round=number,
        table=table.name if table else None,
        season=sheet.season,
        placed_by=sheet.placed_by,
    )


def _file_name(numbers: dict[str, int], sheet: SheetRow, number: int | None, player: str | None) -> str:
    """Return a name of plain letters that no other sheet has, whatever the player is called."""
    if number is None or player is None or sheet.season is None or sheet.player is None:
        return f"unplaced/{sheet.id}.json"
    plain = "-".join(word for word in words_of(player) if word.isascii())[:LONGEST_NAME]
    who = "-".join(part for part in (f"{numbers[sheet.player]:04d}", plain) if part)
    return f"round-{number}/{who}-{sheet.season}-{sheet.id}.json"


def _map_of(plan: Plan, sheet: SheetRow) -> Map:
    player = plan.players.get(sheet.player or "")
    details = {
        "edicts": sheet.edicts or None,
        "season": sheet.season,
        "player": player.name if player else None,
    }
    return Map.model_validate(sheet.map.model_dump() | {"schema": MAP_SCHEMA} | details)


def _write(archive: ZipFile, name: str, text: str) -> None:
    info = ZipInfo(name, LONG_AGO)
    info.compress_type = ZIP_DEFLATED
    info.create_system = 3  # the same on every system
    info.external_attr = 0o644 << 16
    archive.writestr(info, text + "\n")
