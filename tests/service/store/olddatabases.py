"""Databases of earlier programs, from dumps that these left behind.

`old/0001.sql` is what the program of step 0001 left behind: a tournament of two players with photos, a
corrected sheet, a publication and a key. In `old/0004.sql` a scan lies beside it, of which its owner has said
a square, then the coins, then the game.
"""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, MetaData, create_engine, event

DUMPS = {dump.stem: dump for dump in sorted((Path(__file__).parent / "old").glob("*.sql"))}
"""By the step that they were at."""


def open_old(step: str, folder: Path) -> Engine:
    """Open the database of an earlier program, on SQLite, made in that folder."""
    file = folder / f"{step}.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(DUMPS[step].read_text("utf-8"))
    connection.close()
    return create_engine(f"sqlite:///{file}")


def tables_of(old: Engine) -> MetaData:
    """Return the tables of a database, with columns that both kinds of databases can have."""
    tables = MetaData()
    event.listen(tables, "column_reflect", _generic)
    tables.reflect(old)
    return tables


def _generic(_: object, __: object, column: dict[str, Any]) -> None:
    column["type"] = column["type"].as_generic()
