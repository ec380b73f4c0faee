import csv
import io
import json
import re
from datetime import UTC, datetime
from xml.etree import ElementTree
from zipfile import ZipFile

import jsonschema
import pytest

from engine import MapDocument, Season
from engine.mapsheet import MAP_SCHEMA
from service.sheets.rows import COUNTING, State, list_sheets
from service.standings.documents import StandingsDocument
from service.standings.exports import result_rows, standings_rows, table_rows, to_csv, to_xlsx
from service.standings.maparchive import write_map_archive
from service.standings.standings import make_standings
from service.store.database import Database
from service.tournament.plan import load_plan
from service.tournament.rounds import SeenRound
from service.tournament.seating import Seating, seat_players
from service.tournament.tournaments import find_tournament
from tests.drawing import map_of
from tests.service.schemas import json_schema
from tests.service.tournament.sheetrows import Cup, ended, last_map, make_cup, put_sheet

MOMENT = datetime(2026, 5, 1, tzinfo=UTC)
XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
NASTY = ["=1+1", "+1", "-1", "@SUM(A1)", '<b>&"Bold"</b>', "a,b;c", "'quoted'", "王芳", "http://x.y"]


@pytest.fixture(name="cup")
def _cup(database: Database) -> Cup:
    with database.begin() as db:
        cup = make_cup(db, NASTY, rounds=2)
        for number, name in enumerate(NASTY):
            put_sheet(db, cup, name, 1, read=ended(8 * number))
        first = SeenRound(cup.id, 1, frozenset({find_tournament(db, cup.id).version}))
        seat_players(db, "organiser", first, [Seating("=2", tuple(cup.players.values()))])
    return cup


def standings_of(database: Database, cup: Cup) -> StandingsDocument:
    with database.read() as db:
        return StandingsDocument.of(make_standings(db, cup.id))


def test_csv_comes_back_and_holds_no_formula(database: Database, cup: Cup) -> None:
    content = to_csv(standings_rows(standings_of(database, cup)))
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))

    assert content.startswith(b"\xef\xbb\xbf")
    assert [row["player"] for row in rows] == [
        f"'{name}" if name[0] in "=+-@" else name for name in reversed(NASTY)
    ]
    assert [row["total"] for row in rows] == [str(8 * number) for number in reversed(range(len(NASTY)))]
    assert (rows[0]["rank"], rows[0]["round 1"], rows[0]["round 2"]) == ("1", "64", "")


def test_before_all_is_in_a_row_says_what_is_known_so_far(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann"], rounds=1)
        put_sheet(db, cup, "Ann", 1, Season.SPRING, last_map(map_of("FV"), coins=3))
    standings = standings_of(database, cup)

    titles, ann = standings_rows(standings)
    known = dict(zip(titles, ann, strict=True))
    seasons = dict(zip(*result_rows(standings), strict=True))

    assert known["total"] is None
    assert known["so far"] == seasons[Season.SPRING] == 4  # three coins, and a forest at the edge


def test_a_rank_that_is_shared_for_now_is_told_from_one_that_nothing_can_break(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["Ann", "Bob", "Cid", "Dan", "Eve"], rounds=1)
        for name, stars in (("Ann", 24), ("Bob", 24), ("Cid", 8), ("Dan", 8)):
            lost = None if name == "Bob" else 0
            put_sheet(db, cup, name, read=ended(stars, lost))
        first = SeenRound(cup.id, 1, [find_tournament(db, cup.id).version])
        seat_players(db, "organiser", first, [Seating("1", tuple(cup.players.values()))])
    standings = standings_of(database, cup)

    for rows in (standings_rows, result_rows, table_rows):
        titles, *lines = rows(standings)
        told = [dict(zip(titles, line, strict=True)) for line in lines]
        assert [(each["player"], each["rank"], each["tie"]) for each in told] == [
            ("Ann", 1, "open"),
            ("Bob", 1, "open"),
            ("Cid", 3, ""),
            ("Dan", 3, ""),
            ("Eve", None, ""),
        ]


def test_results_tell_seasons_and_what_is_missing(database: Database, cup: Cup) -> None:
    titles, *rows = result_rows(standings_of(database, cup))
    first = dict(zip(titles, rows[0], strict=True))
    last = dict(zip(titles, rows[-1], strict=True))

    assert len(rows) == 2 * len(NASTY)
    assert (first["round"], first["rank"], first["player"], first["table"]) == (1, 1, NASTY[-1], "=2")
    assert [first[season] for season in Season] == [64, 0, 0, 0]
    assert (last["round"], last["total"], last["state"]) == (2, None, "missing")
    assert last["remarks"] == "missing: the sheet"


def cells_of(workbook: bytes, number: int) -> list[list[str | float]]:
    """Return the cells of a worksheet as a spreadsheet would show them; a formula is an error."""
    with ZipFile(io.BytesIO(workbook)) as parts:
        shared = ElementTree.fromstring(parts.read("xl/sharedStrings.xml"))
        sheet = ElementTree.fromstring(parts.read(f"xl/worksheets/sheet{number}.xml"))
    texts = ["".join(text.text or "" for text in item.iter(f"{XML}t")) for item in shared]
    assert [*sheet.iter(f"{XML}f"), *sheet.iter(f"{XML}hyperlink")] == []
    return [[_value(cell, texts) for cell in row] for row in sheet.iter(f"{XML}row")]


def _value(cell: ElementTree.Element, texts: list[str]) -> str | float:
    value = cell[0].text or ""
    return texts[int(value)] if cell.get("t") == "s" else float(value)


def test_a_workbook_comes_back_and_names_are_text(database: Database, cup: Cup) -> None:
    standings = standings_of(database, cup)
    workbook = to_xlsx(standings, made_at=MOMENT)

    assert [row[2] for row in cells_of(workbook, 1)[1:]] == list(reversed(NASTY))
    for number, rows in enumerate((standings_rows, result_rows, table_rows), start=1):
        known = [[cell for cell in row if cell is not None] for row in rows(standings)]
        assert [[cell for cell in row if cell != ""] for row in cells_of(workbook, number)] == [
            [cell for cell in row if cell != ""] for row in known
        ]
    assert to_xlsx(standings, made_at=MOMENT) == workbook


def test_all_maps_lie_in_one_archive_with_a_list(database: Database) -> None:
    with database.begin() as db:
        cup = make_cup(db, ["../Ann", "王芳"], rounds=2)
        put_sheet(db, cup, "../Ann", 2, Season.FALL, last_map(map_of("FV"), coins=3))
        put_sheet(db, cup, "../Ann", 1, Season.WINTER, ended(8))
        put_sheet(db, cup, "王芳", 1, Season.SPRING, last_map(map_of("W"), coins=None))
        lost = put_sheet(db, cup, None, None, None, state=State.REVIEW)
        put_sheet(db, cup, "王芳", 2, state=State.DISMISSED)
        plan, sheets = load_plan(db, cup.id), list_sheets(db, cup.id, COUNTING)
    file, again = io.BytesIO(), io.BytesIO()
    for order, to in ((sheets, file), (reversed(sheets), again)):
        write_map_archive(plan, order, to, lambda sheet: f"<svg>{sheet.id}</svg>")

    with ZipFile(file) as archive:
        kept = {name: archive.read(name).decode() for name in archive.namelist()}
    pictures = {name: kept.pop(name).strip() for name in list(kept) if name.endswith(".svg")}
    documents = {name: json.loads(text) for name, text in kept.items()}
    manifest = documents.pop("manifest.json")
    jsonschema.validate(manifest, json_schema("map_archive@1"), cls=jsonschema.Draft202012Validator)
    assert [entry["file"] for entry in manifest["maps"]] == list(documents)
    assert [re.sub(r"-[\w-]{16}\.json$", "", name) for name in documents] == [
        "round-1/0001-ann-winter",
        "round-1/0002-spring",
        "round-2/0001-ann-fall",
        f"unplaced/{lost}.json",
    ]
    assert pictures == {
        entry["file"].replace(".json", ".svg"): f"<svg>{entry['sheet_id']}</svg>"
        for entry in manifest["maps"]
    }
    for document in documents.values():
        jsonschema.validate(document, json_schema("map@1"), cls=jsonschema.Draft202012Validator)
        assert document["schema"] == MAP_SCHEMA
    fall = MapDocument.from_json(documents[manifest["maps"][2]["file"]])
    assert (fall.sheet, fall.coins, fall.season) == (map_of("FV"), 3, Season.FALL)
    assert [edict.name for edict in fall.edicts] == list(plan.tournament.edicts)
    assert file.getvalue() == again.getvalue()
