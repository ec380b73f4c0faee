"""Databases of earlier programs, with what was in them, are brought to what this program needs.

`old/0001.sql` is what the program of step 0001 left behind: a tournament of two players with photos, a
corrected sheet, a publication and a key.
"""

import sqlite3
from pathlib import Path

import httpx
import pytest
from alembic import command
from alembic.config import Config
from pydantic import SecretStr
from sqlalchemy import MetaData, create_engine, insert, select

from service.setup.settings import Settings
from service.store.database import MIGRATIONS, open_database
from tests.service.serving import serve_settings
from tests.service.stubs import EDICTS

OLD = sorted((Path(__file__).parent / "old").glob("*.sql"))


def fill(dump: Path, address: str, place: Path) -> None:
    """Put an old program's tables, and all that is in them, into an empty database."""
    old = place / "old.db"
    with sqlite3.connect(old) as connection:
        connection.executescript(dump.read_text("utf-8"))
    connection.close()
    source, target = create_engine(f"sqlite:///{old}"), open_database(address)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    tables = MetaData()
    tables.reflect(source)
    with source.connect() as read, target.engine.begin() as write:
        config.attributes["connection"] = write
        command.upgrade(config, dump.stem)
        made = MetaData()
        made.reflect(write)
        for table in made.sorted_tables:
            rows = [dict(row._mapping) for row in read.execute(select(tables.tables[table.name]))]
            if rows and table.name != "alembic_version":
                write.execute(insert(table), rows)
    source.dispose()
    target.close()


@pytest.mark.parametrize("dump", OLD, ids=lambda dump: dump.stem)
def test_what_an_earlier_program_kept_is_there_afterwards(
    dump: Path, empty_address: str, tmp_path: Path
) -> None:
    fill(dump, empty_address, tmp_path)
    settings = Settings(
        data=tmp_path / "data", database=SecretStr(empty_address), readers=1, blobs=str(tmp_path / "photos")
    )
    with serve_settings(settings) as address, httpx.Client(base_url=address, trust_env=False) as web:
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
