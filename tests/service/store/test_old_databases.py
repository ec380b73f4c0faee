"""Databases of earlier programs, with what was in them, are brought to what this program needs."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from pydantic import SecretStr
from sqlalchemy import insert, select, text

from engine import Season
from service.access.actors import SINGLE_USER
from service.scans.changing import undo
from service.scans.rows import StatedGame, list_scans, own_scan, seen_scan
from service.setup.settings import Settings
from service.store.database import open_database
from service.store.tables import metadata
from tests.service.clients import client_of
from tests.service.serving import serve_settings
from tests.service.store.olddatabases import DUMPS, open_old, tables_of
from tests.service.stubs import EDICTS


def fill(step: str, address: str, place: Path) -> None:
    """Put an old program's tables, and all that is in them, into an empty database."""
    source, target = open_old(step, place), open_database(address)
    tables = tables_of(source)
    with source.connect() as read, target.engine.begin() as write:
        tables.create_all(write)
        for table in tables.sorted_tables:
            rows = [dict(row._mapping) for row in read.execute(select(table))]
            if rows:
                write.execute(insert(table), rows)
        if write.dialect.name == "postgresql":  # which counts the events by itself
            write.execute(text("SELECT setval('events_id_seq', (SELECT max(id) FROM events))"))
    source.dispose()
    target.close()


@pytest.mark.parametrize("step", DUMPS)
def test_what_an_earlier_program_kept_is_there_afterwards(
    step: str, empty_address: str, tmp_path: Path
) -> None:
    fill(step, empty_address, tmp_path)
    settings = Settings(
        data=tmp_path / "data", database=SecretStr(empty_address), readers=1, blobs=str(tmp_path / "photos")
    )
    with (
        serve_settings(settings) as address,
        client_of(address) as web,
    ):
        [cup] = web.get("/v1/tournaments").json()["tournaments"]
        base = f"/v1/tournaments/{cup['id']}"
        [sheet] = web.get(f"{base}/sheets").json()["sheets"]
        history = web.get(f"{base}/sheets/{sheet['id']}/history").json()["events"]
        players = [player["name"] for player in web.get(f"{base}/players").json()["players"]]
        standings = web.get(f"{base}/standings").json()
        published = web.get(f"{base}/publications/latest").json()

    assert (cup["name"], tuple(cup["edicts"]), players) == ("Spring Cup", EDICTS, ["Ann Smith", "Bob"])
    assert (sheet["state"], sheet["map"]["terrain"][2][3], sheet["map"]["coins"]) == ("scored", "farm", 3)
    assert history[-1]["kind"] == "sheet_corrected"
    assert (len(standings["rounds"]), published["number"]) == (2, 1)


@pytest.mark.parametrize("step", DUMPS)
def test_step_by_step_the_tables_become_those_of_a_new_database(
    step: str, empty_address: str, tmp_path: Path
) -> None:
    fill(step, empty_address, tmp_path)
    database = open_database(empty_address)
    database.migrate()
    with database.read() as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []
    database.close()


def test_a_scan_of_an_earlier_program_stands_as_it_did_and_can_be_taken_back(
    empty_address: str, tmp_path: Path
) -> None:
    fill("0004", empty_address, tmp_path)
    database = open_database(empty_address)
    database.migrate()
    with database.begin() as db:
        [brief] = list_scans(db, SINGLE_USER, 2)
        scan = own_scan(db, SINGLE_USER, brief.id)
        undone = [
            undo(db, SINGLE_USER, seen_scan(db, SINGLE_USER, scan.id, version)) for version in (4, 5, 6)
        ]
    database.close()

    [sheet] = scan.sheets
    assert (sheet.map.terrain[2][3], sheet.map.coins, sheet.state) == ("farm", 3, "scored")
    assert scan.game == StatedGame(EDICTS, Season.WINTER, solo=True)
    assert [each.game for each in undone] == [StatedGame()] * 3
    assert [each.sheets[0].map.coins for each in undone] == [3, None, None]
    assert [each.sheets[0].map.terrain[2][3] for each in undone] == ["farm", "farm", "empty"]
